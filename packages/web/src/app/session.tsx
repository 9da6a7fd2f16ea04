import { api } from '@sightline/contract/api.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { call } from '../api/call.ts'
import { ApiError } from '../api/error.ts'
import { goToSignIn } from '../api/sign-in.ts'
import { ClientConfigContext } from './client-config.ts'
import { PageError } from './PageError.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { type SignedInSession, sessionState } from './session-state.ts'

/** The session, asked for once per page load. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(api.session.get, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

const SessionContext = createContext<SignedInSession | null>(null)

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

/** Renders its children once the session is loaded, and sends everybody without one to sign in. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  const cache = useQueryClient()
  const state = sessionState(data)
  // Once it is loaded, a failure to load it anew takes no page away: a session that has ended is taken up again on the page.
  const failure = data === undefined ? error : null
  // No answer at all is no reason to sign in: the connection is gone, not the session.
  const isUnreachable = failure instanceof ApiError && failure.status === 0
  const isSignedOut = state.status === 'signed out' || (failure !== null && !isUnreachable)

  useEffect(() => {
    if (isSignedOut) goToSignIn()
  }, [isSignedOut])

  if (isUnreachable) return <PageError error={failure} onRetry={() => void refetch()} />
  if (state.status !== 'loaded') return null
  return (
    <SessionContext value={state.session}>
      <ClientConfigContext value={state.session.client_config}>
        {children}
        <SignInAgain session={state.session} onReturn={(session) => cache.setQueryData(sessionQuery.queryKey, session)} />
      </ClientConfigContext>
    </SessionContext>
  )
}
