import type { Session } from '@sightline/contract/session.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/error.ts'
import { goToSignIn, onSessionExpired } from '../api/sign-in.ts'
import { CalendarContext } from '../ui/time-zone.tsx'
import { useReady } from '../ui/use-ready.ts'
import { PageError } from './PageError.tsx'
import { ClientConfigContext, SessionContext, type SignedInSession, sessionQuery, sessionState } from './session.ts'
import { storeAnswer } from './store-answer.ts'

/** Renders its children once the session is loaded; without a session it goes to the sign-in page. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  const cache = useQueryClient()
  const state = sessionState(data)
  // Once loaded, a failed reload does not replace the page: an expired session is renewed on the page.
  const failure = data === undefined ? error : null
  // Without a response the connection is lost, not the session.
  const isUnreachable = failure instanceof ApiError && failure.status === 0
  const isSignedOut = state.status === 'signed out' || (failure !== null && !isUnreachable)

  useEffect(() => {
    if (isSignedOut) goToSignIn()
  }, [isSignedOut])

  // The router renders the first page in one step, and on a phone the session is often there by then.
  const isReady = useReady(state.status === 'loaded', false)

  if (isUnreachable) return <PageError error={failure} onRetry={() => void refetch()} />
  if (!isReady || state.status !== 'loaded') return null
  return (
    <SessionContext value={state.session}>
      <ClientConfigContext value={state.session.client_config}>
        <CalendarContext value={state.session.client_config}>{children}</CalendarContext>
        <SignInAgain session={state.session} onReturn={(session) => void storeAnswer(cache, sessionQuery.queryKey, session)} />
      </ClientConfigContext>
    </SessionContext>
  )
}

const Dialog = lazy(() => import('./SignInAgainDialog.tsx'))

interface SignInAgainProps {
  session: SignedInSession
  /** Gets the new session of the same user. */
  onReturn(session: Session): void
}

/** When the session expires, asks to sign in again in a dialog over the page, so that no input is lost. */
function SignInAgain({ session, onReturn }: SignInAgainProps) {
  const [isOver, setIsOver] = useState(false)
  // All calls that fail because of the expired session wait for the same promise.
  const awaited = useRef<PromiseWithResolvers<void> | null>(null)
  useEffect(
    () =>
      onSessionExpired(() => {
        awaited.current ??= Promise.withResolvers()
        setIsOver(true)
        return awaited.current.promise
      }),
    [],
  )
  if (!isOver) return null
  return (
    <Suspense fallback={null}>
      <Dialog
        session={session}
        onReturn={(fresh) => {
          onReturn(fresh)
          setIsOver(false)
          awaited.current?.resolve()
          awaited.current = null
        }}
      />
    </Suspense>
  )
}
