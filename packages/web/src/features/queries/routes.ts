import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'
import { isOnPhone } from '../../ui/phone.ts'
import { parseExploreSearch } from './explore/explore-search.ts'
import { parseRunHistorySearch } from './history/run-history-search.ts'

const queryLists = () => import('./list/QueriesPage.tsx')
const queries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries',
  validateSearch: parseListSearch,
  component: lazyPage(queryLists, 'AllQueriesPage'),
})
const favoriteQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/favorites',
  validateSearch: parseListSearch,
  component: lazyPage(queryLists, 'FavoriteQueriesPage'),
})
const archivedQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/archive',
  validateSearch: parseListSearch,
  component: lazyPage(queryLists, 'ArchivedQueriesPage'),
})
const myQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/my',
  validateSearch: parseListSearch,
  component: lazyPage(queryLists, 'MyQueriesPage'),
})
const queryPages = () => {
  // A phone shows the result last. Elsewhere its code loads along with the page, which loads it again if it fails here.
  if (!isOnPhone()) import('./page/ResultPane.tsx').catch(() => {})
  return import('./page/index.tsx')
}
// The parent of both pages of a query, so that a run goes on when one replaces the other.
const pages = createRoute({
  getParentRoute: () => appRoute,
  id: 'query-pages',
  component: lazyPage(queryPages, 'QueryPages'),
})
const queryView = createRoute({
  getParentRoute: () => pages,
  path: '/queries/$queryId',
  component: lazyPage(queryPages, 'QueryViewPage'),
})
// The parent of both, so that the page stays mounted when a new query is saved and gets its own URL.
const sources = createRoute({
  getParentRoute: () => pages,
  id: 'query-source',
  component: lazyPage(queryPages, 'QuerySourcePage'),
})
const newQuery = createRoute({ getParentRoute: () => sources, path: '/queries/new' })
const querySource = createRoute({ getParentRoute: () => sources, path: '/queries/$queryId/source' })
const pagesOfQuery = pages.addChildren([queryView, sources.addChildren([newQuery, querySource])])
const explore = createRoute({
  getParentRoute: () => appRoute,
  path: '/queries/$queryId/explore',
  validateSearch: parseExploreSearch,
  component: lazyPage(() => import('./explore/ExplorePage.tsx'), 'ExplorePage'),
})
const runHistory = createRoute({
  getParentRoute: () => appRoute,
  path: '/run_history',
  validateSearch: parseRunHistorySearch,
  component: lazyPage(() => import('./history/RunHistoryPage.tsx'), 'RunHistoryPage'),
})

/** The pages of this feature. */
export const queryRoutes = [queries, favoriteQueries, archivedQueries, myQueries, pagesOfQuery, explore, runHistory] as const
