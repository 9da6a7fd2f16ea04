import { chosenTab, onTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { setApiKey } from '../../api/call.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { queryClient } from '../../app/query-client.ts'
import { appRoute, publicRoute } from '../../app/root-routes.tsx'
import { textParam } from '../../app/search-params.ts'
import { configQuery } from '../../app/session.ts'
import { sleep } from '../../results/sleep.ts'
import { dashboardQuery, firstResults, publicDashboardQuery } from './api.ts'
import { type DashboardSearch, parseDashboardSearch, parseStarterSearch } from './search-params.ts'
import { keptCollapsed } from './sections/kept-sections.ts'

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

const starter = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboards/starter',
  validateSearch: parseStarterSearch,
  component: lazyPage(() => import('./starter/StarterPage.tsx'), 'StarterPage'),
})

const template = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboards/template',
  validateSearch: (search): { from?: string } => ({ from: textParam(search.from) }),
  component: lazyPage(() => import('./template/TemplatePage.tsx'), 'TemplatePage'),
})

const dashboard = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard/$slug',
  validateSearch: parseDashboardSearch,
  beforeLoad({ params: { slug }, search, preload }) {
    const collapsed = preload ? undefined : (search.collapsed ?? keptCollapsed(slug))
    if (collapsed === undefined || collapsed === search.collapsed) return
    throw redirect({ to: '/dashboard/$slug', params: { slug }, search: { ...search, collapsed }, replace: true })
  },
  loader: ({ params, location, preload, abortController }) =>
    Promise.race([
      prefetchDashboard(params.slug, parseDashboardSearch(location.search), preload),
      sleep(LOADER_TIMEOUT_MS, abortController.signal),
    ]),
  component: lazyPage(() => import('./page/DashboardPage.tsx'), 'DashboardPage'),
})

/**
 * Milliseconds for which the page waits for its dashboard and the renderer of its first widget, so that it renders once, with that
 * widget. On a slow line the page renders first.
 */
const LOADER_TIMEOUT_MS = 200

/**
 * The first step of `page/load-order.tsx`: requests a dashboard and its first results in parallel with the session and the page's
 * own code. The page refetches what is stale, and reports failures.
 * @param isPreload whether somebody only points at a link: then no query may run
 * @returns when the first widget can be rendered, except for its result
 */
async function prefetchDashboard(slug: string, { tab, collapsed }: DashboardSearch, isPreload: boolean): Promise<void> {
  const query = { ...dashboardQuery(slug), staleTime: Number.POSITIVE_INFINITY }
  if (isPreload) return queryClient.prefetchQuery(query)
  const stored = firstResults(slug)
  try {
    const [{ prefetchResults, loadFirstRenderer, withoutCollapsed }, { widgets, options }] = await Promise.all([
      import('./page/load-order.tsx'),
      queryClient.fetchQuery(query),
    ])
    const tabs = tabsOf(options)
    const shown = withoutCollapsed(onTab(widgets, tabs, chosenTab(tabs, tab)), collapsed)
    prefetchResults(queryClient, shown, stored)
    await loadFirstRenderer(shown)
  } catch {
    // The page makes the same requests and reports what fails.
  }
}

/** Redash's form of the URL: `/dashboards/5-sales-overview`. The dashboard page accepts ids as well as slugs. */
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
  getParentRoute: () => publicRoute,
  path: '/public/dashboards/$token',
  validateSearch: (search): Pick<DashboardSearch, 'refresh' | 'tab' | 'collapsed' | 'rotate'> => ({
    ...search,
    refresh: textParam(search.refresh),
    tab: textParam(search.tab),
    collapsed: textParam(search.collapsed),
    rotate: textParam(search.rotate),
  }),
  beforeLoad: ({ params, preload }) => {
    if (preload) return
    setApiKey(params.token)
    // In parallel with the code of the page. The page itself asks for a newer state.
    void queryClient.prefetchQuery(configQuery)
    void queryClient.prefetchQuery({ ...publicDashboardQuery(params.token), staleTime: Number.POSITIVE_INFINITY })
  },
  component: lazyPage(() => import('./public/PublicDashboardPage.tsx'), 'PublicDashboardPage'),
})

/** The pages of this feature. */
export const dashboardRoutes = [dashboards, favoriteDashboards, starter, template, dashboard, numberedDashboard] as const

/** Its page for visitors without a session. */
export const publicDashboardRoutes = [publicDashboard] as const
