import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/root-routes.tsx'

const unsubscribe = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe/$token',
  component: lazyPage(() => import('./UnsubscribePage.tsx'), 'UnsubscribePage'),
})
/** The pages of this feature. */
export const subscriptionRoutes = [unsubscribe] as const
