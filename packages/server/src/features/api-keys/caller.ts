import { API_KEY_PREFIX } from '@sightline/contract/api-keys.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import type { Services, UserViewer } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { findEnabled, recordActivity, viewerOf } from '../users/service.ts'
import type { ApiKeyRow } from './store.ts'
import * as store from './store.ts'

/** Permissions that a key has only with the scope `administer`. */
const ADMIN_PERMISSIONS: readonly Permission[] = ['admin', 'super_admin']

/**
 * The user of an API key with scopes, limited to them: without `administer`, the key has no admin rights.
 * @returns null if there is no such key, it has expired or was revoked, or its user is disabled
 */
export async function viewerByKey(services: Services, key: string): Promise<UserViewer | null> {
  if (!key.startsWith(API_KEY_PREFIX)) return null
  const found = await store.findByHash(services.db, sha256(key))
  if (!found || !isValid(found, services.now())) return null
  const owner = await findEnabled(services, found.user_id)
  if (owner === null) return null
  await recordUse(services, found)
  await recordActivity(services, owner.user)
  return limitedTo(viewerOf(owner), found.scopes)
}

/** Whether a key has neither expired nor been revoked. */
export const isValid = ({ expires_at, revoked_at }: Pick<ApiKeyRow, 'expires_at' | 'revoked_at'>, now: Date): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now)

/** A user with only the rights that the scopes leave. */
export function limitedTo(viewer: UserViewer, scopes: ApiKeyRow['scopes']): UserViewer {
  const keyScopes = new Set(scopes)
  if (keyScopes.has('administer')) return { ...viewer, keyScopes }
  const left = [...viewer.permissions].filter((permission) => !ADMIN_PERMISSIONS.includes(permission))
  return { ...viewer, permissions: new Set(left), keyScopes }
}

/** Records the day of the use: one write a day. */
async function recordUse({ db, now }: Services, { id, last_used_on }: ApiKeyRow): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  if (last_used_on === null || last_used_on < today) await store.recordUse(db, id, today)
}
