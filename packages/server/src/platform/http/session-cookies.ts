import { memoized } from '@sightline/domain/memoized.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
export const cookieOptions = (site: Site, request: FastifyRequest) => optionsFor(site, site.isSecure(request))

const optionsFor = ({ basePath }: Site, secure: boolean) => ({ path: basePath, sameSite: 'lax', secure }) as const
type CookieOptions = ReturnType<typeof optionsFor>

/** Sessions whose line with the CSRF token is kept. */
const MAX_LINES = 1000

/**
 * Returns the function that sets the CSRF token, as every response does, and the session cookie when the session was extended. Cookies
 * that the response already has are kept.
 */
export function cookieRefresher(
  { serializeCookie }: Pick<FastifyInstance, 'serializeCookie'>,
  site: Site,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const csrfLines = (options: CookieOptions) =>
    memoized((token: string) => serializeCookie(CSRF_COOKIE, token, options), MAX_LINES)
  const csrfLine = { http: csrfLines(optionsFor(site, false)), https: csrfLines(optionsFor(site, true)) }

  return (request, reply) => {
    const session = request.identified?.session ?? null
    const { [SESSION_COOKIE]: token, [CSRF_COOKIE]: known } = request.cookies
    if (session?.renewFor && token && !isSet(reply, SESSION_COOKIE))
      reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(site, request), httpOnly: true, maxAge: session.renewFor })
    if (isSet(reply, CSRF_COOKIE)) return
    const ownToken = known && /^[A-Za-z0-9]{40}$/.test(known) ? known : newKey()
    reply.header('set-cookie', csrfLine[site.isSecure(request) ? 'https' : 'http'](session?.csrfToken ?? ownToken))
  }
}

function isSet(reply: FastifyReply, name: string): boolean {
  const lines = reply.getHeader('set-cookie')
  return lines !== undefined && [lines].flat().some((line) => String(line).startsWith(`${name}=`))
}
