import { z } from 'zod'
import { endpoint, Presence, Timestamp } from './endpoint.ts'
import { ListQuery, paged, TagCounts } from './paging.ts'
import { ResultWindow } from './results.ts'
import { SentId } from './sent-number.ts'
import { bounded, PublicWidget, Widget, WidgetPosition } from './widgets.ts'

/** Options that clients store with a dashboard, such as the order of its parameters. */
const DashboardOptions = z.record(z.string(), z.unknown())
/** Older clients keep the order of the widgets here. */
const Layout = z.array(z.unknown())

export const DashboardListItem = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  user_id: z.int(),
  user: z.object({ id: z.int(), name: z.string(), email: z.string(), profile_image_url: z.string() }),
  layout: Layout,
  dashboard_filters_enabled: z.boolean(),
  widgets: z.null(),
  options: DashboardOptions,
  is_archived: z.boolean(),
  is_draft: z.boolean(),
  tags: z.array(z.string()),
  updated_at: Timestamp,
  created_at: Timestamp,
  version: z.int(),
  is_favorite: z.boolean(),
  starred_at: Timestamp.optional(),
})
export type DashboardListItem = z.infer<typeof DashboardListItem>

export const Dashboard = DashboardListItem.omit({ starred_at: true }).extend({
  widgets: z.array(Widget),
  can_edit: z.boolean(),
  /** The public URL; absent while the dashboard is not shared. */
  public_url: z.string().optional(),
  /** The token of the public URL. */
  api_key: z.string().optional(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const PublicDashboard = z.strictObject({
  name: z.string(),
  layout: Layout,
  dashboard_filters_enabled: z.boolean(),
  updated_at: Timestamp,
  created_at: Timestamp,
  options: DashboardOptions,
  widgets: z.array(PublicWidget),
})
export type PublicDashboard = z.infer<typeof PublicDashboard>

export const MAX_DASHBOARD_NAME_LENGTH = 100

const name = z.string().trim().min(1).max(MAX_DASHBOARD_NAME_LENGTH)

export const NewDashboard = z.object({ name })
export type NewDashboard = z.infer<typeof NewDashboard>

/**
 * Widgets that clients send with their dashboard. Only their positions are saved; everything else is saved per widget. Widgets
 * without an id do not exist yet and are ignored.
 */
const PlacedWidgets = z
  .array(z.looseObject({ id: SentId.nullish(), options: z.looseObject({ position: WidgetPosition.optional() }).nullish() }))
  .max(1000)

/** Unknown keys are dropped, because API clients send whole objects that they fetched before. */
export const DashboardChanges = z
  .object({
    name,
    layout: bounded(Layout),
    options: bounded(DashboardOptions),
    tags: z.array(z.string().max(255)).max(100).nullable(),
    dashboard_filters_enabled: z.boolean(),
    is_draft: z.boolean(),
    is_archived: z.boolean(),
    widgets: PlacedWidgets.nullable(),
    version: SentId,
  })
  .partial()
export type DashboardChanges = z.infer<typeof DashboardChanges>

/** `search_term` is an older name of `q`. */
const DashboardListQuery = ListQuery.extend({ search_term: z.string().optional() })
export type DashboardListQuery = z.infer<typeof DashboardListQuery>

const list = { method: 'GET', access: 'list_dashboards', query: DashboardListQuery, reply: paged(DashboardListItem) } as const
const bySlug = z.object({ slug: z.string().min(1).max(255) })
const one = { path: '/api/dashboards/:slug', params: bySlug, reply: Dashboard } as const

export const dashboards = {
  list: endpoint({ ...list, path: '/api/dashboards', summary: 'Dashboards that are not archived' }),
  my: endpoint({ ...list, path: '/api/dashboards/my', summary: "The caller's own dashboards" }),
  favorites: endpoint({
    ...list,
    access: 'user',
    path: '/api/dashboards/favorites',
    summary: "The caller's favorite dashboards",
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/dashboards/recent',
    access: 'list_dashboards',
    summary: 'The ten dashboards that the caller viewed or made last',
    reply: z.array(DashboardListItem),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/dashboards/tags',
    access: 'list_dashboards',
    summary: 'Tags of visible dashboards, with counts',
    reply: TagCounts,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/dashboards',
    access: 'create_dashboard',
    summary: 'Creates an empty dashboard, as a draft',
    body: NewDashboard,
    reply: DashboardListItem,
  }),
  get: endpoint({
    ...one,
    method: 'GET',
    access: 'list_dashboards',
    summary: 'One dashboard by slug or id, with its widgets, their visualizations and queries',
    query: z.object({
      /** Also treats digits as a slug. */
      legacy: Presence,
    }),
  }),
  firstResults: endpoint({
    method: 'GET',
    path: '/api/dashboards/:slug/first_results',
    access: 'list_dashboards',
    ours: true,
    summary: 'First rows of the stored results of the widgets that are seen first; null for what has to be run',
    params: bySlug,
    reply: z.object({
      /** The queries without parameters, each once. */
      query_ids: z.array(z.int()),
      /** In the same order as `query_ids`. */
      windows: z.array(ResultWindow.nullable()),
    }),
  }),
  update: endpoint({
    ...one,
    method: 'POST',
    access: 'edit_dashboard',
    summary: 'Saves changes; 409 when `version` is outdated',
    body: DashboardChanges,
  }),
  remove: endpoint({ ...one, method: 'DELETE', access: 'edit_dashboard', summary: 'Archives a dashboard' }),
  fork: endpoint({
    ...one,
    path: '/api/dashboards/:slug/fork',
    method: 'POST',
    access: 'edit_dashboard',
    summary: 'Copies a dashboard with its widgets',
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
  share: endpoint({
    method: 'POST',
    path: '/api/dashboards/:slug/share',
    access: 'user',
    summary: 'Opens a dashboard to everybody who has its public address',
    params: bySlug,
    body: z
      .object({
        /** Ours: whether visitors may see the rows behind marks; without it, that stays as it is, at first off. */
        rows_behind_marks: z.boolean().optional(),
      })
      .nullish(),
    reply: z.object({ public_url: z.string(), api_key: z.string() }),
  }),
  unshare: endpoint({
    method: 'DELETE',
    path: '/api/dashboards/:slug/share',
    access: 'user',
    summary: 'Ends the public address of a dashboard for good',
    params: bySlug,
    reply: z.null(),
  }),
  public: endpoint({
    method: 'GET',
    path: '/api/dashboards/public/:token',
    access: 'viewer',
    summary: 'A shared dashboard, by the token of its public address',
    params: z.object({ token: z.string().regex(/^\w{1,255}$/) }),
    reply: PublicDashboard,
  }),
}
