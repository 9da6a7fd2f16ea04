import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const snippetLists = () => import('./SnippetsPage.tsx')
const snippets = createRoute({
  getParentRoute: () => appRoute,
  path: '/query_snippets',
  validateSearch: parseListSearch,
  component: lazyPage(snippetLists, 'SnippetsPage'),
})
const newSnippet = createRoute({
  getParentRoute: () => appRoute,
  path: '/query_snippets/new',
  validateSearch: parseListSearch,
  component: lazyPage(snippetLists, 'NewSnippetPage'),
})
const snippet = createRoute({
  getParentRoute: () => appRoute,
  path: '/query_snippets/$querySnippetId',
  validateSearch: parseListSearch,
  component: lazyPage(snippetLists, 'SnippetPage'),
})
/** The pages of this feature. */
export const snippetRoutes = [snippets, newSnippet, snippet] as const
