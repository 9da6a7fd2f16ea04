import { api } from '@sightline/contract/api.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import type { ClientConfig, CurrentUser, Session } from '@sightline/contract/session.ts'
import { PRODUCT_NAME } from '@sightline/domain/site-name.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, probe } from '../api/call.ts'
import { pathTo } from '../api/url.ts'
import { learnPlugIns } from '../visualizations/plug-in/known-types.ts'
import { removeAllUnsaved } from './unsaved-storage.ts'

/** The session of a signed-in user. */
export type SignedInSession = Omit<Session, 'user'> & { user: CurrentUser }

/** Whether the session is loading, loaded, or missing. */
export type SessionState = { status: 'not loaded' } | { status: 'loaded'; session: SignedInSession } | { status: 'signed out' }

/**
 * Reads the response of the session endpoint.
 * @param answer undefined while loading
 */
export function sessionState(answer: Session | undefined): SessionState {
  if (answer === undefined) return { status: 'not loaded' }
  return isSignedIn(answer) ? { status: 'loaded', session: answer } : { status: 'signed out' }
}

/** With an API key there is a session too, but its user has no id and is not signed in. */
function isSignedIn(session: Session): session is SignedInSession {
  return 'id' in session.user && typeof session.user.id === 'number'
}

export const ClientConfigContext = createContext<ClientConfig | null>(null)

/** The name of the organization; empty while it only has that of the product. */
export const organizationName = ({ orgName }: Pick<ClientConfig, 'orgName'>): string =>
  orgName === PRODUCT_NAME ? '' : orgName

/** The settings of this installation. Only inside SessionGate or PublicShell. */
export function useClientConfig(): ClientConfig {
  const config = useContext(ClientConfigContext)
  if (config === null) throw new Error('useClientConfig is used outside of a gate.')
  return config
}

/** Signs out, removes unsaved changes from this browser, and goes to the sign-in page. */
export async function signOut(userId: number): Promise<void> {
  removeAllUnsaved(userId)
  // It may have expired already.
  await probe(api.session.signOut).catch(() => undefined)
  location.assign(pathTo('/login'))
}

/** Makes the types of visualizations that plug-ins add known before any page is shown. */
function learnt<Settings extends Pick<Session, 'client_config'>>(settings: Settings): Settings {
  learnPlugIns(settings.client_config.plugInVisualizations)
  return settings
}

/** The session, loaded once per page load. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => learnt(await call(api.session.get, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export const SessionContext = createContext<SignedInSession | null>(null)

/** The signed-in user and the settings of this installation. Only inside SessionGate. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession is used outside of the session gate.')
  return session
}

/** The settings of this installation, for pages without a session. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => learnt(await call(api.session.config, { signal })).client_config,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether the signed-in user has a permission. It decides only what is shown; the server checks what is allowed. */
export function usePermission(name: Permission): boolean {
  return useSession().user.permissions.includes(name)
}
