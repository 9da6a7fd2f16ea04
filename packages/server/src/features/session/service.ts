import type { SecondFactorMethod } from '@sightline/contract/second-factor.ts'
import type { SignInMethod } from '@sightline/contract/session.ts'
import { isEmailAddress } from '@sightline/contract/users.ts'
import { visitorsSeeRows } from '@sightline/domain/dashboards/visitor-rows.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context, Services } from '../../platform/context.ts'
import { verifyPassword } from '../../platform/crypto/passwords.ts'
import { type Caller, type Credentials, NOBODY } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { OpenedSession } from '../../platform/http/session-cookies.ts'
import { isAmong } from '../../platform/networks.ts'
import { viewerByKey } from '../api-keys/service.ts'
import { record, recordAction } from '../audit/service.ts'
import { secondStepFor } from '../second-factor/service.ts'
import { acceptsPasswords, readSettings } from '../settings/service.ts'
import * as users from '../users/service.ts'
import { type PendingSignIn, pendingSignIn } from './pending.ts'
import * as store from './store.ts'
import { accountOf, admitAttempt, recordFailedAttempt, recordSuccess, rememberAccount } from './throttle.ts'

/** A session opened with a password. */
export interface SignedIn extends OpenedSession {
  /** The known-device cookie. */
  device: string
}

/** The cookies of the browser that signs in. */
export interface Browser {
  /** Token of the previous session, which ends; null for none. */
  previousToken: string | null
  /** The known-device cookie; null for a new device. */
  device: string | null
}

/**
 * Authenticates a call. A valid key takes precedence over a session; an invalid one is ignored.
 * @returns `nobody` for unknown keys, ended sessions and disabled users
 */
export async function identify(services: Services, { key, sessionToken, path }: Credentials): Promise<Caller> {
  const byKey = key === null ? null : await callerByKey(services, key, path)
  if (byKey) return byKey
  const inPath = tokenIn(path)
  const byToken = inPath === null ? null : await callerByToken(services, inPath)
  if (byToken) return byToken
  const bySession = sessionToken === null ? null : await users.callerBySession(services, sessionToken)
  return bySession ?? { viewer: NOBODY, session: null }
}

async function callerByKey(services: Services, key: string, path: string): Promise<Caller | null> {
  const byApiKey = await viewerByKey(services, key)
  if (byApiKey) return { viewer: byApiKey, session: null }
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
  const access = { apiKey: key, queryId: query.id, queryName: query.name, groupIds: query.groupIds }
  return { viewer: { kind: 'key', ...access, permissions }, session: null }
}

/** The results of a query. Spreadsheets that read them keep working after the query is archived. */
const isFeed = (path: string): boolean => /^\/api\/queries\/\d+\/results(?=[./]|$)/.test(path)

/** The key of a query is valid only for URLs with this query's id. */
function queryIdIn(path: string): number | null {
  const [, digits] = /^\/(?:api\/queries|embed\/query)\/(\d{1,9})(?=\/|$)/.exec(path) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The token of a shared dashboard grants access to its queries, unless sharing is disabled. */
async function callerByToken(services: Services, token: string): Promise<Caller | null> {
  const dashboard = await store.findDashboardByToken(services.db, token)
  if (!dashboard) return null
  const { disable_public_urls } = await readSettings(services)
  const queryIds = disable_public_urls ? [] : dashboard.queryIds
  const access = {
    apiKey: token,
    dashboardId: dashboard.id,
    dashboardName: dashboard.name,
    ownerId: dashboard.ownerId,
    queryIds,
    groupIds: [],
  }
  const seesRowsOfMarks = visitorsSeeRows(dashboard.options)
  return { viewer: { kind: 'token', ...access, seesRowsOfMarks, permissions: new Set(['view_query'] as const) }, session: null }
}

/** The token in the URL of a public dashboard, or of the API call that loads it. */
function tokenIn(path: string): string | null {
  return /^\/(?:api\/dashboards\/public|public\/dashboards)\/(\w{1,255})(?:\/pdf)?$/.exec(path)?.[1] ?? null
}

/**
 * Signs in with email address and password. No session is opened while a second step is missing.
 * @throws AppError `wrong_credentials`, after the same time whether or not the user exists
 * @throws AppError `account_throttled` after too many attempts, `password_login_disabled`
 */
export async function signIn(
  ctx: Context,
  { email, password, remember }: { email: string; password: string; remember?: boolean },
  { previousToken, device }: Browser,
): Promise<SignedIn | PendingSignIn> {
  if (!acceptsPasswords(ctx.config, await readSettings(ctx))) throw new AppError('password_login_disabled')
  const attempt = await admitAttempt(ctx, email, device)
  const found = await users.findByEmail(ctx, email)
  const isRight = await verifyPassword(found?.user.password_hash ?? null, password)
  if (!found || !isRight) {
    await recordFailedAttempt(ctx, attempt)
    await recordFailedSignIn(ctx, email, 'password')
    throw new AppError('wrong_credentials')
  }
  await recordSuccess(ctx, attempt)
  const step = await secondStepFor(ctx, found.user.id)
  if (step !== null) return pendingSignIn(ctx, found.user, step, remember === true)
  const opened = await startSession(ctx, found.user, 'password', { remember: remember === true, previousToken })
  return { ...opened, device: rememberAccount(ctx, device, accountOf(email)) }
}

/** Opens a session for a user who has just authenticated, and records it in the audit log. */
export async function startSession(
  ctx: Context,
  user: { id: number; name: string },
  way: SignInMethod['name'] | 'password' | 'passkey',
  {
    remember = false,
    previousToken,
    secondFactor,
  }: { remember?: boolean; previousToken: string | null; secondFactor?: SecondFactorMethod },
): Promise<OpenedSession> {
  const opened = await users.openSession(ctx, user.id, remember, previousToken)
  const details = { way, ...(secondFactor === undefined ? {} : { second_factor: secondFactor }) }
  await record(ctx, { ...entryOf(user), origin: ctx.origin, action: 'session.sign_in', details })
  return opened
}

/** Records a failed sign-in. The typed account is recorded only if it is an email address, since it may be a password. */
export async function recordFailedSignIn(
  ctx: Context,
  account: string,
  way: SignInMethod['name'] | 'password' | 'second_factor',
): Promise<void> {
  const email = isEmailAddress(account) ? account.toLowerCase() : null
  const details = { way, ...(email === null ? {} : { email }) }
  await record(ctx, { actor: null, origin: ctx.origin, action: 'session.sign_in_failed', details })
}

const entryOf = ({ id, name }: { id: number; name: string }) => ({ actor: { id, name }, object_id: id, object_name: name })

/** Ends all other sessions of the caller. @returns how many there were */
export async function endOtherSessions(ctx: Context, sessionToken: string | null): Promise<number> {
  const { id, name } = userOf(ctx)
  const ended = await users.endSessions(ctx, id, sessionToken === null ? {} : { token: sessionToken })
  await recordAction(ctx, 'session.end_others', { object_id: id, object_name: name, details: { ended } })
  return ended
}

/** Signs out: ends the session of a cookie's token. */
export async function signOut(ctx: Context, token: string): Promise<void> {
  await users.closeSession(ctx, token)
  if (ctx.viewer.kind === 'user') await recordAction(ctx, 'session.sign_out', { object_id: ctx.viewer.id })
}

/** Verifies an email address by a link. @returns the owner of the address @throws AppError `verification_invalid` */
export async function verifyEmail(ctx: Context, token: string): Promise<{ name: string; email: string }> {
  await users.verifyEmailByLink(ctx, token)
  const { name, email } = await users.findLinkOwner(ctx, 'verify', token)
  return { name, email }
}

/**
 * The user that a trusted proxy names in a header.
 * @param peer the address of the connection itself, not of a forwarding header
 * @throws AppError `not_found` if this is not configured, `sign_in_refused` for other peers and without an email address
 */
export async function remoteUser(
  ctx: Context,
  headers: Record<string, string | string[] | undefined>,
  peer: string,
): Promise<users.IdentityMatch> {
  const { remoteUserHeader, trustedProxies } = ctx.config.signIn
  if (remoteUserHeader === null) throw new AppError('not_found')
  const email = headers[remoteUserHeader]
  if (!isAmong(peer, trustedProxies)) throw refused(`${peer} is not among SIGHTLINE_TRUSTED_PROXIES.`)
  if (typeof email !== 'string' || !isEmailAddress(email)) throw refused(`The header ${remoteUserHeader} has no email address.`)
  const address = email.toLowerCase()
  const who = { provider: 'remote_user', issuer: remoteUserHeader, subject: address } as const
  // The proxy identifies users only by email address, so trusting the proxy means trusting the address.
  return users.findOrCreateUser(ctx, { ...who, email: address, isEmailVerified: true, name: null }, { mayJoin: true })
}

/** The reason is only for the log, not for the caller. */
const refused = (why: string) => new AppError('sign_in_refused', {}, { cause: new Error(why) })
