import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store.ts'

/**
 * Adds a query or dashboard to the caller's favorites; idempotent. The caller's permission to see it must already be checked.
 */
export async function mark(ctx: Context, type: store.FavoriteType, objectId: number): Promise<void> {
  await store.add(ctx.db, userOf(ctx).id, type, objectId)
}

/** Removes a query or dashboard from the caller's favorites; idempotent. */
export async function unmark(ctx: Context, type: store.FavoriteType, objectId: number): Promise<void> {
  await store.remove(ctx.db, userOf(ctx).id, type, objectId)
}
