import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const usage = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/usage',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./UsagePage.tsx'), 'UsagePage'),
})
/** The pages of this feature. */
export const eventRoutes = [usage] as const
