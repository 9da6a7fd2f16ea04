import type { Dashboard, DashboardListItem, PublicDashboard } from '@sightline/contract/dashboards.ts'
import { can, type EditableRecord } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentUser } from '../users/present.ts'
import { presentPublicWidget, presentWidget } from './present-widget.ts'
import type { DashboardRow } from './store.ts'
import type { WidgetRow } from './widgets.store.ts'

/** What the permission rules ask of a dashboard. */
export const recordOf = ({ dashboard, editor_ids }: DashboardRow): EditableRecord => ({
  user_id: dashboard.user_id,
  editor_ids,
})

export function presentListItem(row: DashboardRow, { config }: Pick<Context, 'config'>): DashboardListItem {
  const starred = row.starred_at === null ? {} : { starred_at: wireTime(row.starred_at) }
  return { ...base(row, config), ...starred, widgets: null }
}

/**
 * One dashboard as a user sees it.
 * @param publicUrl the address that its token opens; null where sharing is switched off
 */
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
    ...(api_key !== null && publicUrl !== null ? { public_url: publicUrl(api_key), api_key } : {}),
  }
}

/** One dashboard as everybody sees it who has its public address: who made it, and what else there is, stays inside. */
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
