import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/root-routes.tsx'

/** A page of the documentation: alone, so that it also stands in the drawer of the help. */
const help = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/$topic',
  component: lazyPage(() => import('./HelpPage.tsx'), 'HelpPage'),
})
/** The pages of this feature. */
export const helpRoutes = [help] as const
