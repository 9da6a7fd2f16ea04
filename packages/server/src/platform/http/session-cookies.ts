import type { FastifyReply, FastifyRequest } from 'fastify'
import { newKey } from '../crypto/keys.ts'
import type { HttpExchange } from './app.ts'
import { CSRF_COOKIE, SESSION_COOKIE } from './caller.ts'
import type { Site } from './site.ts'

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

/** The attributes that all cookies of the site have. */
export const cookieOptions = (site: Site, request: FastifyRequest) =>
  ({ path: site.basePath, sameSite: 'lax', secure: site.isSecure(request) }) as const

/** Sets the CSRF token, as every response does, and the session cookie when the session was extended. Cookies that the response already has are kept. */
export function refreshCookies(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  const session = request.identified?.session ?? null
  const options = cookieOptions(site, request)
  const isSet = (name: string) =>
    [reply.getHeader('set-cookie') ?? []].flat().some((line) => String(line).startsWith(`${name}=`))
  const { [SESSION_COOKIE]: token, [CSRF_COOKIE]: known } = request.cookies
  if (session?.renewFor && token && !isSet(SESSION_COOKIE))
    reply.setCookie(SESSION_COOKIE, token, { ...options, httpOnly: true, maxAge: session.renewFor })
  if (isSet(CSRF_COOKIE)) return
  const ownToken = known && /^[A-Za-z0-9]{40}$/.test(known) ? known : newKey()
  reply.setCookie(CSRF_COOKIE, session?.csrfToken ?? ownToken, options)
}
