import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin, Viewer } from '../context.ts'
import type { HttpExchange } from './app.ts'
import { SESSION_COOKIE } from './caller.ts'
import type { Callers } from './request-state.ts'
import { cookieOptions } from './session-cookies.ts'
import { localPath, pathWithin, type Site } from './site.ts'

interface ExchangeFacts extends Pick<Callers, 'viewerNow'> {
  site: Site
  /** Aborts when this process begins to stop. */
  stopping: AbortSignal
  isBySession: boolean
  isForm: boolean
}

/**
 * The view of a request and its response that the function of an endpoint gets. A class, because V8 makes a hidden class of its own for
 * each object literal with getters: these kept every request in memory until the next full collection.
 */
export class Exchange implements HttpExchange {
  readonly headers: HttpExchange['headers']
  readonly isBySession: boolean
  readonly isForm: boolean
  readonly stopping: AbortSignal
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #site: Site
  readonly #viewerNow: Callers['viewerNow']
  #signal: AbortSignal | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, { site, stopping, viewerNow, isBySession, isForm }: ExchangeFacts) {
    this.headers = request.headers
    this.isBySession = isBySession
    this.isForm = isForm
    this.stopping = stopping
    this.#request = request
    this.#reply = reply
    this.#site = site
    this.#viewerNow = viewerNow
  }

  get ip(): string {
    return this.#request.ip
  }

  get peer(): string {
    return this.#request.socket.remoteAddress ?? ''
  }

  get sessionToken(): string | null {
    return this.cookie(SESSION_COOKIE)
  }

  get isHead(): boolean {
    return this.#request.method === 'HEAD'
  }

  get stream(): Readable {
    const { body } = this.#request
    return body instanceof Readable ? body : Readable.from([])
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOfHangUp(this.#request, this.#reply)
    return this.#signal
  }

  cookie(name: string): string | null {
    return this.#request.cookies[name] || null
  }

  viewerNow(): Promise<Viewer> {
    return this.#viewerNow(this.#request)
  }

  status(code: number): void {
    this.#reply.code(code)
  }

  header(name: string, value: string): void {
    this.#reply.header(name, value)
  }

  placeFor(next: string | undefined): string {
    return localPath(next, this.#site.basePath)
  }

  redirect(location: string): undefined {
    this.#reply.code(302).header('location', pathWithin(this.#site, location))
  }

  redirectAway({ href }: URL): undefined {
    this.#reply.code(302).header('location', href)
  }

  setCookie(name: string, value: string, { maxAge, httpOnly }: Parameters<HttpExchange['setCookie']>[2]): void {
    this.#reply.setCookie(name, value, { ...cookieOptions(this.#site, this.#request), httpOnly, maxAge })
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
