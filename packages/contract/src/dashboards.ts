import { z } from 'zod'
import { endpoint, Timestamp } from './endpoint.ts'
import { ListQuery, paged, TagCounts } from './paging.ts'

export const DashboardListItem = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  user_id: z.int(),
  user: z.object({ id: z.int(), name: z.string(), email: z.string(), profile_image_url: z.string() }),
  layout: z.array(z.unknown()),
  dashboard_filters_enabled: z.boolean(),
  widgets: z.null(),
  options: z.record(z.string(), z.unknown()),
  is_archived: z.boolean(),
  is_draft: z.boolean(),
  tags: z.array(z.string()),
  updated_at: Timestamp,
  created_at: Timestamp,
  version: z.int(),
  is_favorite: z.boolean(),
})
export type DashboardListItem = z.infer<typeof DashboardListItem>

export const Dashboard = DashboardListItem.extend({ widgets: z.array(z.unknown()), can_edit: z.boolean() })
export type Dashboard = z.infer<typeof Dashboard>

const list = { method: 'GET', access: 'list_dashboards', query: ListQuery, reply: paged(DashboardListItem) } as const
const bySlug = z.object({ slug: z.string().min(1).max(255) })

export const dashboards = {
  list: endpoint({ ...list, path: '/api/dashboards', summary: 'Dashboards that are not archived' }),
  favorites: endpoint({
    ...list,
    access: 'user',
    path: '/api/dashboards/favorites',
    summary: "The caller's favorite dashboards",
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/dashboards/tags',
    access: 'list_dashboards',
    summary: 'Tags of visible dashboards, with counts',
    reply: TagCounts,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/dashboards/:slug',
    access: 'list_dashboards',
    summary: 'One dashboard by slug or id',
    params: bySlug,
    reply: Dashboard,
  }),
  favorite: endpoint({
    method: 'POST',
    path: '/api/dashboards/:slug/favorite',
    access: 'user',
    summary: 'Marks a dashboard as favorite',
    params: bySlug,
    reply: z.null(),
  }),
  unfavorite: endpoint({
    method: 'DELETE',
    path: '/api/dashboards/:slug/favorite',
    access: 'user',
    summary: 'Takes the favorite mark away',
    params: bySlug,
    reply: z.null(),
  }),
}
