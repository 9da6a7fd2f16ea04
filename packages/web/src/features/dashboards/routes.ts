import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { setApiKey } from '../../api/identity.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { queryClient } from '../../app/query-client.ts'
import { appRoute, visitorRoute } from '../../app/root-routes.tsx'
import { textOf } from '../../app/text-param.ts'
import { sleep } from '../../results/sleep.ts'
import { parseDashboardSearch } from './address.ts'
import { dashboardQuery, firstResults } from './api.ts'

const dashboardLists = () => import('./list/DashboardsPage.tsx')
const dashboards = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboards',
  validateSearch: parseListSearch,
  component: lazyPage(dashboardLists, 'AllDashboardsPage'),
})
const favoriteDashboards = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboards/favorites',
  validateSearch: parseListSearch,
  component: lazyPage(dashboardLists, 'FavoriteDashboardsPage'),
})
const dashboard = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard/$slug',
  validateSearch: parseDashboardSearch,
  loader: ({ params, preload, abortController }) =>
    Promise.race([beginDashboard(params.slug, preload), sleep(PATIENCE_MS, abortController.signal)]),
  component: lazyPage(() => import('./DashboardPage.tsx'), 'DashboardPage'),
})

/**
 * Milliseconds for which the page may wait for its dashboard and what draws its first widget: it then comes with that widget, and
 * is not put together twice. On a slow line the page comes first.
 */
const PATIENCE_MS = 200

/**
 * Asks for a dashboard and its first results along with the session and the page's own code, not after them, and for what else
 * will be drawn as soon as it is there. Keeping it new is up to the page, which also tells of failures.
 * @param isPreload whether somebody only points at a link: then nothing shall run
 * @returns when the first widget can be drawn, as far as its result is there
 */
async function beginDashboard(slug: string, isPreload: boolean): Promise<void> {
  const known = { ...dashboardQuery(slug), staleTime: Number.POSITIVE_INFINITY }
  if (isPreload) return queryClient.prefetchQuery(known)
  const stored = firstResults(slug)
  try {
    const [{ askAhead }, { widgets }] = await Promise.all([import('./page/ask-ahead.ts'), queryClient.fetchQuery(known)])
    askAhead(queryClient, widgets, stored)
    const { loadRenderers, loadFirstRenderer } = await import('./page/load-renderers.ts')
    loadRenderers(widgets)
    await loadFirstRenderer(widgets)
  } catch {
    // The page asks for itself, and tells.
  }
}

/** The form of other installations: `/dashboards/5-sales-overview`. The page finds dashboards by id as well. */
const numberedDashboard = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboards/$numbered',
  beforeLoad({ params }) {
    const [id] = /^\d+(?=-|$)/.exec(params.numbered) ?? []
    if (id === undefined) throw notFound()
    throw redirect({ to: '/dashboard/$slug', params: { slug: id }, search: true, replace: true })
  },
})
const publicDashboard = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/public/dashboards/$token',
  validateSearch: (search): { refresh?: string } => ({ ...search, refresh: textOf(search.refresh) }),
  beforeLoad: ({ params, preload }) => {
    if (!preload) setApiKey(params.token)
  },
  component: lazyPage(() => import('./public/PublicDashboardPage.tsx'), 'PublicDashboardPage'),
})
/** The pages of this feature. */
export const dashboardRoutes = [dashboards, favoriteDashboards, dashboard, numberedDashboard] as const
/** Its page for people without a session. */
export const publicDashboardRoutes = [publicDashboard] as const
