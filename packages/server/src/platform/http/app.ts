import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { ErrorBody } from '@sightline/contract/errors.ts'
import type { Coding } from '../compression.ts'
import type { Context, Viewer } from '../context.ts'

/** The parsed request, which an endpoint's function gets besides the context. */
export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** For the few functions that need more: streams, headers, the URL. */
  http: HttpExchange
}

/** The parts of HTTP that a route may touch; Fastify itself stays behind this. */
export interface HttpExchange {
  headers: Record<string, string | string[] | undefined>
  /** The caller's address, as far as it is known. */
  ip: string
  /** The address that the connection comes from: a proxy's, if there is one. */
  peer: string
  /** The value of a cookie; null when the request has none of this name. */
  cookie(name: string): string | null
  /** The token of the `session` cookie; null when the request has none. */
  sessionToken: string | null
  /** Whether the session identifies the caller, not an API key. A request may carry both. */
  isBySession: boolean
  /** Whether the body is an HTML form: then the browser shows the response as a page. */
  isForm: boolean
  /** The raw body, for endpoints that take a stream. */
  stream: Readable
  /** Whether this is a HEAD request. */
  isHead: boolean
  /** Aborts when the client disconnects. */
  signal: AbortSignal
  /** The caller as of now, for answers that go on for long: the key of the request may have been revoked meanwhile. */
  viewerNow(): Promise<Viewer>
  /** Aborts when this process begins to stop: a response without a known end must end then. */
  stopping: AbortSignal
  status(code: number): void
  header(name: string, value: string): void
  /** The target of `next`: a path of this site, or `./` for its root. */
  placeFor(next: string | undefined): string
  /** Redirects to a URL below the site's root (no leading slash) or to a path of this site. */
  redirect(location: string): undefined
  /** Redirects to another site: only to URLs from the settings or from admins of the organization. */
  redirectAway(address: URL): undefined
  /** @param options `maxAge` in seconds; 0 deletes the cookie, without it the cookie lasts until the browser closes */
  setCookie(name: string, value: string, options: { maxAge?: number; httpOnly: boolean }): void
}

/** A reply that is not JSON. */
export interface StreamReply {
  contentType: string
  body: Readable | WholeBody
  headers?: Record<string, string>
}

/** A body in memory, compressed once per encoding for all clients. */
export interface WholeBody {
  bytes: Buffer
  compressed(coding: Coding): Promise<Buffer>
}

export interface AnswerOptions {
  /** Pages of other origins may read the response if the settings allow the origin (CORS). */
  isCrossOrigin?: boolean
  /** Accepts an HTML form as well as JSON. */
  form?: boolean
  /** Ignores a body of any other type: older clients send forms that are not used. */
  ignoresOthers?: boolean
  /** Accepts cross-site form posts, such as the signed response of an identity provider. */
  fromOtherSites?: boolean
  /** Answers 429 to an IP address that calls more often than this within an hour. */
  callsPerHour?: number
  /** The same within a day. */
  callsPerDay?: number
  /** Presents errors in the format of another protocol. */
  presentFailure?: (status: number, body: ErrorBody) => { contentType: string; headers?: Record<string, string>; body: unknown }
  /**
   * Finds the caller by credentials of another protocol, before the body is read; sessions and API keys then count for nothing.
   * @param authorization the header of this name
   * @throws AppError for a caller without such credentials
   */
  viewerBy?: (authorization: string | undefined) => Promise<Viewer>
  /** Answers 429 to a user, or to the holders of one API key, who call more often than this within an hour. */
  callsPerUserHour?: number
}

/** A call that was answered successfully. */
export interface AnsweredCall {
  endpoint: Endpoint
  input: { params: unknown; query: unknown; body: unknown }
  reply: unknown
  /** Made in a session, as our own pages do, not by API key. */
  isByPage: boolean
}

export interface App {
  /** Answers an endpoint: checks access, parses the request, and sends the function's value or its error. */
  answer<E extends Endpoint>(
    endpoint: E,
    fn: (ctx: Context, input: Input<E>) => Promise<ReplyOf<E> | StreamReply> | ReplyOf<E> | StreamReply,
    options?: AnswerOptions,
  ): void
}

/** Validates a response against the contract.
 * @throws if it differs from the endpoint's schema
 */
export function checkReply(endpoint: Endpoint, reply: unknown): void {
  const { success, error } = endpoint.reply.safeParse(reply)
  if (success) return
  const [issue] = error.issues
  throw new Error(
    `${endpoint.method} ${endpoint.path} answers against its contract at "${issue?.path.join('.')}": ${issue?.message}`,
  )
}

/**
 * The path of an endpoint as the router spells it. A placeholder that is followed by a dot (`:id.:type`) takes digits only,
 * and the one after the dot letters and digits, so that `5`, `5.csv` and `5/window` are told apart.
 */
export function routePath(path: string): string {
  return path.replace(/:(\w+)\.:(\w+)/g, ':$1(^\\d+).:$2(^[a-z0-9]+)')
}

/** Whether the path of a URL matches an endpoint path with `:name` placeholders, by the rules of the router. */
export function pathMatcher(path: string): (address: string) => boolean {
  const places = path.replaceAll('.', '\\.').replace(/:\w+\\\.:\w+/g, '\\d+\\.[a-z0-9]+')
  const pattern = new RegExp(`^${places.replace(/:\w+/g, '[^/]+')}$`)
  return (address) => pattern.test(address)
}
