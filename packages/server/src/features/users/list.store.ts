import { foldedText } from '@sightline/domain/folded-text.ts'
import { and, arrayContains, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { foldedSql } from '../../platform/db/folded-text.ts'
import { containing } from '../../platform/db/like.ts'
import { knownParts, maybeNull, neverNull, requestedOrder, type SortKey } from '../../platform/db/list-order.ts'
import { inOrderOf, type PageCut, readPage } from '../../platform/db/list-pages.ts'
import type { ListRequest } from '../../platform/paging.ts'
import type { UserRow } from './store.ts'
import { groups, users } from './tables.ts'

/** Which users a list shows. */
export interface UserScope {
  isDisabled: boolean
  /** Null for both. */
  isPending: boolean | null
}

/** A page of users, and the total count. */
export async function listPage(db: Db, scope: UserScope, request: ListRequest): Promise<{ rows: UserRow[]; count: number }> {
  const { ids, count } = await readPage(request, {
    order: knownParts(request.order, sortable),
    isSoonCounted: request.term === '',
    idsOf: (cut, selected) => cutIds(db, scope, { ...request, ...cut }, selected),
    count: () => countOf(db, scope, request),
  })
  const rows = ids.length === 0 ? [] : await db.select().from(users).where(inArray(users.id, ids))
  return { rows: inOrderOf(ids, rows, ({ id }) => id), count }
}

/** Selects only ids, since sorting whole rows takes several times as long. */
function cutIds(db: Db, scope: UserScope, cut: Pick<ListRequest, 'term'> & PageCut, count: SQL<number>) {
  return db
    .select({ id: users.id, count })
    .from(users)
    .where(matching(scope, cut))
    .orderBy(...ordering(cut))
    .limit(cut.limit)
    .offset(cut.offset)
}

async function countOf(db: Db, scope: UserScope, request: Pick<ListRequest, 'term'>): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(matching(scope, request))
  return row?.count ?? 0
}

/** All users, by email. */
export const allUsers = (db: Db): Promise<UserRow[]> => db.select().from(users).orderBy(users.email)

/** The members of a group, disabled ones included, by name. */
export function membersOf(db: Db, groupId: number): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(arrayContains(users.group_ids, [groupId]))
    .orderBy(asc(sql`lower(${users.name})`), users.id)
}

/** The names of groups, by id. */
export async function groupNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(inArray(groups.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function matching({ isDisabled, isPending }: UserScope, { term }: Pick<ListRequest, 'term'>): SQL | undefined {
  const pattern = containing(foldedText(term))
  return and(
    isDisabled ? isNotNull(users.disabled_at) : isNull(users.disabled_at),
    isPending === null ? undefined : eq(users.is_invitation_pending, isPending),
    // Byte-wise comparison takes half the time of comparison by the rules of a language.
    term === '' ? undefined : sql`(${foldedSql(users.search_text)}) collate "C" like ${pattern}`,
  )
}

const ordering = (cut: PageCut): SQL[] => requestedOrder(cut, sortable, users.id) ?? [desc(users.created_at), desc(users.id)]

const sortable: ReadonlyMap<string, SortKey> = new Map([
  ['name', neverNull(sql`lower(${users.name})`)],
  ['created_at', neverNull(sql`${users.created_at}`)],
  ['active_at', maybeNull(sql`${users.active_at}`)],
  ['groups', neverNull(sql`${users.group_ids}`)],
])
