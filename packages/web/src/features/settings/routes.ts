import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const organizationSettings = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/organization',
  component: lazyRouteComponent(() => import('./OrganizationPage.tsx'), 'OrganizationPage'),
})
/** The pages of this feature. */
export const settingsRoutes = [organizationSettings] as const
