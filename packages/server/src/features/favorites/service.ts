import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as store from './store.ts'

/** Marks a thing as a favorite of the caller; doing so again changes nothing. The caller must have been let see it before. */
export async function mark(ctx: Context, type: store.FavoriteType, objectId: number): Promise<void> {
  await store.add(ctx.db, userIdOf(ctx), type, objectId)
}

/** Takes the mark away; also when there is none. */
export async function unmark(ctx: Context, type: store.FavoriteType, objectId: number): Promise<void> {
  await store.remove(ctx.db, userIdOf(ctx), type, objectId)
}

function userIdOf(ctx: Context): number {
  if (ctx.viewer.kind !== 'user') throw new AppError('forbidden')
  return ctx.viewer.id
}
