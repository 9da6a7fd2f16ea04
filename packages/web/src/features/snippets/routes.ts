import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const snippetLists = () => import('./SnippetsPage.tsx')
const snippets = createRoute({
  getParentRoute: () => appRoute,
  path: '/query_snippets',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(snippetLists, 'SnippetsPage'),
})
const newSnippet = createRoute({
  getParentRoute: () => appRoute,
  path: '/query_snippets/new',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(snippetLists, 'NewSnippetPage'),
})
const snippet = createRoute({
  getParentRoute: () => appRoute,
  path: '/query_snippets/$querySnippetId',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(snippetLists, 'SnippetPage'),
})
/** The pages of this feature. */
export const snippetRoutes = [snippets, newSnippet, snippet] as const
