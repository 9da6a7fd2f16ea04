import { parseListSearch } from '@sightline/domain/list-state.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { appRoute } from '../../app/root-routes.tsx'

const userLists = () => import('./UsersPage.tsx')
const users = createRoute({
  getParentRoute: () => appRoute,
  path: '/users',
  validateSearch: parseListSearch,
  component: lazyPage(userLists, 'ActiveUsersPage'),
})
const newUser = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/new',
  validateSearch: parseListSearch,
  component: lazyPage(userLists, 'NewUserPage'),
})
const pendingUsers = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/pending',
  validateSearch: parseListSearch,
  component: lazyPage(userLists, 'PendingUsersPage'),
})
const disabledUsers = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/disabled',
  validateSearch: parseListSearch,
  component: lazyPage(userLists, 'DisabledUsersPage'),
})
const profilePages = () => import('./ProfilePage.tsx')
const ownProfile = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/me',
  component: lazyPage(profilePages, 'OwnProfilePage'),
})
const userProfile = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/$userId',
  component: lazyPage(profilePages, 'UserProfilePage'),
})
/** The pages of this feature. */
export const userRoutes = [users, newUser, pendingUsers, disabledUsers, ownProfile, userProfile] as const
