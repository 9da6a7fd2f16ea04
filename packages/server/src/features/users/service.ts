import type { ListQuery } from '@sightline/contract/paging.ts'
import { defaultPermissions, type Permission, permissions } from '@sightline/contract/permissions.ts'
import type { ListedUser, UserProfile } from '@sightline/contract/users.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context, Services, UserViewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import * as lists from './list.store.ts'
import { presentProfile, presentUser, profileImageOf } from './present.ts'
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
  if (user.active_at === null || user.active_at < before) await store.recordActivity(db, user.id, now(), before)
}

/** What only a user's own pages show of them. */
export async function profileOf({ db, config }: Pick<Services, 'db' | 'config'>, id: number) {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  return { profile_image_url: profileImageOf(found.user, config), is_email_verified: found.user.is_email_verified }
}

interface UserListQuery extends ListQuery {
  disabled?: boolean | undefined
  pending?: boolean | undefined
}

/** One page of the users; enabled ones unless disabled ones are asked for. */
export async function list(ctx: Context, query: UserListQuery) {
  const request = readListRequest(query)
  const scope = { isDisabled: query.disabled ?? false, isPending: query.pending ?? null }
  const { rows, count } = await lists.listPage(ctx.db, scope, request)
  const groupsOf = await groupsByName(ctx, rows)
  return pageOf(
    request,
    count,
    rows.map((row): ListedUser => ({ ...presentUser(row, ctx.config), groups: groupsOf(row) })),
  )
}

/** Reads the names of the groups that these users are in. @returns what tells a user's groups by name */
async function groupsByName({ db }: Pick<Context, 'db'>, rows: readonly store.UserRow[]) {
  const names = await lists.groupNames(db, [...new Set(rows.flatMap(({ group_ids }) => group_ids))])
  return ({ group_ids }: store.UserRow) =>
    group_ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
}

/** One user, with the key for themselves and admins. */
export async function get(ctx: Context, id: number): Promise<UserProfile> {
  authorize(ctx.viewer, 'user.view', { id })
  const user = await mustFind(ctx, id)
  const groupsOf = await groupsByName(ctx, [user])
  return { ...presentProfile(user, ctx), named_groups: groupsOf(user) }
}

/** @throws AppError `not_found` */
export async function mustFind({ db }: Pick<Context, 'db'>, id: number): Promise<store.UserRow> {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  return found.user
}

/**
 * What somebody may do: the union of what their groups grant. `admin` brings everything that the built-in group `default`
 * grants, so that a user in the admin group alone is no less than others; `super_admin` is never implied.
 * @param lists the permission lists of the groups; names we do not know are left out
 */
export function effectivePermissions(lists: readonly (readonly string[])[]): ReadonlySet<Permission> {
  const granted = new Set(lists.flat())
  if (granted.has('admin')) for (const implied of defaultPermissions) granted.add(implied)
  return new Set(permissions.filter((permission) => granted.has(permission)))
}
