import type { User } from '@sightline/contract/users.ts'
import { refuseScopedKey, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordAction } from '../audit/service.ts'
import * as lists from './list.store.ts'
import { presentUser } from './present.ts'
import * as changes from './store.ts'
import * as store from './store.ts'

/** A group in the form that the membership rules need. */
export interface MembershipGroup {
  id: number
  name: string
  type: 'builtin' | 'regular'
}

/** The members of a group, disabled ones included, by name. */
export async function membersOf(ctx: Context, groupId: number): Promise<User[]> {
  const rows = await lists.membersOf(ctx.db, groupId)
  return rows.map((row) => presentUser(row, ctx.config))
}

/**
 * Adds a user to a group; idempotent.
 * @throws AppError `unscoped_key_needed` for the group of admins; `not_found` if there is no such user
 */
export async function join(ctx: Context, group: MembershipGroup, userId: number): Promise<User> {
  if (group.type === 'builtin' && group.name === 'admin') refuseScopedKey(ctx)
  return ctx.db.transaction(async (tx) => {
    const user = await changes.addToGroup(tx, userId, group.id)
    if (!user) throw new AppError('not_found')
    await recordAction({ ...ctx, db: tx }, 'group.add_member', aboutMember(group, user))
    return presentUser(user, ctx.config)
  })
}

/**
 * Removes a user from a group.
 * @throws AppError `not_found`; `group_builtin_leave` for oneself; `last_admin`
 */
export async function leave(ctx: Context, group: MembershipGroup, userId: number): Promise<void> {
  if (group.type === 'builtin' && userOf(ctx).id === userId) throw new AppError('group_builtin_leave')
  await ensureAdminRemains(ctx, async (within) => {
    const user = await changes.removeFromGroup(within.db, userId, group.id)
    if (!user) throw new AppError('not_found')
    await recordAction(within, 'group.remove_member', aboutMember(group, user))
  })
}

/**
 * Sets in which of some groups a user is; other groups stay as they are. The last admin stays one, whatever is wanted.
 * @param among ids of the groups that are set
 * @param wanted ids of those that the user belongs to
 * @returns the ids that were added and removed
 */
export async function setAmong(
  { db }: Pick<Context, 'db'>,
  userId: number,
  among: readonly number[],
  wanted: ReadonlySet<number>,
): Promise<{ added: number[]; removed: number[] }> {
  await store.lockAdmins(db)
  const found = await store.findById(db, userId)
  if (!found) throw new AppError('not_found')
  const { group_ids: before } = found.user
  const added = [...wanted].filter((id) => !before.includes(id))
  const removed = before.filter((id) => among.includes(id) && !wanted.has(id))
  const save = (ids: readonly number[]) =>
    changes.change(db, userId, { group_ids: [...before.filter((id) => !ids.includes(id)), ...added] })
  if (added.length + removed.length === 0) return { added, removed }
  await save(removed)
  if (await store.hasActiveAdmin(db)) return { added, removed }
  const admins = await store.builtinGroupId(db, 'admin')
  const withoutAdmins = removed.filter((id) => id !== admins)
  await save(withoutAdmins)
  return { added, removed: withoutAdmins }
}

/** Removes all users from a group. @param ctx of the transaction that deletes the group */
export const leaveAll = (ctx: Context, groupId: number): Promise<void> => changes.emptyGroup(ctx.db, groupId)

const aboutMember = (group: MembershipGroup, user: { id: number; name: string }) => ({
  object_id: group.id,
  object_name: group.name,
  details: { user_id: user.id, user_name: user.name },
})

/**
 * Runs a change in a transaction and rolls it back if no admin who can sign in remains. Such changes are serialised, so that
 * two admins who demote each other at the same time cannot both succeed.
 * @param change gets the context of the transaction
 * @throws AppError `last_admin`
 */
export async function ensureAdminRemains<Result>(ctx: Context, change: (ctx: Context) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction(async (tx) => {
    await store.lockAdmins(tx)
    const result = await change({ ...ctx, db: tx })
    if (!(await store.hasActiveAdmin(tx))) throw new AppError('last_admin')
    return result
  })
}
