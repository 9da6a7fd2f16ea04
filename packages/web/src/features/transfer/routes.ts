import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const transfer = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/transfer',
  component: lazyPage(() => import('./TransferPage.tsx'), 'TransferPage'),
})
/** The pages of this feature. */
export const transferRoutes = [transfer] as const
