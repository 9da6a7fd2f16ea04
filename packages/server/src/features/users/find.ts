import { defaultPermissions, type Permission, permissions } from '@sightline/contract/permissions.ts'
import type { Context, Services, UserViewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { UserRow, UserWithPermissions } from './store.ts'
import * as store from './store.ts'

/** The time of the last activity is precise to the minute. */
const ACTIVITY_MILLISECONDS = 60_000

/**
 * The user with a personal API key; null if there is none, the user is disabled or a service account. Pending users count, since admins create users for
 * programs that never accept an invitation.
 */
export async function findByKey(services: Services, apiKey: string): Promise<UserWithPermissions | null> {
  const found = enabled(await store.findByKey(services.db, apiKey))
  return found?.user.is_service_account === true ? null : found
}

/** The user with an id; null if there is none or the user is disabled. */
export async function findEnabled({ db }: Pick<Services, 'db'>, id: number): Promise<UserWithPermissions | null> {
  return enabled(await store.findById(db, id))
}

/** The user with an email address, ignoring case; null if there is none or the user is disabled. */
export async function findByEmail(services: Services, email: string): Promise<UserWithPermissions | null> {
  return enabled(await store.findByEmail(services.db, email))
}

/** The user with an email address, including disabled users; null if there is none. */
export async function findAnyByEmail({ db }: Pick<Services, 'db'>, email: string): Promise<UserRow | null> {
  return (await store.findByEmail(db, email))?.user ?? null
}

const enabled = (found: UserWithPermissions | undefined) => (found && found.user.disabled_at === null ? found : null)

export async function exists({ db }: Pick<Services, 'db'>, id: number): Promise<boolean> {
  return (await store.findById(db, id)) !== undefined
}

/** A user as the viewer of a call; null if there is none or the user is disabled. */
export async function findViewer(services: Pick<Services, 'db'>, id: number): Promise<UserViewer | null> {
  const found = await findEnabled(services, id)
  return found && viewerOf(found)
}

/** The rights that a user has, or had before they were disabled. @throws AppError `not_found` */
export async function viewerEvenDisabled({ db }: Pick<Services, 'db'>, id: number): Promise<UserViewer> {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  return viewerOf(found)
}

/** A user as the viewer of a call in a session or with the personal key. */
export function viewerOf({ user, permissions }: UserWithPermissions): UserViewer {
  return {
    kind: 'user',
    id: user.id,
    name: user.name,
    email: user.email,
    language: user.language,
    groupIds: user.group_ids,
    permissions: effectivePermissions([permissions]),
    keyScopes: null,
  }
}

/** Records that a user is active now. */
export async function recordActivity({ db, now }: Services, user: UserRow): Promise<void> {
  const before = new Date(now().getTime() - ACTIVITY_MILLISECONDS)
  if (user.active_at === null || user.active_at < before) await store.recordActivity(db, user.id, now(), before)
}

/** @throws AppError `not_found` */
export async function mustFind({ db }: Pick<Context, 'db'>, id: number): Promise<UserRow> {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  return found.user
}

/**
 * The union of the permissions of a user's groups. `admin` implies everything that the built-in group `default` grants, so that
 * users in the admin group alone are not worse off; `super_admin` is never implied.
 * @param lists the permission lists of the groups; unknown names are ignored
 */
export function effectivePermissions(lists: readonly (readonly string[])[]): ReadonlySet<Permission> {
  const granted = new Set(lists.flat())
  if (granted.has('admin')) for (const implied of defaultPermissions) granted.add(implied)
  return new Set(permissions.filter((permission) => granted.has(permission)))
}
