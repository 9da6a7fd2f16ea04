import { API_KEY_PREFIX, type ApiKey, type CreatedApiKey, MAX_API_KEYS, type NewApiKey } from '@sightline/contract/api-keys.ts'
import { authorize, refuseScopedKey, userOf } from '../../platform/authorize.ts'
import type { Context, UserViewer } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { type NewAuditEntry, record, recordAction } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { exists, findEnabled, viewerOf } from '../users/service.ts'
import type { ApiKeyRow } from './store.ts'
import * as store from './store.ts'

export { viewerByKey } from './caller.ts'

const DAY_MS = 86_400_000
/** How long ended keys are still listed. */
const KEPT_DAYS = 30
/** Characters of a key by which its owner can tell it from others; the other 36 are random enough. */
const SHOWN_CHARACTERS = 4

/** The API keys of a user, for the user and for admins. @throws AppError `not_owner`, `not_found` */
export async function list(ctx: Context, userId: number): Promise<ApiKey[]> {
  authorize(ctx.viewer, 'user.change', { id: userId })
  if (!(await exists(ctx, userId))) throw new AppError('not_found')
  const now = ctx.now()
  return (await store.listOf(ctx.db, userId, now)).map((row) => present(row, now))
}

/**
 * Creates an API key for the caller, or for a service account as admin.
 * @param isBySession false for callers with a key, which must not make others for the same user: they would outlive it
 * @throws AppError `session_needed`, `forbidden` for another person; `unscoped_key_needed`; `api_key_limit`, `api_key_scope_refused`, `api_key_expiry_past`,
 * `api_key_expiry_far`
 */
export async function create(
  ctx: Context,
  userId: number,
  { name, scopes, expires_at }: NewApiKey,
  isBySession: boolean,
): Promise<CreatedApiKey> {
  const owner = await ownerOfNewKey(ctx, userId, isBySession)
  if (scopes.includes('administer') && !owner.permissions.has('admin')) throw new AppError('api_key_scope_refused')
  const expiresAt = await readExpiry(ctx, expires_at)
  const key = API_KEY_PREFIX + newKey()
  const row = await ctx.db.transaction(async (db) => {
    const now = ctx.now()
    if ((await store.lockAndCount(db, userId, now)) >= MAX_API_KEYS)
      throw new AppError('api_key_limit', { limit: MAX_API_KEYS })
    await store.removeEnded(db, userId, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    const fields = { user_id: userId, name, scopes, hash: sha256(key), ending: key.slice(-SHOWN_CHARACTERS) }
    const inserted = await store.insert(db, { ...fields, created_at: now, expires_at: expiresAt })
    const details = { key_id: inserted.id, key_name: name, scopes, expires_at: wireTimeOrNull(expiresAt) }
    await recordAction({ ...ctx, db }, 'user.create_api_key', { object_id: userId, object_name: owner.name, details })
    return inserted
  })
  return { ...present(row, ctx.now()), key }
}

/** The user for whom the caller may create a key. */
async function ownerOfNewKey(ctx: Context, userId: number, isBySession: boolean): Promise<UserViewer> {
  const viewer = userOf(ctx)
  const found = viewer.permissions.has('admin') ? await findEnabled(ctx, userId) : null
  if (found?.user.is_service_account === true) {
    refuseScopedKey(ctx)
    return viewerOf(found)
  }
  if (!isBySession) throw new AppError('session_needed')
  if (viewer.id !== userId) throw new AppError('forbidden')
  return viewer
}

/** Within the longest lifetime that the organization allows. */
async function readExpiry(ctx: Context, sent: string | null): Promise<Date | null> {
  const { max_api_key_days: days } = await readSettings(ctx)
  const expiresAt = sent === null ? null : new Date(sent)
  const now = ctx.now().getTime()
  if (expiresAt !== null && expiresAt.getTime() <= now) throw new AppError('api_key_expiry_past')
  if (days === null) return expiresAt
  // The clock of the browser may be ahead by some minutes, and the day of an expiry ends with the day of its time zone.
  if (expiresAt === null || expiresAt.getTime() > now + (days + 1) * DAY_MS) throw new AppError('api_key_expiry_far', { days })
  return expiresAt
}

/** Revokes an API key, for its user and for admins. @throws AppError `not_owner`; `not_found`, also if it has been revoked */
export async function revoke(ctx: Context, userId: number, id: number): Promise<ApiKey> {
  authorize(ctx.viewer, 'user.change', { id: userId })
  return ctx.db.transaction(async (db) => {
    const now = ctx.now()
    const row = await store.revoke(db, userId, id, now)
    if (!row) throw new AppError('not_found')
    await recordAction({ ...ctx, db }, 'user.revoke_api_key', aboutRevoked(row))
    return present(row, now)
  })
}

/** Revokes all API keys of a user whose password is reset. Call it within the transaction that does so. */
export async function revokeAll(
  services: Pick<Context, 'db' | 'now'>,
  userId: number,
  by: Pick<NewAuditEntry, 'actor' | 'origin'>,
): Promise<void> {
  for (const row of await store.revokeAll(services.db, userId, services.now()))
    await record(services, { ...by, ...aboutRevoked(row), action: 'user.revoke_api_key' })
}

const aboutRevoked = ({ id, name, user_id }: ApiKeyRow) => ({ object_id: user_id, details: { key_id: id, key_name: name } })

/** Everything but the hash. */
function present(row: ApiKeyRow, now: Date): ApiKey {
  const { id, name, scopes, ending, created_at, expires_at, last_used_on, revoked_at } = row
  return {
    id,
    name,
    scopes,
    ending,
    created_at: wireTime(created_at),
    expires_at: wireTimeOrNull(expires_at),
    is_expired: expires_at !== null && expires_at <= now,
    last_used_on,
    revoked_at: wireTimeOrNull(revoked_at),
  }
}
