import type { FastifyRequest } from 'fastify'
import { isSameText } from '../crypto/keys.ts'
import type { Caller } from './caller.ts'
import { AppError } from './errors.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a changing call that another site may have made the browser send: with a session cookie the session's token must
 * come along, which other sites cannot read. Calls by key carry nothing that a browser adds by itself.
 * @param formToken the field `csrf_token` of a form
 */
export function refuseForgery(request: FastifyRequest, session: Caller['session'], formToken: unknown): void {
  if (READING.has(request.method) || session === null) return
  const sent = request.headers['x-csrf-token'] ?? request.headers['x-csrftoken'] ?? formToken
  if (typeof sent !== 'string' || !isSameText(sent, session.csrfToken)) throw new AppError('csrf_invalid')
}

/**
 * Refuses a changing call that the browser itself says another site started: signing in or setting up needs no session, so
 * no token stands in the way (https://www.w3.org/TR/fetch-metadata/).
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!READING.has(request.method) && request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('csrf_invalid')
}
