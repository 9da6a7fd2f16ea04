import type { User } from '@sightline/contract/users.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordAction } from '../audit/service.ts'
import { keepingAnAdmin } from './admins.ts'
import * as changes from './change.store.ts'
import * as lists from './list.store.ts'
import { presentUser } from './present.ts'

/** A group, as the rules of membership need it. */
export interface JoinedGroup {
  id: number
  name: string
  type: 'builtin' | 'regular'
}

/** The members of a group, disabled ones included, by name. */
export async function membersOf(ctx: Context, groupId: number): Promise<User[]> {
  const rows = await lists.membersOf(ctx.db, groupId)
  return rows.map((row) => presentUser(row, ctx.config))
}

/** Puts a user into a group. Who is a member already stays one. @throws AppError `not_found` when there is no such user */
export async function join(ctx: Context, group: JoinedGroup, userId: number): Promise<User> {
  return ctx.db.transaction(async (tx) => {
    const user = await changes.addToGroup(tx, userId, group.id)
    if (!user) throw new AppError('not_found')
    await recordAction({ ...ctx, db: tx }, 'group.add_member', aboutMember(group, user))
    return presentUser(user, ctx.config)
  })
}

/**
 * Takes a user out of a group.
 * @throws AppError `not_found`; `group_builtin_leave` for oneself; `last_admin`
 */
export async function leave(ctx: Context, group: JoinedGroup, userId: number): Promise<void> {
  if (group.type === 'builtin' && userOf(ctx).id === userId) throw new AppError('group_builtin_leave')
  await keepingAnAdmin(ctx, async (within) => {
    const user = await changes.removeFromGroup(within.db, userId, group.id)
    if (!user) throw new AppError('not_found')
    await recordAction(within, 'group.remove_member', aboutMember(group, user))
  })
}

/** Takes everybody out of a group. @param ctx of the transaction that deletes it */
export const leaveAll = (ctx: Context, groupId: number): Promise<void> => changes.emptyGroup(ctx.db, groupId)

const aboutMember = (group: JoinedGroup, user: { id: number; name: string }) => ({
  object_id: group.id,
  object_name: group.name,
  details: { user_id: user.id, user_name: user.name },
})
