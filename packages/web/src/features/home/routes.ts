import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const home = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyPage(() => import('./HomePage.tsx'), 'HomePage'),
})
/** The pages of this feature. */
export const homeRoutes = [home] as const
