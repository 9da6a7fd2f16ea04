import type { Session } from '@sightline/contract/session.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { onSessionExpired } from '../api/sign-in.ts'
import type { SignedInSession } from './session-state.ts'

const Dialog = lazy(() => import('./SignInAgainDialog.tsx'))

interface SignInAgainProps {
  session: SignedInSession
  /** Told the new session of the same user. */
  onReturn(session: Session): void
}

/** Waits for the session to end, and then asks to sign in again, over the page as it is: nothing that was written is lost. */
export function SignInAgain({ session, onReturn }: SignInAgainProps) {
  const [isOver, setIsOver] = useState(false)
  // All calls that found the session ended wait for the same return.
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
