import type { SignInMethod } from '@sightline/contract/session.ts'
import { isEmailAddress } from '@sightline/contract/users.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { verifyPassword } from '../../platform/crypto/passwords.ts'
import { type Caller, type Credentials, NOBODY } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { record, recordAction } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { verifyEmailByLink } from '../users/arrival.ts'
import { openLink } from '../users/links.ts'
import * as users from '../users/service.ts'
import { rememberAccount } from './devices.ts'
import { endSessions } from './ending.ts'
import * as store from './store.ts'
import { accountOf, admitAttempt, failed, succeeded } from './throttle.ts'
import { takesPasswords } from './ways-in.ts'

const SHORT_SECONDS = 6 * 60 * 60
const DAY_SECONDS = 24 * 60 * 60
const LONG_SECONDS = 7 * DAY_SECONDS
/** A session in use is prolonged at most this often. */
const PROLONG_SECONDS = 60

/** A session that has just begun: what its two cookies hold, and for how many seconds. */
export interface OpenedSession {
  token: string
  csrfToken: string
  /** Null: until the browser closes. */
  maxAge: number | null
}

/** A session that somebody has begun by a password. */
export interface SignedIn extends OpenedSession {
  /** What the browser keeps to be known by when it signs in to this account again. */
  device: string
}

/** What a browser brings along that signs in. */
export interface Browser {
  /** Of the session that it had so far, which ends. */
  previousToken: string | null
  /** The cookie by which it is known; null for a new one. */
  device: string | null
}

/**
 * Finds out who calls. A key that is valid wins over a session; one that is not counts as none.
 * @returns `nobody` for unknown keys, ended sessions and disabled users
 */
export async function identify(services: Services, { key, sessionToken, path }: Credentials): Promise<Caller> {
  const byKey = key === null ? null : await callerByKey(services, key, path)
  if (byKey) return byKey
  const inPath = tokenIn(path)
  const byToken = inPath === null ? null : await callerByToken(services, inPath)
  if (byToken) return byToken
  const bySession = sessionToken === null ? null : await callerBySession(services, sessionToken)
  return bySession ?? { viewer: NOBODY, session: null }
}

async function callerByKey(services: Services, key: string, path: string): Promise<Caller | null> {
  const found = await users.findByKey(services, key)
  if (found) {
    await users.recordActivity(services, found.user)
    return { viewer: users.viewerOf(found), session: null }
  }
  const byToken = await callerByToken(services, key)
  if (byToken) return byToken
  const queryId = queryIdIn(path)
  const query = queryId === null ? undefined : await store.findQueryByKey(services.db, queryId, key)
  if (!query || (query.isArchived && !isFeed(path))) return null
  const permissions = new Set(['view_query'] as const)
  return { viewer: { kind: 'key', apiKey: key, queryId: query.id, groupIds: query.groupIds, permissions }, session: null }
}

/** The results of a query, which sheets of other programs go on to read when it is archived. */
const isFeed = (path: string): boolean => /^\/api\/queries\/\d+\/results(?=[./]|$)/.test(path)

/** The key of a query opens the addresses that carry this query's id, and no others. */
function queryIdIn(path: string): number | null {
  const [, digits] = /^\/(?:api\/queries|embed\/query)\/(\d{1,9})(?=\/|$)/.exec(path) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The token of a shared dashboard opens what the dashboard shows, as long as the installation lets dashboards be shared. */
async function callerByToken(services: Services, token: string): Promise<Caller | null> {
  const dashboard = await store.findDashboardByToken(services.db, token)
  if (!dashboard) return null
  const { disable_public_urls } = await readSettings(services)
  const queryIds = disable_public_urls ? [] : dashboard.queryIds
  const open = { apiKey: token, dashboardId: dashboard.id, queryIds, groupIds: [] }
  return { viewer: { kind: 'token', ...open, permissions: new Set(['view_query'] as const) }, session: null }
}

/** The token in the address of a public page, and of the call that fills it. */
function tokenIn(path: string): string | null {
  return /^\/(?:api\/dashboards\/public|public\/dashboards)\/(\w{1,255})$/.exec(path)?.[1] ?? null
}

async function callerBySession(services: Services, token: string): Promise<Caller | null> {
  const now = services.now()
  const found = await store.findSession(services.db, sha256(token))
  if (!found || found.user.disabled_at !== null || found.session.expires_at <= now) return null
  const { session } = found
  const end = endOf(services, session)
  if (end <= now) return null
  const expiresAt = new Date(Math.min(now.getTime() + session.lifetime * 1000, end.getTime()))
  const isDue = expiresAt.getTime() - session.expires_at.getTime() >= PROLONG_SECONDS * 1000
  if (isDue) await store.prolong(services.db, session.id, expiresAt)
  await users.recordActivity(services, found.user)
  const isKept = session.lifetime > SHORT_SECONDS
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  return {
    viewer: users.viewerOf(found),
    session: { csrfToken: session.csrf_token, renewFor: isDue && isKept ? secondsLeft : null },
  }
}

/** When a session ends however much it is used, counted from the sign-in. */
const endOf = ({ config }: Pick<Services, 'config'>, session: { created_at: Date }): Date =>
  new Date(session.created_at.getTime() + config.sessionDays * DAY_SECONDS * 1000)

/**
 * Checks email and password and begins a session.
 * @throws AppError `wrong_credentials`; the answer takes equally long whether or not there is such a user
 * @throws AppError `account_throttled` after too many attempts from there, `password_login_disabled`
 */
export async function signIn(
  ctx: Context,
  { email, password, remember }: { email: string; password: string; remember?: boolean },
  { previousToken, device }: Browser,
): Promise<SignedIn> {
  if (!takesPasswords(ctx.config, await readSettings(ctx))) throw new AppError('password_login_disabled')
  const attempt = await admitAttempt(ctx, email, device)
  const found = await users.findByEmail(ctx, email)
  const isRight = await verifyPassword(found?.user.password_hash ?? null, password)
  if (!found || !isRight) {
    await failed(ctx, attempt)
    await recordFailure(ctx, email, 'password')
    throw new AppError('wrong_credentials')
  }
  await succeeded(ctx, attempt)
  const opened = await startSession(ctx, found.user, 'password', { remember: remember === true, previousToken })
  return { ...opened, device: rememberAccount(ctx, device, accountOf(email)) }
}

/** Lets in a user who has just proved who they are: begins a session and notes it in the audit log. */
export async function startSession(
  ctx: Context,
  user: { id: number; name: string },
  way: SignInMethod['name'] | 'password',
  { remember = false, previousToken }: { remember?: boolean; previousToken: string | null },
): Promise<OpenedSession> {
  const opened = await open(ctx, user.id, remember, previousToken)
  await record(ctx, { ...entryOf(user), origin: ctx.origin, action: 'session.sign_in', details: { way } })
  return opened
}

/** Notes that somebody did not get in. What was typed counts only as far as it is an address: it may be a password. */
export async function recordFailure(ctx: Context, account: string, way: SignInMethod['name'] | 'password'): Promise<void> {
  const email = isEmailAddress(account) ? account.toLowerCase() : null
  const details = { way, ...(email === null ? {} : { email }) }
  await record(ctx, { actor: null, origin: ctx.origin, action: 'session.sign_in_failed', details })
}

const entryOf = ({ id, name }: { id: number; name: string }) => ({ actor: { id, name }, object_id: id, object_name: name })

/**
 * Lets a session go on under another token: after what proves its user has changed, the old one is worth nothing.
 * @returns null when there is no such session
 */
export async function rotate({ db }: Pick<Services, 'db'>, token: string): Promise<OpenedSession | null> {
  const opened = { token: newKey(), csrfToken: newKey() }
  const lifetime = await store.rekey(db, sha256(token), { id: sha256(opened.token), csrf_token: opened.csrfToken })
  return lifetime === null ? null : { ...opened, maxAge: lifetime > SHORT_SECONDS ? lifetime : null }
}

/** Ends all other sessions of the caller. @returns how many there were */
export async function endOtherSessions(ctx: Context, sessionToken: string | null): Promise<number> {
  const { id, name } = userOf(ctx)
  const ended = await endSessions(ctx, id, sessionToken === null ? {} : { token: sessionToken })
  await recordAction(ctx, 'session.end_others', { object_id: id, object_name: name, details: { ended } })
  return ended
}

/** Signs out: ends the session of a cookie's token. */
export async function signOut(ctx: Context, token: string): Promise<void> {
  await close(ctx, token)
  if (ctx.viewer.kind === 'user') await recordAction(ctx, 'session.sign_out', { object_id: ctx.viewer.id })
}

/** Takes the link of a verification as proof of an email address. @returns whose it is @throws AppError `verification_invalid` */
export async function verifyEmail(ctx: Context, token: string): Promise<{ name: string; email: string }> {
  await verifyEmailByLink(ctx, token)
  const { name, email } = await openLink(ctx, 'verify', token)
  return { name, email }
}

/** Begins a session for a user who has proved who they are. */
export async function open(
  services: Services,
  userId: number,
  remember: boolean,
  previousToken: string | null,
): Promise<OpenedSession> {
  const now = services.now()
  const lifetime = Math.min(remember ? LONG_SECONDS : SHORT_SECONDS, services.config.sessionDays * DAY_SECONDS)
  const opened = { token: newKey(), csrfToken: newKey(), maxAge: remember ? lifetime : null }
  if (previousToken !== null) await close(services, previousToken)
  await store.removeExpired(services.db, now)
  await store.insert(services.db, {
    id: sha256(opened.token),
    user_id: userId,
    csrf_token: opened.csrfToken,
    lifetime,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime * 1000),
  })
  return opened
}

/** Ends the session of a cookie's token. */
async function close({ db }: Pick<Services, 'db'>, token: string): Promise<void> {
  await store.remove(db, sha256(token))
}
