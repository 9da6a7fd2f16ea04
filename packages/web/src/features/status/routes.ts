import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const systemStatus = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/status',
  component: lazyPage(() => import('./StatusPage.tsx'), 'StatusPage'),
})
const tasks = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/queries/tasks',
  component: lazyPage(() => import('./TasksPage.tsx'), 'TasksPage'),
})
const outdatedQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/queries/outdated',
  component: lazyPage(() => import('./OutdatedPage.tsx'), 'OutdatedPage'),
})
/** The pages of this feature. */
export const statusRoutes = [systemStatus, tasks, outdatedQueries] as const
