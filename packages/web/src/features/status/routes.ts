import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const systemStatus = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/status',
  component: lazyRouteComponent(() => import('./StatusPage.tsx'), 'StatusPage'),
})
const tasks = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/queries/tasks',
  component: lazyRouteComponent(() => import('./TasksPage.tsx'), 'TasksPage'),
})
const outdatedQueries = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/queries/outdated',
  component: lazyRouteComponent(() => import('./OutdatedPage.tsx'), 'OutdatedPage'),
})
/** The pages of this feature. */
export const statusRoutes = [systemStatus, tasks, outdatedQueries] as const
