import type { ApiError } from './error.ts'
import { pathTo } from './url.ts'

/** Whether an error means that there is no session (any more). */
export const isSignInNeeded = (error: ApiError) =>
  error.status === 401 && error.code !== 'wrong_credentials'
    ? true
    : error.code === 'unauthenticated' || /please login/i.test(error.message)

/** Leaves for the sign-in page, which returns to the current URL. */
export function goToSignIn(): void {
  const here = location.pathname + location.search + location.hash
  location.assign(`${pathTo('/login')}?next=${encodeURIComponent(here)}`)
}

/** Resolves once there is a session again. */
type ReauthHandler = () => Promise<void>
let reauthHandler: ReauthHandler | null = null

/** Registers the handler that re-authenticates in place when the session expires. @returns removes it */
export function onSessionExpired(handler: ReauthHandler): () => void {
  reauthHandler = handler
  return () => {
    if (reauthHandler === handler) reauthHandler = null
  }
}

/**
 * Signs in again after the session has expired.
 * @returns whether the call can be repeated; false if the page is being left for sign-in
 */
export async function reauthenticate(): Promise<boolean> {
  if (reauthHandler === null) {
    goToSignIn()
    return false
  }
  await reauthHandler()
  return true
}
