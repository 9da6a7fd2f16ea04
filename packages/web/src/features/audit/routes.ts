import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'
import { parseAuditSearch } from './search-params.ts'

const audit = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/audit',
  validateSearch: parseAuditSearch,
  component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
})
/** The pages of this feature. */
export const auditRoutes = [audit] as const
