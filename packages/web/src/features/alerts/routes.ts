import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const alerts = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./AlertsPage.tsx'), 'AlertsPage'),
})
const alertPages = () => import('./AlertPage.tsx')
const newAlert = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts/new',
  component: lazyRouteComponent(alertPages, 'NewAlertPage'),
})
const alert = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(alertPages, 'AlertPage'),
})
/** The pages of this feature. */
export const alertRoutes = [alerts, newAlert, alert] as const
