import type { Group, GroupDataSource, GroupFields, GroupMember } from '@sightline/contract/groups.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import type { User } from '@sightline/contract/users.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { recordAction } from '../audit/service.ts'
import * as sources from '../data-sources/service.ts'
import * as users from '../users/service.ts'
import { mappedMembers } from './mappings.store.ts'
import * as store from './store.ts'

export { applyMappings, groupsFor, mappings, saveMappings } from './mappings.ts'

/** All groups for admins, their own ones for others; by name. */
export async function list(ctx: Context): Promise<Group[]> {
  const { permissions, groupIds } = userOf(ctx)
  const rows = await store.list(ctx.db, permissions.has('admin') ? null : groupIds)
  return rows.map(present)
}

/** Creates a group with the permissions of the group `default`. */
export async function create(ctx: Context, { name }: GroupFields): Promise<Group> {
  return ctx.db.transaction(async (tx) => {
    const group = await store.insert(tx, name, defaultPermissions)
    await recordAction({ ...ctx, db: tx }, 'group.create', about(group))
    return present(group)
  })
}

export async function get(ctx: Context, id: number): Promise<Group> {
  return present(await mustSee(ctx, id))
}

/** @throws AppError `group_builtin_change` */
export async function rename(ctx: Context, id: number, { name }: GroupFields): Promise<Group> {
  const group = await mustFind(ctx, id)
  if (group.type === 'builtin') throw new AppError('group_builtin_change')
  return ctx.db.transaction(async (tx) => {
    const renamed = await store.rename(tx, id, name)
    if (!renamed) throw new AppError('not_found')
    await recordAction({ ...ctx, db: tx }, 'group.change', { ...about(renamed), details: { from: group.name, to: name } })
    return present(renamed)
  })
}

/** Deletes a group, and removes its members and data sources from it. @throws AppError `group_builtin_delete` */
export async function remove(ctx: Context, id: number): Promise<void> {
  const group = await mustFind(ctx, id)
  if (group.type === 'builtin') throw new AppError('group_builtin_delete')
  await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx }
    await users.leaveAll(within, id)
    await store.remove(tx, id)
    await recordAction(within, 'group.delete', about(group))
  })
}

export async function members(ctx: Context, id: number): Promise<GroupMember[]> {
  await mustSee(ctx, id)
  const [rows, mapped] = await Promise.all([users.membersOf(ctx, id), mappedMembers(ctx.db, id)])
  return rows.map((user) => ({ ...user, by_sign_in: mapped.get(user.id) ?? null }))
}

export async function addMember(ctx: Context, id: number, userId: number): Promise<User> {
  return users.join(ctx, await mustFind(ctx, id), userId)
}

export async function removeMember(ctx: Context, id: number, userId: number): Promise<void> {
  await users.leave(ctx, await mustFind(ctx, id), userId)
}

export async function dataSources(ctx: Context, id: number): Promise<GroupDataSource[]> {
  return sources.sharedWith(ctx, await mustFind(ctx, id))
}

export async function addDataSource(ctx: Context, id: number, sourceId: number): Promise<GroupDataSource> {
  return sources.share(ctx, sourceId, await mustFind(ctx, id))
}

export async function changeDataSource(
  ctx: Context,
  id: number,
  sourceId: number,
  viewOnly: boolean,
): Promise<GroupDataSource> {
  return sources.setViewOnly(ctx, sourceId, await mustFind(ctx, id), viewOnly)
}

export async function removeDataSource(ctx: Context, id: number, sourceId: number): Promise<void> {
  await sources.unshare(ctx, sourceId, await mustFind(ctx, id))
}

function present({ id, name, permissions, type, created_at }: store.GroupRow): Group {
  return { id, name, permissions, type, created_at: wireTime(created_at) }
}

async function mustFind(ctx: Context, id: number): Promise<store.GroupRow> {
  const group = await store.find(ctx.db, id)
  if (!group) throw new AppError('not_found')
  return group
}

async function mustSee(ctx: Context, id: number): Promise<store.GroupRow> {
  const group = await mustFind(ctx, id)
  authorize(ctx.viewer, 'group.view', group)
  return group
}

const about = ({ id, name }: store.GroupRow) => ({ object_id: id, object_name: name })
