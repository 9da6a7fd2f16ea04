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
import { setApiKey } from './api/identity.ts'
import { NotFoundPage, PageError } from './app/PageError.tsx'
import { queryClient } from './app/query-client.ts'
import { parseSearch, stringifySearch } from './app/search-params.ts'
import { SessionGate, sessionQuery } from './app/session.tsx'
import { Shell } from './app/shell/Shell.tsx'
import { textOf } from './app/text-param.ts'
import { VisitorGate } from './app/VisitorGate.tsx'
import { parseAuditSearch } from './features/audit/address.ts'
import { parseCleanUpSearch } from './features/clean-up/address.ts'
import { parseDashboardSearch } from './features/dashboards/address.ts'
import { parseEmbedSearch } from './features/embeds/address.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const signInSearch = (search: Record<string, unknown>) => ({ next: textOf(search.next), error: textOf(search.error) })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./features/session/LoginPage.tsx'), 'LoginPage'),
})

const directory = createRoute({
  getParentRoute: () => root,
  path: '/ldap/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./features/session/DirectoryPage.tsx'), 'DirectoryPage'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./features/session/ForgotPage.tsx'), 'ForgotPage'),
})
const newPasswordPages = () => import('./features/session/NewPasswordPage.tsx')
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  component: lazyRouteComponent(newPasswordPages, 'InvitePage'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyRouteComponent(newPasswordPages, 'ResetPage'),
})
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify/$token',
  component: lazyRouteComponent(() => import('./features/session/VerifyPage.tsx'), 'VerifyPage'),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./features/subscriptions/UnsubscribePage.tsx'), 'UnsubscribePage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: (search) => ({ token: textOf(search.token) }),
  component: lazyRouteComponent(() => import('./features/setup/SetupPage.tsx'), 'SetupPage'),
})

/** A page of the documentation: alone, so that it also stands in the drawer of the help. */
const help = createRoute({
  getParentRoute: () => root,
  path: '/help/$topic',
  component: lazyRouteComponent(() => import('./features/help/HelpPage.tsx'), 'HelpPage'),
})

/** What people see who need no session: a page alone, with the key that stands in its address. */
const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: () => (
    <VisitorGate>
      <Outlet />
    </VisitorGate>
  ),
  onLeave: () => setApiKey(null),
})

const embed = createRoute({
  getParentRoute: () => visitor,
  path: '/embed/query/$queryId/visualization/$visualizationId',
  validateSearch: parseEmbedSearch,
  beforeLoad: ({ search, preload }) => {
    if (!preload) setApiKey(search.api_key ?? null)
  },
  component: lazyRouteComponent(() => import('./features/embeds/EmbedPage.tsx'), 'EmbedPage'),
})

const publicDashboard = createRoute({
  getParentRoute: () => visitor,
  path: '/public/dashboards/$token',
  validateSearch: (search): { refresh?: string } => ({ ...search, refresh: textOf(search.refresh) }),
  beforeLoad: ({ params, preload }) => {
    if (!preload) setApiKey(params.token)
  },
  component: lazyRouteComponent(() => import('./features/dashboards/public/PublicDashboardPage.tsx'), 'PublicDashboardPage'),
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

const alerts = createRoute({
  getParentRoute: () => app,
  path: '/alerts',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./features/alerts/AlertsPage.tsx'), 'AlertsPage'),
})
const alertPages = () => import('./features/alerts/AlertPage.tsx')
const newAlert = createRoute({
  getParentRoute: () => app,
  path: '/alerts/new',
  component: lazyRouteComponent(alertPages, 'NewAlertPage'),
})
const alert = createRoute({
  getParentRoute: () => app,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(alertPages, 'AlertPage'),
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

const destinationLists = () => import('./features/destinations/DestinationsPage.tsx')
const destinations = createRoute({
  getParentRoute: () => app,
  path: '/destinations',
  component: lazyRouteComponent(destinationLists, 'DestinationsPage'),
})
const newDestination = createRoute({
  getParentRoute: () => app,
  path: '/destinations/new',
  component: lazyRouteComponent(destinationLists, 'NewDestinationPage'),
})
const destination = createRoute({
  getParentRoute: () => app,
  path: '/destinations/$destinationId',
  component: lazyRouteComponent(() => import('./features/destinations/DestinationPage.tsx'), 'DestinationPage'),
})

const snippetLists = () => import('./features/snippets/SnippetsPage.tsx')
const snippets = createRoute({
  getParentRoute: () => app,
  path: '/query_snippets',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(snippetLists, 'SnippetsPage'),
})
const newSnippet = createRoute({
  getParentRoute: () => app,
  path: '/query_snippets/new',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(snippetLists, 'NewSnippetPage'),
})
const snippet = createRoute({
  getParentRoute: () => app,
  path: '/query_snippets/$querySnippetId',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(snippetLists, 'SnippetPage'),
})

const organizationSettings = createRoute({
  getParentRoute: () => app,
  path: '/settings/organization',
  component: lazyRouteComponent(() => import('./features/settings/OrganizationPage.tsx'), 'OrganizationPage'),
})
const audit = createRoute({
  getParentRoute: () => app,
  path: '/settings/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./features/audit/AuditPage.tsx'), 'AuditPage'),
})

const usage = createRoute({
  getParentRoute: () => app,
  path: '/settings/usage',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./features/events/UsagePage.tsx'), 'UsagePage'),
})

const systemStatus = createRoute({
  getParentRoute: () => app,
  path: '/admin/status',
  component: lazyRouteComponent(() => import('./features/status/StatusPage.tsx'), 'StatusPage'),
})
const tasks = createRoute({
  getParentRoute: () => app,
  path: '/admin/queries/tasks',
  component: lazyRouteComponent(() => import('./features/status/TasksPage.tsx'), 'TasksPage'),
})
const outdatedQueries = createRoute({
  getParentRoute: () => app,
  path: '/admin/queries/outdated',
  component: lazyRouteComponent(() => import('./features/status/OutdatedPage.tsx'), 'OutdatedPage'),
})
const cleanUp = createRoute({
  getParentRoute: () => app,
  path: '/admin/clean_up',
  validateSearch: parseCleanUpSearch,
  component: lazyRouteComponent(() => import('./features/clean-up/CleanUpPage.tsx'), 'CleanUpPage'),
})
const transfer = createRoute({
  getParentRoute: () => app,
  path: '/admin/transfer',
  component: lazyRouteComponent(() => import('./features/transfer/TransferPage.tsx'), 'TransferPage'),
})

const userLists = () => import('./features/users/UsersPage.tsx')
const users = createRoute({
  getParentRoute: () => app,
  path: '/users',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'ActiveUsersPage'),
})
const newUser = createRoute({
  getParentRoute: () => app,
  path: '/users/new',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'NewUserPage'),
})
const pendingUsers = createRoute({
  getParentRoute: () => app,
  path: '/users/pending',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'PendingUsersPage'),
})
const disabledUsers = createRoute({
  getParentRoute: () => app,
  path: '/users/disabled',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'DisabledUsersPage'),
})
const profilePages = () => import('./features/users/ProfilePage.tsx')
const ownProfile = createRoute({
  getParentRoute: () => app,
  path: '/users/me',
  component: lazyRouteComponent(profilePages, 'OwnProfilePage'),
})
const userProfile = createRoute({
  getParentRoute: () => app,
  path: '/users/$userId',
  component: lazyRouteComponent(profilePages, 'UserProfilePage'),
})

const groupLists = () => import('./features/groups/GroupsPage.tsx')
const groups = createRoute({
  getParentRoute: () => app,
  path: '/groups',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(groupLists, 'GroupsPage'),
})
const newGroup = createRoute({
  getParentRoute: () => app,
  path: '/groups/new',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(groupLists, 'NewGroupPage'),
})
const groupMembers = createRoute({
  getParentRoute: () => app,
  path: '/groups/$groupId',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./features/groups/GroupMembersPage.tsx'), 'GroupMembersPage'),
})
const groupDataSources = createRoute({
  getParentRoute: () => app,
  path: '/groups/$groupId/data_sources',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./features/groups/GroupDataSourcesPage.tsx'), 'GroupDataSourcesPage'),
})

const routeTree = root.addChildren([
  login,
  directory,
  forgot,
  invite,
  reset,
  verify,
  unsubscribe,
  setup,
  help,
  visitor.addChildren([embed, publicDashboard]),
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
    alerts,
    newAlert,
    alert,
    dataSources,
    newDataSource,
    dataSource,
    users,
    newUser,
    pendingUsers,
    disabledUsers,
    ownProfile,
    userProfile,
    groups,
    newGroup,
    groupMembers,
    groupDataSources,
    destinations,
    newDestination,
    destination,
    snippets,
    newSnippet,
    snippet,
    organizationSettings,
    audit,
    usage,
    systemStatus,
    tasks,
    outdatedQueries,
    cleanUp,
    transfer,
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
