import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const transfer = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/transfer',
  component: lazyRouteComponent(() => import('./TransferPage.tsx'), 'TransferPage'),
})
/** The pages of this feature. */
export const transferRoutes = [transfer] as const
