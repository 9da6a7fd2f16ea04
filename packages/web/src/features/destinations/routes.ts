import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const destinationLists = () => import('./DestinationsPage.tsx')
const destinations = createRoute({
  getParentRoute: () => appRoute,
  path: '/destinations',
  component: lazyPage(destinationLists, 'DestinationsPage'),
})
const newDestination = createRoute({
  getParentRoute: () => appRoute,
  path: '/destinations/new',
  component: lazyPage(destinationLists, 'NewDestinationPage'),
})
const destination = createRoute({
  getParentRoute: () => appRoute,
  path: '/destinations/$destinationId',
  component: lazyPage(() => import('./DestinationPage.tsx'), 'DestinationPage'),
})
/** The pages of this feature. */
export const destinationRoutes = [destinations, newDestination, destination] as const
