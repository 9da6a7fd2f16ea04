import type { Dashboard, DashboardListItem, PublicDashboard } from '@sightline/contract/dashboards.ts'
import type { PublicWidget, Widget } from '@sightline/contract/widgets.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can, type EditableRecord } from '@sightline/domain/permissions/can.ts'
import { seesKeys } from '../../platform/authorize.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentEmbedded, presentVisualization } from '../queries/present.ts'
import { presentUser } from '../users/present.ts'
import type { DashboardRow } from './store.ts'
import type { WidgetRow } from './widgets.store.ts'

/** A dashboard in the form that the permission rules need. */
export const recordOf = ({ dashboard, editor_ids }: DashboardRow): EditableRecord => ({
  user_id: dashboard.user_id,
  editor_ids,
})

export function presentListItem(row: DashboardRow, { config }: Pick<Context, 'config'>): DashboardListItem {
  const starred = row.starred_at === null ? {} : { starred_at: wireTime(row.starred_at) }
  return { ...base(row, config), ...starred, widgets: null }
}

/** A dashboard as a user sees it. @param publicUrl builds the public URL from its token; null if sharing is disabled */
export function presentDashboard(
  row: DashboardRow,
  widgets: readonly WidgetRow[],
  ctx: Pick<Context, 'viewer' | 'config'>,
  publicUrl: ((token: string) => string) | null,
): Dashboard {
  const { api_key } = row.dashboard
  const { viewer, config } = ctx
  return {
    ...base(row, config),
    widgets: widgets.map((widget) => presentWidget(widget, ctx)),
    can_edit: viewer.permissions.has('edit_dashboard') && can(viewer, 'dashboard.edit', recordOf(row)),
    ...(api_key !== null && publicUrl !== null && seesKeys(viewer) ? { public_url: publicUrl(api_key), api_key } : {}),
  }
}

/** A dashboard as visitors of its public URL see it, without its owner and other internals. */
export function presentPublic({ dashboard }: DashboardRow, widgets: readonly WidgetRow[]): PublicDashboard {
  return {
    name: dashboard.name,
    layout: dashboard.layout,
    dashboard_filters_enabled: dashboard.dashboard_filters_enabled,
    updated_at: wireTime(dashboard.updated_at),
    created_at: wireTime(dashboard.created_at),
    options: dashboard.options,
    widgets: widgets.map(presentPublicWidget),
  }
}

function base({ dashboard, owner, starred_at }: DashboardRow, config: Context['config']) {
  const { id, name, email, profile_image_url } = presentUser(owner, config)
  return {
    id: dashboard.id,
    slug: dashboard.slug,
    name: dashboard.name,
    user_id: dashboard.user_id,
    user: { id, name, email, profile_image_url },
    layout: dashboard.layout,
    dashboard_filters_enabled: dashboard.dashboard_filters_enabled,
    options: dashboard.options,
    is_archived: dashboard.is_archived,
    is_draft: dashboard.is_draft,
    tags: dashboard.tags,
    updated_at: wireTime(dashboard.updated_at),
    created_at: wireTime(dashboard.created_at),
    version: dashboard.version,
    is_favorite: starred_at !== null,
  }
}

/** The visualization of a widget with its query; null for a textbox. */
function visualizationWithQuery({ visualization, query, owner, modifier, shares }: WidgetRow) {
  return visualization && query && owner ? { visualization, query, owner, modifier, shares } : null
}

/** Whether a viewer may see the visualization of a widget. Everyone may see textboxes. */
export function isVisible(viewer: Viewer, row: WidgetRow): boolean {
  const placed = visualizationWithQuery(row)
  if (!placed) return true
  const { id, user_id, data_source_id, options } = placed.query
  return can(viewer, 'query.view', {
    id,
    user_id,
    editor_ids: [],
    is_safe: isSafe(options.parameters ?? []),
    shares: data_source_id === null ? null : placed.shares,
  })
}

/** A widget; only its position if the viewer may not see its data source. */
export function presentWidget(row: WidgetRow, ctx: Pick<Context, 'viewer' | 'config'>): Widget {
  const { dashboard_id, text, visualization_id } = row.widget
  if (!isVisible(ctx.viewer, row)) return { ...widgetBase(row), dashboard_id, restricted: true }
  const placed = visualizationWithQuery(row)
  return {
    ...widgetBase(row),
    dashboard_id,
    text,
    visualization_id,
    ...(placed
      ? { visualization: { ...presentVisualization(placed.visualization), query: presentEmbedded(placed, ctx) } }
      : {}),
  }
}

/** A widget as visitors of the public URL see it: only what is needed to render it. */
function presentPublicWidget(row: WidgetRow): PublicWidget {
  const placed = visualizationWithQuery(row)
  const shown = { ...widgetBase(row), text: row.widget.text }
  if (!placed) return shown
  const { type, name, description, options, updated_at, created_at } = presentVisualization(placed.visualization)
  const { query } = placed
  return {
    ...shown,
    visualization: {
      type,
      name,
      description,
      options,
      updated_at,
      created_at,
      query: { id: query.id, name: query.name, description: query.description, options: query.options },
    },
  }
}

function widgetBase({ widget }: WidgetRow) {
  return {
    id: widget.id,
    width: widget.width,
    options: widget.options,
    updated_at: wireTime(widget.updated_at),
    created_at: wireTime(widget.created_at),
  }
}
