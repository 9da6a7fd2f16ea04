import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store.ts'

/** Marks a thing as a favorite of the caller; doing so again changes nothing. The caller must have been let see it before. */
export async function mark(ctx: Context, type: store.FavoriteType, objectId: number): Promise<void> {
  await store.add(ctx.db, userOf(ctx).id, type, objectId)
}

/** Takes the mark away; also when there is none. */
export async function unmark(ctx: Context, type: store.FavoriteType, objectId: number): Promise<void> {
  await store.remove(ctx.db, userOf(ctx).id, type, objectId)
}
