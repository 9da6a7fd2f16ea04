import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as groups from '../groups/service.ts'
import { readFilter } from './filter.ts'
import * as store from './groups.store.ts'
import { patchGroup } from './patch-group.ts'
import { GROUP_SCHEMA, idOf, type ListRequest, listOf, pageOf, readGroup } from './resources.ts'

interface GroupListRequest extends ListRequest {
  excludedAttributes?: string | undefined
}

const showsMembers = ({ excludedAttributes = '' }: GroupListRequest) =>
  !excludedAttributes
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes('members')

/** The groups that match a filter, without the built-in ones. */
export async function listGroups(ctx: Context, request: GroupListRequest) {
  const { startIndex, count } = pageOf(request)
  const condition = request.filter ? readFilter(request.filter, store.groupAttributes) : null
  const { rows, total } = await store.page(ctx.db, condition, startIndex - 1, count)
  return listOf(await present(ctx, rows, showsMembers(request)), total, startIndex)
}

/** @throws AppError `not_found`, also for the built-in groups */
export async function getGroup(ctx: Context, id: string, request: GroupListRequest = {}) {
  const [shown] = await present(ctx, [await mustFind(ctx, id)], showsMembers(request))
  return shown
}

/** Creates a group. @throws AppError `scim_exists`; `scim_value_invalid` for a member that is no user */
export async function createGroup(ctx: Context, body: unknown) {
  const { displayName, externalId, members } = readGroup(body)
  await refuseTakenName(ctx, displayName, null)
  const id = await ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const group = await groups.create(within, { name: displayName })
    await store.saveExternalId(db, group.id, externalId)
    await setMembers(
      within,
      group.id,
      (members ?? []).map(({ value }) => value),
    )
    return group.id
  })
  return getGroup(ctx, String(id))
}

/** Replaces name and members of a group; a list without members empties it. @throws AppError as `createGroup`, `not_found` */
export async function replaceGroup(ctx: Context, id: string, body: unknown) {
  const { displayName, externalId, members } = readGroup(body)
  return saveGroup(ctx, id, { displayName, externalId, members: (members ?? []).map(({ value }) => value) })
}

/** Changes name or members of a group. @throws AppError as `replaceGroup` and `patchGroup` */
export async function changeGroup(ctx: Context, id: string, body: unknown) {
  const { group, external_id } = await mustFind(ctx, id)
  const members = new Set((await store.memberIds(ctx.db, group.id)).map(String))
  const before = { displayName: group.name, externalId: external_id, members }
  const after = patchGroup(before, body, GROUP_SCHEMA)
  return saveGroup(ctx, id, { ...after, members: [...after.members] })
}

/** Deletes a group: its members lose what it shares. @throws AppError `not_found` */
export async function removeGroup(ctx: Context, id: string): Promise<void> {
  await groups.remove(ctx, (await mustFind(ctx, id)).group.id)
}

async function saveGroup(
  ctx: Context,
  id: string,
  { displayName, externalId, members }: { displayName: string; externalId: string | null; members: readonly string[] },
) {
  const { group } = await mustFind(ctx, id)
  if (displayName !== group.name) await refuseTakenName(ctx, displayName, group.id)
  await ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    if (displayName !== group.name) await groups.rename(within, group.id, { name: displayName })
    await store.saveExternalId(db, group.id, externalId)
    await setMembers(within, group.id, members)
  })
  return getGroup(ctx, id)
}

/** @param ctx of a transaction @throws AppError `scim_value_invalid` for a member that is no user */
async function setMembers(ctx: Context, groupId: number, sent: readonly string[]): Promise<void> {
  const ids = new Set(sent.map((value) => idOf(value) ?? Number.NaN))
  const before = new Set(await store.memberIds(ctx.db, groupId))
  const added = [...ids].filter((id) => !before.has(id))
  const known = await store.knownUsers(ctx.db, added.filter(Number.isInteger))
  if (added.some((id) => !known.has(id))) throw new AppError('scim_value_invalid', { reason: 'A member is not a known user.' })
  for (const id of added) await groups.addMember(ctx, groupId, id)
  for (const id of before) if (!ids.has(id)) await groups.removeMember(ctx, groupId, id)
}

async function refuseTakenName(ctx: Context, name: string, exceptId: number | null): Promise<void> {
  if (await store.isNameTaken(ctx.db, name, exceptId))
    throw new AppError('scim_exists', { reason: 'There is already a group with this name.' })
}

async function mustFind(ctx: Context, id: string): Promise<store.ScimGroupRow> {
  const number = idOf(id)
  const row = number === null ? undefined : await store.find(ctx.db, number)
  if (!row) throw new AppError('not_found')
  return row
}

async function present(ctx: Context, rows: readonly store.ScimGroupRow[], hasMembers: boolean) {
  const members = hasMembers
    ? await store.membersOf(
        ctx.db,
        rows.map(({ group }) => group.id),
      )
    : []
  return rows.map(({ group, external_id }) => ({
    schemas: [GROUP_SCHEMA],
    id: String(group.id),
    ...(external_id ? { externalId: external_id } : {}),
    displayName: group.name,
    ...(hasMembers
      ? {
          members: members
            .filter(({ group_ids }) => group_ids.includes(group.id))
            .map(({ id, name }) => ({
              value: String(id),
              display: name,
              type: 'User',
              $ref: `${ctx.baseUrl}scim/v2/Users/${id}`,
            })),
        }
      : {}),
    meta: {
      resourceType: 'Group',
      created: group.created_at.toISOString(),
      lastModified: group.created_at.toISOString(),
      location: `${ctx.baseUrl}scim/v2/Groups/${group.id}`,
    },
  }))
}
