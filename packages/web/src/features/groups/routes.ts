import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const groupLists = () => import('./GroupsPage.tsx')
const groups = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(groupLists, 'GroupsPage'),
})
const newGroup = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups/new',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(groupLists, 'NewGroupPage'),
})
const groupMembers = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups/$groupId',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./GroupMembersPage.tsx'), 'GroupMembersPage'),
})
const groupDataSources = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups/$groupId/data_sources',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./GroupDataSourcesPage.tsx'), 'GroupDataSourcesPage'),
})
/** The pages of this feature. */
export const groupRoutes = [groups, newGroup, groupMembers, groupDataSources] as const
