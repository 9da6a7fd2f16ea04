import type { Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { verifyPassword } from '../../platform/crypto/passwords.ts'
import { type Caller, type Credentials, NOBODY } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readSettings } from '../settings/service.ts'
import * as users from '../users/service.ts'
import * as store from './store.ts'

const SHORT_SECONDS = 6 * 60 * 60
const LONG_SECONDS = 31 * 24 * 60 * 60
/** A session in use is prolonged at most this often. */
const PROLONG_SECONDS = 60

/** A session that has just begun: what its two cookies hold, and for how many seconds. */
export interface OpenedSession {
  token: string
  csrfToken: string
  /** Null: until the browser closes. */
  maxAge: number | null
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
    await users.noteActivity(services, found.user)
    return { viewer: users.viewerOf(found), session: null }
  }
  const byToken = await callerByToken(services, key)
  if (byToken) return byToken
  const queryId = queryIdIn(path)
  const query = queryId === null ? undefined : await store.findQueryByKey(services.db, queryId, key)
  if (!query) return null
  const permissions = new Set(['view_query'] as const)
  return { viewer: { kind: 'key', apiKey: key, queryId: query.id, groupIds: query.groupIds, permissions }, session: null }
}

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
  const expiresAt = new Date(now.getTime() + session.lifetime * 1000)
  const isDue = expiresAt.getTime() - session.expires_at.getTime() >= PROLONG_SECONDS * 1000
  if (isDue) await store.prolong(services.db, session.id, expiresAt)
  await users.noteActivity(services, found.user)
  const isKept = session.lifetime === LONG_SECONDS
  return {
    viewer: users.viewerOf(found),
    session: { csrfToken: session.csrf_token, renewFor: isDue && isKept ? LONG_SECONDS : null },
  }
}

/**
 * Checks email and password and begins a session.
 * @param previousToken of the session that the browser had so far, which ends
 * @throws AppError `wrong_credentials`; the answer takes equally long whether or not there is such a user
 */
export async function signIn(
  services: Services,
  { email, password, remember }: { email: string; password: string; remember?: boolean },
  previousToken: string | null,
): Promise<OpenedSession> {
  const found = await users.findByEmail(services, email)
  const isRight = await verifyPassword(found?.user.password_hash ?? null, password)
  if (!found || !isRight) throw new AppError('wrong_credentials')
  return open(services, found.user.id, remember === true, previousToken)
}

/** Begins a session for a user who has proved who they are. */
export async function open(
  services: Services,
  userId: number,
  remember: boolean,
  previousToken: string | null,
): Promise<OpenedSession> {
  const now = services.now()
  const lifetime = remember ? LONG_SECONDS : SHORT_SECONDS
  const opened = { token: newKey(), csrfToken: newKey(), maxAge: remember ? lifetime : null }
  if (previousToken !== null) await close(services, previousToken)
  await store.removeExpired(services.db, now)
  await store.insert(services.db, {
    id: sha256(opened.token),
    user_id: userId,
    csrf_token: opened.csrfToken,
    lifetime,
    expires_at: new Date(now.getTime() + lifetime * 1000),
  })
  return opened
}

/** Ends the session of a cookie's token. */
export async function close({ db }: Services, token: string): Promise<void> {
  await store.remove(db, sha256(token))
}
