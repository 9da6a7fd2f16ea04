import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const groupLists = () => import('./GroupsPage.tsx')
const groups = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups',
  validateSearch: parseListSearch,
  component: lazyPage(groupLists, 'GroupsPage'),
})
const newGroup = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups/new',
  validateSearch: parseListSearch,
  component: lazyPage(groupLists, 'NewGroupPage'),
})
const groupMembers = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups/$groupId',
  validateSearch: parseListSearch,
  component: lazyPage(() => import('./GroupMembersPage.tsx'), 'GroupMembersPage'),
})
const groupDataSources = createRoute({
  getParentRoute: () => appRoute,
  path: '/groups/$groupId/data_sources',
  validateSearch: parseListSearch,
  component: lazyPage(() => import('./GroupDataSourcesPage.tsx'), 'GroupDataSourcesPage'),
})
/** The pages of this feature. */
export const groupRoutes = [groups, newGroup, groupMembers, groupDataSources] as const
