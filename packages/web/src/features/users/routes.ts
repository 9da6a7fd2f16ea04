import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/root-routes.tsx'

const userLists = () => import('./UsersPage.tsx')
const users = createRoute({
  getParentRoute: () => appRoute,
  path: '/users',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'ActiveUsersPage'),
})
const newUser = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/new',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'NewUserPage'),
})
const pendingUsers = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/pending',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'PendingUsersPage'),
})
const disabledUsers = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/disabled',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(userLists, 'DisabledUsersPage'),
})
const profilePages = () => import('./ProfilePage.tsx')
const ownProfile = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/me',
  component: lazyRouteComponent(profilePages, 'OwnProfilePage'),
})
const userProfile = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/$userId',
  component: lazyRouteComponent(profilePages, 'UserProfilePage'),
})
/** The pages of this feature. */
export const userRoutes = [users, newUser, pendingUsers, disabledUsers, ownProfile, userProfile] as const
