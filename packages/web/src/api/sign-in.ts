import type { ApiError } from './error.ts'
import { pathTo } from './url.ts'

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

/** Ends once the session is back. */
type ReauthHandler = () => Promise<void>
let reauthHandler: ReauthHandler | null = null

/** From now on a session that ends is taken up again in this way, on the page that it was lost on. @returns what ends that */
export function onSessionExpired(way: ReauthHandler): () => void {
  reauthHandler = way
  return () => {
    if (reauthHandler === way) reauthHandler = null
  }
}

/**
 * Takes up a session that has ended.
 * @returns whether it is back, so that a call can be made again; false when the page is being left for sign-in
 */
export async function reauthenticate(): Promise<boolean> {
  if (reauthHandler === null) {
    goToSignIn()
    return false
  }
  await reauthHandler()
  return true
}
