import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-routes.tsx'

/** A page of the documentation: alone, so that it also stands in the drawer of the help. */
const help = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/$topic',
  component: lazyRouteComponent(() => import('./HelpPage.tsx'), 'HelpPage'),
})
/** The pages of this feature. */
export const helpRoutes = [help] as const
