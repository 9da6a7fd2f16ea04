import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/root-routes.tsx'
import { textParam } from '../../app/search-params.ts'

const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: (search) => ({ token: textParam(search.token) }),
  component: lazyPage(() => import('./SetupPage.tsx'), 'SetupPage'),
})
/** The pages of this feature. */
export const setupRoutes = [setup] as const
