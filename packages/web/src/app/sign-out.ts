import { api } from '@sightline/contract/api.ts'
import { probe } from '../api/call.ts'
import { pathTo } from '../api/url.ts'
import { removeAllUnsaved } from './unsaved-storage.ts'

/** Ends the session, takes what the user has not saved out of this browser, and leads to the sign-in page. */
export async function signOut(userId: number): Promise<void> {
  removeAllUnsaved(userId)
  // A session that has ended already is as good.
  await probe(api.session.signOut).catch(() => undefined)
  location.assign(pathTo('/login'))
}
