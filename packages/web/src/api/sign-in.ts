import { pathTo } from './address.ts'
import type { ApiError } from './error.ts'

/** Whether a failure means that nobody is signed in (any more). */
export const isSignInNeeded = (error: ApiError) =>
  error.status === 401 && error.code !== 'wrong_credentials'
    ? true
    : error.code === 'unauthenticated' || /please login/i.test(error.message)

/** Leaves the page for sign-in, which comes back to the same address. */
export function goToSignIn(): void {
  const here = location.pathname + location.search + location.hash
  location.assign(`${pathTo('/login')}?next=${encodeURIComponent(here)}`)
}
