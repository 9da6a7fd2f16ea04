import type { Services, UserViewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { effectivePermissions } from './permissions.ts'
import { profileImageOf } from './present.ts'
import type { UserRow, UserWithPermissions } from './store.ts'
import * as store from './store.ts'

/** The time of the last activity is kept to the minute. */
const ACTIVITY_MILLISECONDS = 60_000

/**
 * The user behind a key; null when there is none, or they are disabled. An invitation need not be accepted: admins make users for
 * programs, which never do that.
 */
export async function findByKey(services: Services, apiKey: string): Promise<UserWithPermissions | null> {
  return enabled(await store.findByKey(services.db, apiKey))
}

/** The user with an email address, in whatever case; null when there is none, or they are disabled. */
export async function findByEmail(services: Services, email: string): Promise<UserWithPermissions | null> {
  return enabled(await store.findByEmail(services.db, email))
}

/** The user with an email address, disabled or not; null when there is none. */
export async function findAnyByEmail({ db }: Pick<Services, 'db'>, email: string): Promise<UserRow | null> {
  return (await store.findByEmail(db, email))?.user ?? null
}

const enabled = (found: UserWithPermissions | undefined) => (found && found.user.disabled_at === null ? found : null)

export async function exists({ db }: Pick<Services, 'db'>, id: number): Promise<boolean> {
  return (await store.findById(db, id)) !== undefined
}

/** A user as the one who calls; null when there is none, or they are disabled. */
export async function findViewer({ db }: Pick<Services, 'db'>, id: number): Promise<UserViewer | null> {
  const found = enabled(await store.findById(db, id))
  return found && viewerOf(found)
}

/** A user as the one who calls. */
export function viewerOf({ user, permissions }: UserWithPermissions): UserViewer {
  return {
    kind: 'user',
    id: user.id,
    name: user.name,
    email: user.email,
    groupIds: user.group_ids,
    permissions: effectivePermissions([permissions]),
  }
}

/** Notes that a user has just done something. */
export async function recordActivity({ db, now }: Services, user: UserRow): Promise<void> {
  const before = new Date(now().getTime() - ACTIVITY_MILLISECONDS)
  if (user.active_at === null || user.active_at < before) await store.touch(db, user.id, now(), before)
}

/** What only a user's own pages show of them. */
export async function profileOf({ db, config }: Pick<Services, 'db' | 'config'>, id: number) {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  return { profile_image_url: profileImageOf(found.user, config), is_email_verified: found.user.is_email_verified }
}
