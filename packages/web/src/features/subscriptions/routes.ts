import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-routes.tsx'

const unsubscribe = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./UnsubscribePage.tsx'), 'UnsubscribePage'),
})
/** The pages of this feature. */
export const subscriptionRoutes = [unsubscribe] as const
