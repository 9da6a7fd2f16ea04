import type { Dashboard, DashboardListItem } from '@sightline/contract/dashboards.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Viewer } from '../../platform/context.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentUser } from '../users/present.ts'
import type { DashboardRow } from './store.ts'

export function presentListItem({ dashboard, owner, starred_at }: DashboardRow): DashboardListItem {
  const { id, name, email, profile_image_url } = presentUser(owner)
  return {
    id: dashboard.id,
    slug: dashboard.slug,
    name: dashboard.name,
    user_id: dashboard.user_id,
    user: { id, name, email, profile_image_url },
    layout: [],
    dashboard_filters_enabled: dashboard.dashboard_filters_enabled,
    widgets: null,
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

export function presentDashboard(row: DashboardRow, viewer: Viewer): Dashboard {
  return { ...presentListItem(row), widgets: [], can_edit: can(viewer, 'dashboard.edit', row.dashboard) }
}
