import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/root-routes.tsx'
import { textParam } from '../../app/search-params.ts'

const signInSearch = (search: Record<string, unknown>) => ({ next: textParam(search.next), error: textParam(search.error) })
const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyPage(() => import('./LoginPage.tsx'), 'LoginPage'),
})
const directory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ldap/login',
  validateSearch: signInSearch,
  component: lazyPage(() => import('./LoginPage.tsx'), 'DirectoryPage'),
})
const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyPage(() => import('./ForgotPage.tsx'), 'ForgotPage'),
})
const newPasswordPages = () => import('./NewPasswordPage.tsx')
const invite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$token',
  component: lazyPage(newPasswordPages, 'InvitePage'),
})
const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$token',
  component: lazyPage(newPasswordPages, 'ResetPage'),
})
const verify = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify/$token',
  component: lazyPage(() => import('./VerifyPage.tsx'), 'VerifyPage'),
})
/** The pages of this feature. */
export const sessionRoutes = [login, directory, forgot, invite, reset, verify] as const
