import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const destinationLists = () => import('./DestinationsPage.tsx')
const destinations = createRoute({
  getParentRoute: () => appRoute,
  path: '/destinations',
  component: lazyRouteComponent(destinationLists, 'DestinationsPage'),
})
const newDestination = createRoute({
  getParentRoute: () => appRoute,
  path: '/destinations/new',
  component: lazyRouteComponent(destinationLists, 'NewDestinationPage'),
})
const destination = createRoute({
  getParentRoute: () => appRoute,
  path: '/destinations/$destinationId',
  component: lazyRouteComponent(() => import('./DestinationPage.tsx'), 'DestinationPage'),
})
/** The pages of this feature. */
export const destinationRoutes = [destinations, newDestination, destination] as const
