import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'
import { parseCleanUpSearch } from './address.ts'

const cleanUp = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/clean_up',
  validateSearch: parseCleanUpSearch,
  component: lazyRouteComponent(() => import('./CleanUpPage.tsx'), 'CleanUpPage'),
})
/** The pages of this feature. */
export const cleanUpRoutes = [cleanUp] as const
