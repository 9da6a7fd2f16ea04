import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const queryLists = () => import('./list/QueriesPage.tsx')
const queries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'AllQueriesPage'),
})
const favoriteQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/favorites',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'FavoriteQueriesPage'),
})
const archivedQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/archive',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'ArchivedQueriesPage'),
})
const myQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/my',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(queryLists, 'MyQueriesPage'),
})
const queryPages = () => import('./page/index.tsx')
const newQuery = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/new',
  component: lazyRouteComponent(queryPages, 'NewQueryPage'),
})
const queryView = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/$queryId',
  component: lazyRouteComponent(queryPages, 'QueryViewPage'),
})
const querySource = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/$queryId/source',
  component: lazyRouteComponent(queryPages, 'QuerySourcePage'),
})
/** The pages of this feature. */
export const queryRoutes = [queries, favoriteQueries, archivedQueries, myQueries, newQuery, queryView, querySource] as const
