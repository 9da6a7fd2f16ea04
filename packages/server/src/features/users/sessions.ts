import { memoized } from '@sightline/domain/memoized.ts'
import type { Context, Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import type { HttpExchange } from '../../platform/http/app.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type OpenedSession, setSessionCookie } from '../../platform/http/session-cookies.ts'
import * as store from './credentials.store.ts'
import { recordActivity, viewerOf } from './find.ts'

const SHORT_SECONDS = 6 * 60 * 60
const DAY_SECONDS = 24 * 60 * 60
const LONG_SECONDS = 7 * DAY_SECONDS
/** A session in use is extended at most this often. */
const EXTEND_INTERVAL_SECONDS = 60

/**
 * Opens a session for a user who has proved who they are.
 * @param remember whether the session outlives the browser
 * @param previousToken of the session that the browser had so far, which ends; null for none
 */
export async function openSession(
  services: Services,
  userId: number,
  remember: boolean,
  previousToken: string | null,
): Promise<OpenedSession> {
  const now = services.now()
  const lifetime = Math.min(remember ? LONG_SECONDS : SHORT_SECONDS, services.config.sessionDays * DAY_SECONDS)
  const opened = { token: newKey(), csrfToken: newKey(), maxAge: remember ? lifetime : null }
  if (previousToken !== null) await closeSession(services, previousToken)
  await store.removeExpiredSessions(services.db, now)
  await store.insertSession(services.db, {
    id: sha256(opened.token),
    user_id: userId,
    csrf_token: opened.csrfToken,
    lifetime,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime * 1000),
  })
  return opened
}

/** Sessions whose id is kept, because each request of a session asks for it. */
const MAX_IDS = 1000

/** The id under which the session of a token is stored. */
const sessionId = memoized((token: string) => sha256(token), MAX_IDS)

/** A session, possibly expired, with its user as the viewer of its calls, which every request asks for. */
const readSession = snapshotCached(async (db: Db, id: string) => {
  const found = await store.findSession(db, id)
  return found && { session: found.session, user: found.user, viewer: viewerOf(found) }
}, store.sessionTables)

/**
 * Finds the caller behind a session cookie, and extends the session.
 * @returns null for an unknown or expired session, and for a disabled user
 */
export async function callerBySession(services: Services, token: string): Promise<Caller | null> {
  const now = services.now()
  const found = await readSession(services.db, sessionId(token))
  if (!found || found.user.disabled_at !== null || found.session.expires_at <= now) return null
  const { session, viewer } = found
  const end = hardExpiry(services, session)
  if (end <= now) return null
  const expiresAt = new Date(Math.min(now.getTime() + session.lifetime * 1000, end.getTime()))
  const isDue = expiresAt.getTime() - session.expires_at.getTime() >= EXTEND_INTERVAL_SECONDS * 1000
  if (isDue) await store.extendSession(services.db, session.id, expiresAt)
  await recordActivity(services, found.user)
  const isRemembered = session.lifetime > SHORT_SECONDS
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  return {
    viewer,
    session: { csrfToken: session.csrf_token, renewFor: isDue && isRemembered ? secondsLeft : null },
  }
}

/** When a session ends however much it is used, counted from the sign-in. */
const hardExpiry = ({ config }: Pick<Services, 'config'>, session: { created_at: Date }): Date =>
  new Date(session.created_at.getTime() + config.sessionDays * DAY_SECONDS * 1000)

/** Ends the session of a cookie's token. */
export async function closeSession({ db }: Pick<Services, 'db'>, token: string): Promise<void> {
  await store.removeSession(db, sha256(token))
}

/**
 * Ends the sessions of a user.
 * @param except the token of one session to keep
 * @returns how many sessions ended
 */
export function endSessions({ db }: Pick<Services, 'db'>, userId: number, except: { token?: string } = {}): Promise<number> {
  return store.removeSessionsOf(db, userId, except.token === undefined ? null : sha256(except.token))
}

/** Gives the caller's own session a new token, after they have changed their email or password. */
export async function rotateSessionCookie(ctx: Context, http: HttpExchange, userId: number): Promise<void> {
  const isOwn = ctx.viewer.kind === 'user' && ctx.viewer.id === userId
  const rotated = isOwn && http.sessionToken !== null ? await rotateSession(ctx, http.sessionToken) : null
  if (rotated !== null) setSessionCookie(http, rotated)
}

/** Replaces the token of a session, so that the old one is worth nothing. @returns null if there is no such session */
async function rotateSession({ db }: Pick<Services, 'db'>, token: string): Promise<OpenedSession | null> {
  const opened = { token: newKey(), csrfToken: newKey() }
  const lifetime = await store.rekeySession(db, sha256(token), { id: sha256(opened.token), csrf_token: opened.csrfToken })
  return lifetime === null ? null : { ...opened, maxAge: lifetime > SHORT_SECONDS ? lifetime : null }
}
