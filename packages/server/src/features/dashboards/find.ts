import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordOf } from './present.ts'
import * as store from './store.ts'

/** @throws AppError if there is no such dashboard */
export async function mustFindById(ctx: Context, id: number): Promise<store.DashboardRow> {
  const row = await store.findById(ctx.db, id, userOf(ctx).id)
  if (!row) throw new AppError('not_found')
  return row
}

/** A dashboard that the caller may edit. @throws AppError also for an archived one */
export async function mustEdit(ctx: Context, id: number): Promise<store.DashboardRow> {
  const row = await mustFindById(ctx, id)
  authorize(ctx.viewer, 'dashboard.edit', recordOf(row))
  if (row.dashboard.is_archived) throw new AppError('dashboard_archived')
  return row
}

/**
 * Finds a dashboard by the slug or id in a URL. Digits are an id first, since our own slugs never consist of digits alone.
 * Letters with marks may be typed in several pieces; slugs have them in one.
 * @param isSlug whether digits are a slug rather than an id
 * @throws AppError if there is no such dashboard
 */
export async function mustFind(ctx: Context, slugOrId: string, isSlug = false): Promise<store.DashboardRow> {
  const userId = userOf(ctx).id
  const byId = !isSlug && /^\d{1,9}$/.test(slugOrId) ? await store.findById(ctx.db, Number(slugOrId), userId) : undefined
  const row = byId ?? (await store.findBySlug(ctx.db, slugOrId.normalize(), userId))
  if (!row) throw new AppError('not_found')
  return row
}
