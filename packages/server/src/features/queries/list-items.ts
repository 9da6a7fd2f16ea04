import type { QueryListItem } from '@sightline/contract/queries.ts'
import type { Context } from '../../platform/context.ts'
import { presentListItem } from './present.ts'
import * as store from './store.ts'

/** Queries in the form of lists, in the order of their ids here; for callers who may see them all. */
export async function listItems(ctx: Context, ids: readonly number[]): Promise<QueryListItem[]> {
  if (ids.length === 0) return []
  const rows = await store.byIds(ctx.db, ids, ctx.viewer.kind === 'user' ? ctx.viewer.id : 0)
  return rows.map((row) => presentListItem(row, ctx)).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
