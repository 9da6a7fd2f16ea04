import type { ListQuery, TagCounts } from '@sightline/contract/paging.ts'
import type { QueryListItem, RecentQuery } from '@sightline/contract/queries.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context, UserViewer } from '../../platform/context.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { readSettings } from '../settings/service.ts'
import * as store from './lists.store.ts'
import { presentListItem, presentRecent } from './present.ts'
import { readSearch } from './search.ts'
import { byIds } from './store.ts'

const RECENT_COUNT = 10

/** A page of queries whose data source is shared with a group of the caller, even for admins. */
export async function list(ctx: Context, which: store.Scope['list'], query: ListQuery) {
  const { term, ...request } = readListRequest(query)
  const search = term === '' ? null : readSearch(term, (await readSettings(ctx)).multi_byte_search_enabled)
  const scope = scopeOf(userOf(ctx), which)
  const { count, rows } = await store.list(ctx.db, scope, { ...request, search })
  const items: QueryListItem[] = rows.map((row) => presentListItem(row, ctx))
  return pageOf(request, count, items)
}

/** The caller's own queries that were changed last. */
export async function recent(ctx: Context): Promise<RecentQuery[]> {
  const rows = await store.recent(ctx.db, scopeOf(userOf(ctx), 'my'), RECENT_COUNT)
  return rows.map((row) => presentRecent(row, ctx.viewer))
}

export async function tags(ctx: Context): Promise<TagCounts> {
  return { tags: await store.tagCounts(ctx.db, scopeOf(userOf(ctx), 'all')) }
}

const scopeOf = (user: UserViewer, which: store.Scope['list']): store.Scope => ({
  list: which,
  userId: user.id,
  groupIds: user.groupIds,
})

/** Queries as list items, in the order of these ids. The caller must be allowed to see all of them. */
export async function listItems(ctx: Context, ids: readonly number[]): Promise<QueryListItem[]> {
  if (ids.length === 0) return []
  const rows = await byIds(ctx.db, ids, ctx.viewer.kind === 'user' ? ctx.viewer.id : 0)
  return rows.map((row) => presentListItem(row, ctx)).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
