import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ListQuery, TagCounts } from '@sightline/contract/paging.ts'
import type { Context, UserViewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import * as favorites from '../favorites/service.ts'
import { presentDashboard, presentListItem } from './present.ts'
import * as store from './store.ts'

/** A page of dashboards: published ones, and the caller's own drafts. */
export async function list(ctx: Context, which: store.Scope['list'], query: ListQuery) {
  const request = readListRequest(query)
  const scope = { list: which, userId: userOf(ctx).id }
  const count = await store.countOf(ctx.db, scope, request)
  const rows = await store.page(ctx.db, scope, request)
  return pageOf(request, count, rows.map(presentListItem))
}

export async function tags(ctx: Context): Promise<TagCounts> {
  return { tags: await store.tagCounts(ctx.db, { list: 'all', userId: userOf(ctx).id }) }
}

/** One dashboard, drafts and archived ones too: whoever has the address may look. */
export async function get(ctx: Context, slugOrId: string): Promise<Dashboard> {
  return presentDashboard(await mustFind(ctx, slugOrId), ctx.viewer)
}

export async function favorite(ctx: Context, slugOrId: string): Promise<null> {
  await favorites.mark(ctx, 'dashboard', (await mustFind(ctx, slugOrId)).dashboard.id)
  return null
}

export async function unfavorite(ctx: Context, slugOrId: string): Promise<null> {
  await favorites.unmark(ctx, 'dashboard', (await mustFind(ctx, slugOrId)).dashboard.id)
  return null
}

/** Digits are an id first, as slugs are never made of digits alone. */
async function mustFind(ctx: Context, slugOrId: string): Promise<store.DashboardRow> {
  const userId = userOf(ctx).id
  const row = /^\d{1,9}$/.test(slugOrId)
    ? await store.findById(ctx.db, Number(slugOrId), userId)
    : await store.findBySlug(ctx.db, slugOrId, userId)
  if (!row) throw new AppError('not_found')
  return row
}

function userOf(ctx: Context): UserViewer {
  if (ctx.viewer.kind !== 'user') throw new AppError('forbidden')
  return ctx.viewer
}
