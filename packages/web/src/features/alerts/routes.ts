import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const alerts = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts',
  validateSearch: parseListSearch,
  component: lazyPage(() => import('./AlertsPage.tsx'), 'AlertsPage'),
})
const alertPages = () => import('./AlertPage.tsx')
const newAlert = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts/new',
  validateSearch: (search): { query?: number } => {
    const query = Number(search.query)
    return Number.isSafeInteger(query) && query > 0 ? { query } : {}
  },
  component: lazyPage(alertPages, 'NewAlertPage'),
})
const alert = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts/$alertId',
  component: lazyPage(alertPages, 'AlertPage'),
})
/** The pages of this feature. */
export const alertRoutes = [alerts, newAlert, alert] as const
