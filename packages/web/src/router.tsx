import { createRoute, createRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { basePath } from './api/url.ts'
import { NotFoundPage, PageError } from './app/PageError.tsx'
import { appRoute, publicRoute, rootRoute } from './app/root-routes.tsx'
import { parseSearch, stringifySearch } from './app/search-params.ts'
import { aboutRoutes } from './features/about/routes.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { cleanUpRoutes } from './features/clean-up/routes.ts'
import { dashboardRoutes, publicDashboardRoutes } from './features/dashboards/routes.ts'
import { dataSourceRoutes } from './features/data-sources/routes.ts'
import { destinationRoutes } from './features/destinations/routes.ts'
import { embedRoutes } from './features/embeds/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { helpRoutes } from './features/help/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { queryRoutes } from './features/queries/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { snippetRoutes } from './features/snippets/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { transferRoutes } from './features/transfer/routes.ts'
import { userRoutes } from './features/users/routes.ts'

const unknown = createRoute({ getParentRoute: () => appRoute, path: '$', component: NotFoundPage })

const routeTree = rootRoute.addChildren([
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...setupRoutes,
  ...helpRoutes,
  publicRoute.addChildren([...embedRoutes, ...publicDashboardRoutes]),
  appRoute.addChildren([
    ...homeRoutes,
    ...queryRoutes,
    ...dashboardRoutes,
    ...alertRoutes,
    ...dataSourceRoutes,
    ...userRoutes,
    ...groupRoutes,
    ...destinationRoutes,
    ...snippetRoutes,
    ...settingsRoutes,
    ...auditRoutes,
    ...eventRoutes,
    ...statusRoutes,
    ...cleanUpRoutes,
    ...transferRoutes,
    ...aboutRoutes,
    unknown,
  ]),
])

/** The pages of the product, by URL. Values in the query string stay texts unless a route reads them. */
export const router = createRouter({
  routeTree,
  basepath: basePath(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  // The first page: its shell is shown while its code is on the way, which takes a phone seconds.
  defaultPendingComponent: () => null,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})
// Later ones: the page before stays until the next one is there.
const stopWaiting = router.subscribe('onResolved', () => {
  stopWaiting()
  router.update({ ...router.options, defaultPendingMs: Number.POSITIVE_INFINITY })
})

/** Shown in place of a page that failed. */
function FailedPage({ error, reset }: ErrorComponentProps) {
  const { invalidate } = useRouter()
  // The code of the page is loaded again before it is rendered again: a chunk that failed to load cannot be rendered.
  return <PageError error={error} onRetry={() => void invalidate().then(reset)} />
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
