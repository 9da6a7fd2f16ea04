import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'
import { parseAuditSearch } from './address.ts'

const audit = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
})
/** The pages of this feature. */
export const auditRoutes = [audit] as const
