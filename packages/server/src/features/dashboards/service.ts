import {
  type Dashboard,
  type DashboardChanges,
  type DashboardListItem,
  type DashboardListQuery,
  MAX_DASHBOARD_NAME_LENGTH,
  type NewDashboard,
  type PublicDashboard,
} from '@sightline/contract/dashboards.ts'
import type { TagCounts } from '@sightline/contract/paging.ts'
import { slugOf } from '@sightline/domain/dashboards/slug.ts'
import { visitorsSeeRows, withVisitorRows } from '@sightline/domain/dashboards/visitor-rows.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import { cleanTags } from '@sightline/domain/tags.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import * as favorites from '../favorites/service.ts'
import { readSettings } from '../settings/service.ts'
import { mustFind, mustFindById } from './find.ts'
import * as lists from './lists.store.ts'
import { presentDashboard, presentListItem, presentPublic, recordOf } from './present.ts'
import { mustSeeResults, publishDashboard } from './publishing.ts'
import * as store from './store.ts'
import { moveWidgets, widgetsOf } from './widgets.store.ts'

// Exported for other features.
export { mustFind, mustFindById } from './find.ts'
export { auditedDashboard } from './publishing.ts'
export { mustReadWidget, readableWidgets } from './readable-widgets.ts'
export { create as createWidget } from './widgets.ts'

const RECENT_COUNT = 10

/** A page of the published dashboards and the caller's own drafts. */
export async function list(ctx: Context, which: lists.Scope['list'], { search_term, ...query }: DashboardListQuery) {
  const request = readListRequest({ ...query, q: query.q ?? search_term })
  const scope = { list: which, userId: userOf(ctx).id }
  const { count, rows } = await lists.list(ctx.db, scope, request)
  return pageOf(
    request,
    count,
    rows.map((row) => presentListItem(row, ctx)),
  )
}

/** Dashboards that the caller has viewed, or owns and has changed, most recent first. */
export async function recent(ctx: Context): Promise<DashboardListItem[]> {
  return (await lists.recent(ctx.db, userOf(ctx).id, RECENT_COUNT)).map((row) => presentListItem(row, ctx))
}

export async function tags(ctx: Context): Promise<TagCounts> {
  return { tags: await lists.tagCounts(ctx.db, { list: 'all', userId: userOf(ctx).id }) }
}

/** Creates an empty dashboard, as a draft of the caller. */
export async function create(ctx: Context, { name }: NewDashboard): Promise<DashboardListItem> {
  const id = await store.insert(ctx.db, { name, user_id: userOf(ctx).id }, slugOf(name), null)
  return presentListItem(await mustFindById(ctx, id), ctx)
}

/**
 * A dashboard, including drafts and archived ones: every user who knows the URL may open it.
 * @param isSlug whether digits are a slug rather than an id
 */
export async function get(ctx: Context, slugOrId: string, isSlug = false): Promise<Dashboard> {
  return view(ctx, await mustFind(ctx, slugOrId, isSlug))
}

/**
 * Saves the fields that differ. Unchanged fields need no permission, since clients post whole dashboards.
 * @throws AppError `version_conflict` if the dashboard was saved since `version`
 */
export async function update(ctx: Context, slugOrId: string, sent: DashboardChanges): Promise<Dashboard> {
  const row = await mustFind(ctx, slugOrId)
  const { dashboard } = row
  const record = recordOf(row)
  authorize(ctx.viewer, 'dashboard.edit', record)
  if (dashboard.is_archived && sent.is_archived !== false) throw new AppError('dashboard_archived')

  const { version, widgets, ...fields } = sent
  if (version !== undefined && version !== dashboard.version) throw new AppError('version_conflict')
  const changes = changedFields(dashboard, {
    ...fields,
    // Editors do not decide what visitors see: `share` does.
    options: fields.options && withVisitorRows(fields.options, visitorsSeeRows(dashboard.options)),
    tags: fields.tags === undefined ? undefined : cleanTags(fields.tags ?? []),
  })
  if (changes.tags !== undefined) authorize(ctx.viewer, 'dashboard.tag', record)
  if (changes.is_draft !== undefined) authorize(ctx.viewer, 'dashboard.publish', record)
  if (changes.is_archived !== undefined) authorize(ctx.viewer, 'dashboard.archive', record)

  // Restoring a dashboard re-enables its public URL.
  const isPublished = changes.is_archived === false && dashboard.api_key !== null
  if (isPublished) await mustSeeResults(ctx, row)
  await ctx.db.transaction(async (db) => {
    if (!(await store.change(db, dashboard.id, changes, version ?? null))) throw new AppError('version_conflict')
    if (isPublished) await publishDashboard({ ...ctx, db }, row)
    await moveWidgets(db, dashboard.id, positionsIn(widgets ?? []))
    await store.recordModifier(db, dashboard.id, userOf(ctx).id)
  })
  return view(ctx, await mustFindById(ctx, dashboard.id))
}

const positionsIn = (widgets: NonNullable<DashboardChanges['widgets']>) =>
  widgets.flatMap(({ id, options }) => (id && options?.position ? [{ id, position: options.position }] : []))

/** Archives a dashboard: it disappears from all lists and its public URL stops working, but its own URL still does. */
export async function archive(ctx: Context, slugOrId: string): Promise<Dashboard> {
  const row = await mustFind(ctx, slugOrId)
  authorize(ctx.viewer, 'dashboard.archive', recordOf(row))
  if (!row.dashboard.is_archived) await store.change(ctx.db, row.dashboard.id, { is_archived: true }, null)
  return view(ctx, await mustFindById(ctx, row.dashboard.id))
}

/** Copies a dashboard with its widgets, as a draft of the caller. */
export async function fork(ctx: Context, slugOrId: string): Promise<Dashboard> {
  const { dashboard } = await mustFind(ctx, slugOrId)
  const name = beginningOf(`Copy of (#${dashboard.id}) ${dashboard.name}`, MAX_DASHBOARD_NAME_LENGTH).trimEnd()
  const { layout, tags, dashboard_filters_enabled } = dashboard
  const options = withVisitorRows(dashboard.options, false)
  const content = { name, layout, options, tags, dashboard_filters_enabled, user_id: userOf(ctx).id }
  return view(ctx, await mustFindById(ctx, await store.insert(ctx.db, content, slugOf(name), dashboard.id)))
}

export async function favorite(ctx: Context, slugOrId: string): Promise<null> {
  await favorites.mark(ctx, 'dashboard', (await mustFind(ctx, slugOrId)).dashboard.id)
  return null
}

export async function unfavorite(ctx: Context, slugOrId: string): Promise<null> {
  await favorites.unmark(ctx, 'dashboard', (await mustFind(ctx, slugOrId)).dashboard.id)
  return null
}

async function view(ctx: Context, row: store.DashboardRow): Promise<Dashboard> {
  const { disable_public_urls } = await readSettings(ctx)
  const widgets = await widgetsOf(ctx.db, row.dashboard.id)
  return presentDashboard(row, widgets, ctx, disable_public_urls ? null : (token) => publicUrl(ctx, token))
}

/** The public URL of the dashboard with this token. */
export const publicUrl = ({ baseUrl }: Context, token: string): string => `${baseUrl}public/dashboards/${token}`

/** The dashboard at a public URL, for any caller. Signed-in users get the same reply as visitors. */
export async function getPublic(ctx: Context, token: string): Promise<PublicDashboard> {
  if ((await readSettings(ctx)).disable_public_urls) throw new AppError('public_urls_disabled')
  const row = await store.findByToken(ctx.db, token)
  if (!row) throw new AppError('not_found')
  return presentPublic(row, await widgetsOf(ctx.db, row.dashboard.id))
}
