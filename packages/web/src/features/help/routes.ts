import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/root-routes.tsx'

/** A page of the documentation, without a shell, so that the help drawer can show it in a frame. */
const help = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/$topic',
  component: lazyPage(() => import('./HelpPage.tsx'), 'HelpPage'),
})
/** The pages of this feature. */
export const helpRoutes = [help] as const
