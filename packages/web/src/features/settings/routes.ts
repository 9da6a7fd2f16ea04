import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const organizationSettings = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/organization',
  component: lazyPage(() => import('./OrganizationPage.tsx'), 'OrganizationPage'),
})
/** The pages of this feature. */
export const settingsRoutes = [organizationSettings] as const
