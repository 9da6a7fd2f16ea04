import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const dataSourceLists = () => import('./DataSourcesPage.tsx')
const dataSources = createRoute({
  getParentRoute: () => appRoute,
  path: '/data_sources',
  component: lazyPage(dataSourceLists, 'DataSourcesPage'),
})
const newDataSource = createRoute({
  getParentRoute: () => appRoute,
  path: '/data_sources/new',
  component: lazyPage(dataSourceLists, 'NewDataSourcePage'),
})
const dataSource = createRoute({
  getParentRoute: () => appRoute,
  path: '/data_sources/$dataSourceId',
  component: lazyPage(() => import('./DataSourcePage.tsx'), 'DataSourcePage'),
})
/** The pages of this feature. */
export const dataSourceRoutes = [dataSources, newDataSource, dataSource] as const
