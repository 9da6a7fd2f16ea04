import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../context.ts'
import type { HttpExchange } from './app.ts'
import { SESSION_COOKIE } from './caller.ts'
import { cookieOptions } from './session-cookies.ts'
import { localPath, pathWithin, type Site } from './site.ts'

interface ExchangeFacts {
  site: Site
  /** Aborts when this process begins to stop. */
  stopping: AbortSignal
  isBySession: boolean
  isForm: boolean
}

/** Makes the view of a request and its response that the function of an endpoint gets. */
export function exchangeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, stopping, isBySession, isForm }: ExchangeFacts,
): HttpExchange {
  let signal: AbortSignal | null = null
  return {
    headers: request.headers,
    ip: request.ip,
    peer: request.socket.remoteAddress ?? '',
    cookie: (name) => request.cookies[name] || null,
    sessionToken: request.cookies[SESSION_COOKIE] || null,
    isBySession,
    isForm,
    // Made when they are asked for: most endpoints need neither.
    get stream() {
      return request.body instanceof Readable ? request.body : Readable.from([])
    },
    get signal() {
      signal ??= signalOfHangUp(request, reply)
      return signal
    },
    isHead: request.method === 'HEAD',
    stopping,
    status: (code) => void reply.code(code),
    header: (name, value) => void reply.header(name, value),
    placeFor: (next) => localPath(next, site.basePath),
    redirect: (location) => void reply.code(302).header('location', pathWithin(site, location)),
    redirectAway: (address) => void reply.code(302).header('location', address.href),
    setCookie: (name, value, { maxAge, httpOnly }) =>
      void reply.setCookie(name, value, { ...cookieOptions(site, request), httpOnly, maxAge }),
  }
}

/** Aborts when the client disconnects before it has the whole response. */
function signalOfHangUp(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) hangUp.abort()
  })
  if (request.raw.socket.destroyed) hangUp.abort()
  return hangUp.signal
}

/** Longer values are truncated, since clients can send any length. */
const MAX_USER_AGENT_CHARACTERS = 255

/** Where a request comes from, for the audit log and the list of sessions. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ip,
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
})
