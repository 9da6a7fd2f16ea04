import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const dataSourceLists = () => import('./DataSourcesPage.tsx')
const dataSources = createRoute({
  getParentRoute: () => appRoute,
  path: '/data_sources',
  component: lazyRouteComponent(dataSourceLists, 'DataSourcesPage'),
})
const newDataSource = createRoute({
  getParentRoute: () => appRoute,
  path: '/data_sources/new',
  component: lazyRouteComponent(dataSourceLists, 'NewDataSourcePage'),
})
const dataSource = createRoute({
  getParentRoute: () => appRoute,
  path: '/data_sources/$dataSourceId',
  component: lazyRouteComponent(() => import('./DataSourcePage.tsx'), 'DataSourcePage'),
})
/** The pages of this feature. */
export const dataSourceRoutes = [dataSources, newDataSource, dataSource] as const
