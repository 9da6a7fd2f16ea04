import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const home = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
})
/** The pages of this feature. */
export const homeRoutes = [home] as const
