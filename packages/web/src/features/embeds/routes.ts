import { createRoute } from '@tanstack/react-router'
import { setApiKey } from '../../api/identity.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { visitorRoute } from '../../app/root-routes.tsx'
import { parseEmbedSearch } from './search-params.ts'

const embed = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/embed/query/$queryId/visualization/$visualizationId',
  validateSearch: parseEmbedSearch,
  beforeLoad: ({ search, preload }) => {
    if (!preload) setApiKey(search.api_key ?? null)
  },
  component: lazyPage(() => import('./EmbedPage.tsx'), 'EmbedPage'),
})
/** The pages of this feature. */
export const embedRoutes = [embed] as const
