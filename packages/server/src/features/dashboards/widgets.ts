import type { NewWidget, Widget, WidgetChanges } from '@sightline/contract/widgets.ts'
import { chosenTab, onTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { storedWindowsByQuery } from '../executions/service.ts'
import * as queries from '../queries/service.ts'
import { mustEdit, mustFind } from './find.ts'
import { isVisible, presentWidget } from './present.ts'
import { publishWidget, seesResults } from './publishing.ts'
import { lockPublic, recordModifier } from './store.ts'
import * as store from './widgets.store.ts'
import { type WidgetRow, widgetsOf } from './widgets.store.ts'

/**
 * Adds a visualization of a query that the caller may see, or a textbox, to a dashboard that they may edit.
 * @throws AppError `dashboard_public` if that would publish a query that the caller may not publish
 */
export async function create(ctx: Context, sent: NewWidget): Promise<Widget> {
  const dashboard = await mustEdit(ctx, sent.dashboard_id)
  const { dashboard_id, visualization_id, options, width } = sent
  const text = sent.text ?? ''
  if (visualization_id === null) refuseBlank(text)
  const query = visualization_id === null ? null : await mustShow(ctx, visualization_id)
  const mayPublish = await seesResults(ctx, [query])
  const id = await ctx.db.transaction(async (db) => {
    const isPublic = await lockPublic(db, dashboard_id)
    const widget_id = await store.insert(db, { dashboard_id, visualization_id, text, options, width })
    await recordModifier(db, dashboard_id, userOf(ctx).id)
    if (query === null || !isPublic) return widget_id
    if (!mayPublish) throw new AppError('dashboard_public')
    await publishWidget({ ...ctx, db }, dashboard, { widget_id, query })
    return widget_id
  })
  return view(ctx, id)
}

/** Saves text and options. Users who may not see a widget can move it, but not overwrite its text. */
export async function update(ctx: Context, id: number, { text, options }: WidgetChanges): Promise<Widget> {
  const row = await mustEditWidget(ctx, id)
  if (row.widget.visualization_id === null && text !== null) refuseBlank(text)
  await store.change(ctx.db, id, { options, text: text !== null && isVisible(ctx.viewer, row) ? text : undefined })
  await recordModifier(ctx.db, row.widget.dashboard_id, userOf(ctx).id)
  return view(ctx, id)
}

/** Removes a widget from its dashboard. */
export async function remove(ctx: Context, id: number): Promise<null> {
  const { widget } = await mustEditWidget(ctx, id)
  await store.remove(ctx.db, id)
  await recordModifier(ctx.db, widget.dashboard_id, userOf(ctx).id)
  return null
}

async function mustShow(ctx: Context, visualizationId: number) {
  const queryId = await store.queryIdOf(ctx.db, visualizationId)
  if (queryId === null)
    throw new AppError('invalid_input', { reason: i18n._('Visualization {id} does not exist.', { id: visualizationId }) })
  const { query } = await queries.mustSee(ctx, queryId)
  if (query.is_archived) throw new AppError('query_archived')
  return query
}

async function mustEditWidget(ctx: Context, id: number): Promise<store.WidgetRow> {
  const row = await store.find(ctx.db, id)
  if (!row) throw new AppError('not_found')
  await mustEdit(ctx, row.widget.dashboard_id)
  return row
}

async function view(ctx: Context, id: number): Promise<Widget> {
  const row = await store.find(ctx.db, id)
  // It was removed concurrently.
  if (!row) throw new AppError('not_found')
  return presentWidget(row, ctx)
}

function refuseBlank(text: string): void {
  if (text.trim() === '') throw new AppError('textbox_empty')
}

/** Grid rows that are visible, or nearly so, when a dashboard opens on most screens. Results further down load on scrolling. */
const FIRST_SCREEN_ROWS = 30
const MAX_QUERIES = 40

/**
 * The stored results of the first widgets without parameters. Browsers request them by the URL of the page alone, before any
 * script has run. Each query is authorized as if the caller ran it.
 */
export async function firstResults(ctx: Context, slugOrId: string, signal: AbortSignal): Promise<StreamReply> {
  const { dashboard } = await mustFind(ctx, slugOrId)
  const widgets = await widgetsOf(ctx.db, dashboard.id)
  const tabs = tabsOf(dashboard.options)
  const first = chosenTab(tabs, null)
  const widgetsOfFirstTab = widgets.filter(({ widget }) => onTab([widget], tabs, first).length > 0)
  const mayRun = ctx.viewer.permissions.has('view_query')
  return storedWindowsByQuery(
    ctx,
    mayRun ? firstQueries(widgetsOfFirstTab.filter((widget) => isVisible(ctx.viewer, widget))) : [],
    signal,
  )
}

/** Ids of the queries of the first widgets without parameters, without duplicates, in reading order. */
function firstQueries(widgets: readonly WidgetRow[]): number[] {
  const first = widgets.flatMap(({ widget, visualization, query }) => {
    const { row = 0, col = 0 } = widget.options.position ?? {}
    const isFixed = visualization !== null && query !== null && (query.options.parameters ?? []).length === 0
    return isFixed && row < FIRST_SCREEN_ROWS ? [{ row, col, id: query.id }] : []
  })
  const ids = first.toSorted((one, other) => one.row - other.row || one.col - other.col).map(({ id }) => id)
  return [...new Set(ids)].slice(0, MAX_QUERIES)
}
