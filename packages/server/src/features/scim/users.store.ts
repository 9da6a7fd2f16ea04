import { and, asc, count, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { groups, users } from '../users/tables.ts'
import { type AttributeSql, sqlOf } from './conditions.store.ts'
import type { Condition } from './filter.ts'
import { scimUsers } from './tables.ts'

const columns = { user: getTableColumns(users), scim: getTableColumns(scimUsers) }
/** Service accounts are made here and are none of the provider's. */
const isShown = and(isNull(scimUsers.removed_at), eq(users.is_service_account, false))
const userName = sql`coalesce(${scimUsers.user_name}, ${users.email})`

const attributes: ReadonlyMap<string, AttributeSql> = new Map<string, AttributeSql>([
  ['id', { kind: 'text', value: sql`${users.id}::text`, isExact: true }],
  ['externalid', { kind: 'text', value: sql`${scimUsers.external_id}`, isExact: true }],
  ['username', { kind: 'text', value: userName }],
  ['displayname', { kind: 'text', value: sql`${users.name}` }],
  ['name.formatted', { kind: 'text', value: sql`${users.name}` }],
  ['name.givenname', { kind: 'text', value: sql`${scimUsers.given_name}` }],
  ['name.familyname', { kind: 'text', value: sql`${scimUsers.family_name}` }],
  ['emails', { kind: 'text', value: sql`${users.email}` }],
  ['emails.value', { kind: 'text', value: sql`${users.email}` }],
  ['emails.type', { kind: 'text', value: sql`'work'` }],
  ['emails.primary', { kind: 'boolean', value: sql`true` }],
  ['active', { kind: 'boolean', value: sql`${users.disabled_at} is null` }],
])
export const userAttributes: ReadonlySet<string> = new Set(attributes.keys())

const selected = (db: Db) => db.select(columns).from(users).leftJoin(scimUsers, eq(scimUsers.user_id, users.id))
export type ScimUserRow = Awaited<ReturnType<typeof selected>>[number]

/** Some users in the order of their ids, and how many match. */
export async function page(db: Db, condition: Condition | null, offset: number, limit: number) {
  const where = and(isShown, condition === null ? undefined : sqlOf(condition, attributes))
  const [total] = await db
    .select({ count: count() })
    .from(users)
    .leftJoin(scimUsers, eq(scimUsers.user_id, users.id))
    .where(where)
  const rows = limit === 0 ? [] : await selected(db).where(where).orderBy(asc(users.id)).limit(limit).offset(offset)
  return { rows, total: total?.count ?? 0 }
}

/** A user that the provider may see. */
export const find = (db: Db, id: number) => one(db, and(isShown, eq(users.id, id)))

/** A user with this email address or user name, also one that the provider has deleted. */
export const findNamed = (db: Db, name: string, email: string) =>
  one(db, sql`lower(${userName}) = ${name.toLowerCase()} or ${users.email} = ${email.toLowerCase()}`)

async function one(db: Db, where: SQL | undefined): Promise<ScimUserRow | undefined> {
  const [row] = await selected(db).where(where).orderBy(asc(users.id)).limit(1)
  return row
}

export async function save(db: Db, fields: Required<typeof scimUsers.$inferInsert>): Promise<void> {
  const { user_id: _, ...changes } = fields
  await db.insert(scimUsers).values(fields).onConflictDoUpdate({ target: scimUsers.user_id, set: changes })
}

/** The names of groups that are not built in, by id. */
export async function groupNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(and(inArray(groups.id, [...ids]), eq(groups.type, 'regular')))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
