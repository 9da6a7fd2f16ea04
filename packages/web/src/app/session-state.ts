import type { CurrentUser, Session } from '@sightline/contract/session.ts'

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
