import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const about = createRoute({
  getParentRoute: () => appRoute,
  path: '/about',
  component: lazyPage(() => import('./AboutPage.tsx'), 'AboutPage'),
})
/** The pages of this feature. */
export const aboutRoutes = [about] as const
