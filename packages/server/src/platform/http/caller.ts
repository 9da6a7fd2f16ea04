import type { Endpoint } from '@sightline/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../context.ts'
import { isSameText } from '../crypto/keys.ts'
import { AppError } from './errors.ts'

export const SESSION_COOKIE = 'session'
export const CSRF_COOKIE = 'csrf_token'

/** The caller of a request, and how they were identified. */
export interface Caller {
  viewer: Viewer
  /** Set when the session cookie identified the caller, not an API key. */
  session: {
    csrfToken: string
    /** Lifetime in seconds with which the cookie is issued again; null if it need not be. */
    renewFor: number | null
  } | null
}

/** The credentials that a request carries. */
export interface Credentials {
  key: string | null
  sessionToken: string | null
  /** Path of the URL without the site's base path: some keys are valid for certain paths only. */
  path: string
}

/** Identifies the caller; the feature that owns users and sessions passes it to the HTTP server. */
export type Identify = (credentials: Credentials) => Promise<Caller>

export const NOBODY: Viewer = { kind: 'nobody', permissions: new Set() }

/** An API key in the URL wins over one in the header, which may come as `Key …`, `Bearer …` or bare. A request with a key in its URL has the rights
 * of that key: with a wrong key it must not fall back to the session of the person who happens to open it.
 */
export function credentialsOf(request: FastifyRequest): Credentials {
  // A call that fails before its address is read has no query and no cookies.
  const { api_key: inAddress } = (request.query ?? {}) as Record<string, unknown>
  const header = request.headers.authorization
  const key = typeof inAddress === 'string' ? inAddress : header?.replace(/^(Key|Bearer) /i, '').trim()
  const path = pathOf(request.url)
  const standsOnKey = typeof inAddress === 'string' && inAddress !== '' && /^\/(api|embed)\//.test(path)
  return { key: key || null, sessionToken: standsOnKey ? null : request.cookies?.[SESSION_COOKIE] || null, path }
}

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? url

/** Checks whether an endpoint admits the caller.
 * @throws AppError `unauthenticated` for an anonymous caller, `scope_missing` for an API key without the scope, `forbidden` for a
 * caller without the permission
 */
export function admit({ access, scope }: Pick<Endpoint, 'access' | 'scope'>, viewer: Viewer): void {
  if (access === 'anyone') return
  if (viewer.kind === 'nobody') throw new AppError('unauthenticated')
  const scopes = viewer.kind === 'user' ? viewer.keyScopes : null
  if (scope !== null && scopes !== null && !scopes.has(scope)) throw new AppError('scope_missing', { scope })
  if (access === 'viewer') return
  if (access === 'user' && viewer.kind !== 'user') throw new AppError('user_key_needed')
  if (access !== 'user' && !viewer.permissions.has(access)) throw new AppError('forbidden')
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses cross-site request forgery: a changing call with a session cookie needs the session's token, which other sites cannot read.
 * Calls by API key carry nothing that a browser adds by itself.
 * @param formToken the field `csrf_token` of a form
 */
export function refuseForgery(request: FastifyRequest, session: Caller['session'], formToken: unknown): void {
  if (READING.has(request.method) || session === null) return
  const sent = request.headers['x-csrf-token'] ?? request.headers['x-csrftoken'] ?? formToken
  if (typeof sent !== 'string' || !isSameText(sent, session.csrfToken)) throw new AppError('csrf_invalid')
}

/** Refuses a changing call that another site started, by the browser's fetch metadata: signing in and setting up need no session, so
 * there is no token to check (https://www.w3.org/TR/fetch-metadata/).
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!READING.has(request.method) && request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('csrf_invalid')
}
