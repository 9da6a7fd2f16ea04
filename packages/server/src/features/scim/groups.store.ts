import { and, arrayContains, arrayOverlaps, asc, count, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { groups, users } from '../users/tables.ts'
import { type AttributeSql, sqlOf } from './conditions.store.ts'
import type { Condition } from './filter.ts'
import { scimGroups, scimUsers } from './tables.ts'

/** An identity provider does not see the built-in groups, so that it can neither make admins nor remove them. */
const isShown = eq(groups.type, 'regular')
const someMember = (which: SQL) =>
  sql`exists (select 1 from ${users} where ${groups.id} = any(${users.group_ids}) and ${which})`

const members: AttributeSql = {
  kind: 'contains',
  holds: (id) => someMember(sql`${users.id}::text = ${id}`),
  some: someMember(sql`true`),
}
const attributes: ReadonlyMap<string, AttributeSql> = new Map<string, AttributeSql>([
  ['id', { kind: 'text', value: sql`${groups.id}::text`, isExact: true }],
  ['externalid', { kind: 'text', value: sql`${scimGroups.external_id}`, isExact: true }],
  ['displayname', { kind: 'text', value: sql`${groups.name}` }],
  ['members', members],
  ['members.value', members],
])
export const groupAttributes: ReadonlySet<string> = new Set(attributes.keys())

const selected = (db: Db) =>
  db
    .select({ group: getTableColumns(groups), external_id: scimGroups.external_id })
    .from(groups)
    .leftJoin(scimGroups, eq(scimGroups.group_id, groups.id))
export type ScimGroupRow = Awaited<ReturnType<typeof selected>>[number]

/** Some groups in the order of their ids, and how many match. */
export async function page(db: Db, condition: Condition | null, offset: number, limit: number) {
  const where = and(isShown, condition === null ? undefined : sqlOf(condition, attributes))
  const [total] = await db
    .select({ count: count() })
    .from(groups)
    .leftJoin(scimGroups, eq(scimGroups.group_id, groups.id))
    .where(where)
  const rows = limit === 0 ? [] : await selected(db).where(where).orderBy(asc(groups.id)).limit(limit).offset(offset)
  return { rows, total: total?.count ?? 0 }
}

export async function find(db: Db, id: number): Promise<ScimGroupRow | undefined> {
  const [row] = await selected(db).where(and(isShown, eq(groups.id, id)))
  return row
}

/** Whether another group, built-in ones included, has this name, ignoring case. */
export async function isNameTaken(db: Db, name: string, exceptId: number | null): Promise<boolean> {
  const rows = await db.select({ id: groups.id }).from(groups).where(sql`lower(${groups.name}) = ${name.toLowerCase()}`)
  return rows.some(({ id }) => id !== exceptId)
}

export async function saveExternalId(db: Db, groupId: number, externalId: string | null): Promise<void> {
  await db
    .insert(scimGroups)
    .values({ group_id: groupId, external_id: externalId })
    .onConflictDoUpdate({ target: scimGroups.group_id, set: { external_id: externalId } })
}

const memberColumns = { id: users.id, name: users.name, group_ids: users.group_ids }
/** Service accounts are none of the provider's: they stay members whatever it sends. */
const visibleMembers = (db: Db, where: SQL | undefined) =>
  db
    .select(memberColumns)
    .from(users)
    .leftJoin(scimUsers, eq(scimUsers.user_id, users.id))
    .where(and(isNull(scimUsers.removed_at), eq(users.is_service_account, false), where))
    .orderBy(asc(users.id))

/** The users in any of these groups. */
export const membersOf = (db: Db, groupIds: readonly number[]) =>
  groupIds.length === 0 ? Promise.resolve([]) : visibleMembers(db, arrayOverlaps(users.group_ids, [...groupIds]))

/** The ids of the members of a group that the provider may see. */
export async function memberIds(db: Db, groupId: number): Promise<number[]> {
  return (await visibleMembers(db, arrayContains(users.group_ids, [groupId]))).map(({ id }) => id)
}

/** Filters ids to those of users that the provider may see. */
export async function knownUsers(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  return new Set((await visibleMembers(db, inArray(users.id, [...ids]))).map(({ id }) => id))
}
