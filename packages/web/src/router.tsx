import { parseListSearch } from '@sightline/domain/list-state.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { basePath } from './api/address.ts'
import { NotFoundPage, PageError } from './app/PageError.tsx'
import { queryClient } from './app/query-client.ts'
import { parseSearch, stringifySearch } from './app/search-params.ts'
import { SessionGate, sessionQuery } from './app/session.tsx'
import { Shell } from './app/shell/Shell.tsx'
import { textOf } from './app/text-param.ts'
import { parseDashboardSearch } from './features/dashboards/address.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search) => ({ next: textOf(search.next), error: textOf(search.error) }),
  component: lazyRouteComponent(() => import('./features/session/LoginPage.tsx'), 'LoginPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: (search) => ({ token: textOf(search.token) }),
  component: lazyRouteComponent(() => import('./features/setup/SetupPage.tsx'), 'SetupPage'),
})

/** Everything that needs a session lives below this route: header, main part, and the page in it. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  // Asked for along with the page's own code, not after it.
  beforeLoad: () => void queryClient.prefetchQuery(sessionQuery),
  component: () => (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  ),
})

const unknown = createRoute({ getParentRoute: () => app, path: '$', component: NotFoundPage })

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/HomePage.tsx'), 'HomePage'),
})

const queryLists = () => import('./features/queries/list/QueriesPage.tsx')
const queries = createRoute({
  getParentRoute: () => app,
  path: '/queries',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'AllQueriesPage'),
})
const favoriteQueries = createRoute({
  getParentRoute: () => app,
  path: '/queries/favorites',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'FavoriteQueriesPage'),
})
const archivedQueries = createRoute({
  getParentRoute: () => app,
  path: '/queries/archive',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'ArchivedQueriesPage'),
})
const myQueries = createRoute({
  getParentRoute: () => app,
  path: '/queries/my',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'MyQueriesPage'),
})

const queryPages = () => import('./features/queries/page/index.tsx')
const newQuery = createRoute({
  getParentRoute: () => app,
  path: '/queries/new',
  component: lazyRouteComponent(queryPages, 'NewQueryPage'),
})
const queryView = createRoute({
  getParentRoute: () => app,
  path: '/queries/$queryId',
  component: lazyRouteComponent(queryPages, 'QueryViewPage'),
})
const querySource = createRoute({
  getParentRoute: () => app,
  path: '/queries/$queryId/source',
  component: lazyRouteComponent(queryPages, 'QuerySourcePage'),
})

const dashboardLists = () => import('./features/dashboards/list/DashboardsPage.tsx')
const dashboards = createRoute({
  getParentRoute: () => app,
  path: '/dashboards',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(dashboardLists, 'AllDashboardsPage'),
})
const favoriteDashboards = createRoute({
  getParentRoute: () => app,
  path: '/dashboards/favorites',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(dashboardLists, 'FavoriteDashboardsPage'),
})
const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard/$slug',
  validateSearch: parseDashboardSearch,
  component: lazyRouteComponent(() => import('./features/dashboards/DashboardPage.tsx'), 'DashboardPage'),
})

/** The form of other installations: `/dashboards/5-sales-overview`. The page finds dashboards by id as well. */
const numberedDashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboards/$numbered',
  beforeLoad({ params }) {
    const [id] = /^\d+(?=-|$)/.exec(params.numbered) ?? []
    if (id === undefined) throw notFound()
    throw redirect({ to: '/dashboard/$slug', params: { slug: id }, search: true, replace: true })
  },
})

const dataSourceLists = () => import('./features/data-sources/DataSourcesPage.tsx')
const dataSources = createRoute({
  getParentRoute: () => app,
  path: '/data_sources',
  component: lazyRouteComponent(dataSourceLists, 'DataSourcesPage'),
})
const newDataSource = createRoute({
  getParentRoute: () => app,
  path: '/data_sources/new',
  component: lazyRouteComponent(dataSourceLists, 'NewDataSourcePage'),
})
const dataSource = createRoute({
  getParentRoute: () => app,
  path: '/data_sources/$dataSourceId',
  component: lazyRouteComponent(() => import('./features/data-sources/DataSourcePage.tsx'), 'DataSourcePage'),
})

const routeTree = root.addChildren([
  login,
  setup,
  app.addChildren([
    home,
    queries,
    favoriteQueries,
    archivedQueries,
    myQueries,
    newQuery,
    queryView,
    querySource,
    dashboards,
    favoriteDashboards,
    dashboard,
    numberedDashboard,
    dataSources,
    newDataSource,
    dataSource,
    unknown,
  ]),
])

/** The pages of the product, by address. Values in the query of an address stay texts unless a route reads them. */
export const router = createRouter({
  routeTree,
  basepath: basePath(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => <PageError error={error} onRetry={reset} />,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
