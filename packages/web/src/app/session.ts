import { api } from '@sightline/contract/api.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import type { ClientConfig, CurrentUser, Session } from '@sightline/contract/session.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, probe } from '../api/call.ts'
import { pathTo } from '../api/url.ts'
import { removeAllUnsaved } from './unsaved-storage.ts'

/** The session of somebody who is signed in. */
export type SignedInSession = Omit<Session, 'user'> & { user: CurrentUser }

/** What the app knows about its user: nothing yet, somebody, or nobody. */
export type SessionState = { status: 'not loaded' } | { status: 'loaded'; session: SignedInSession } | { status: 'signed out' }

/**
 * Reads the answer of the session call.
 * @param answer undefined while there is none yet
 */
export function sessionState(answer: Session | undefined): SessionState {
  if (answer === undefined) return { status: 'not loaded' }
  return isSignedIn(answer) ? { status: 'loaded', session: answer } : { status: 'signed out' }
}

/** Only a user with an id is somebody: a key opens one thing, but signs nobody in. */
function isSignedIn(session: Session): session is SignedInSession {
  return 'id' in session.user && typeof session.user.id === 'number'
}

export const ClientConfigContext = createContext<ClientConfig | null>(null)

/** The settings of this installation: inside the session gate, and inside that of visitors. */
export function useClientConfig(): ClientConfig {
  const config = useContext(ClientConfigContext)
  if (config === null) throw new Error('useClientConfig is used outside of a gate.')
  return config
}

/** Ends the session, takes what the user has not saved out of this browser, and leads to the sign-in page. */
export async function signOut(userId: number): Promise<void> {
  removeAllUnsaved(userId)
  // A session that has ended already is as good.
  await probe(api.session.signOut).catch(() => undefined)
  location.assign(pathTo('/login'))
}

/** The session, asked for once per page load. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(api.session.get, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export const SessionContext = createContext<SignedInSession | null>(null)

/** Who is signed in, and the settings of this installation. Only inside the session gate. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession is used outside of the session gate.')
  return session
}

/** Whether the signed-in user holds a permission. It decides what is shown; the server decides what is allowed. */
export function usePermission(name: Permission): boolean {
  return useSession().user.permissions.includes(name)
}
