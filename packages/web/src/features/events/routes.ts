import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const usage = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/usage',
  validateSearch: parseListSearch,
  component: lazyPage(() => import('./UsagePage.tsx'), 'UsagePage'),
})
/** The pages of this feature. */
export const eventRoutes = [usage] as const
