import type { FastifyRequest } from 'fastify'
import { isSameText } from '../crypto/keys.ts'
import type { Caller } from './caller.ts'
import { AppError } from './errors.ts'

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
