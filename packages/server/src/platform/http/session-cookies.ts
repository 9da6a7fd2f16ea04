import { newKey } from '../crypto/keys.ts'
import type { HttpExchange } from './app.ts'
import { CSRF_COOKIE, SESSION_COOKIE } from './caller.ts'

/** A new session: the contents of its two cookies and their lifetime. */
export interface OpenedSession {
  token: string
  csrfToken: string
  /** Seconds; null for cookies that last until the browser closes. */
  maxAge: number | null
}

/** Sets the cookies of a new session. */
export function setSessionCookie(http: HttpExchange, { token, csrfToken, maxAge }: OpenedSession): void {
  const lifetime = maxAge === null ? {} : { maxAge }
  http.setCookie(SESSION_COOKIE, token, { ...lifetime, httpOnly: true })
  http.setCookie(CSRF_COOKIE, csrfToken, { ...lifetime, httpOnly: false })
}

/** Removes the session cookie, and replaces the CSRF token that belonged to it. */
export function clearSessionCookie(http: HttpExchange): void {
  http.setCookie(SESSION_COOKIE, '', { maxAge: 0, httpOnly: true })
  http.setCookie(CSRF_COOKIE, newKey(), { httpOnly: false })
}
