import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'
import { parseCleanUpSearch } from './search-params.ts'

const cleanUp = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/clean_up',
  validateSearch: parseCleanUpSearch,
  component: lazyPage(() => import('./CleanUpPage.tsx'), 'CleanUpPage'),
})
/** The pages of this feature. */
export const cleanUpRoutes = [cleanUp] as const
