import { createRoute } from '@tanstack/react-router'
import { setApiKey } from '../../api/call.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { publicRoute } from '../../app/root-routes.tsx'
import { parseEmbedSearch } from './search-params.ts'

const embed = createRoute({
  getParentRoute: () => publicRoute,
  path: '/embed/query/$queryId/visualization/$visualizationId',
  validateSearch: parseEmbedSearch,
  beforeLoad: ({ search, preload }) => {
    if (!preload) setApiKey(search.api_key ?? null)
  },
  component: lazyPage(() => import('./EmbedPage.tsx'), 'EmbedPage'),
})
/** The pages of this feature. */
export const embedRoutes = [embed] as const
