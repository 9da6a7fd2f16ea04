import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { Coding } from '../compression.ts'
import type { Context } from '../context.ts'

/** What an endpoint's function gets besides the context: the parsed request. */
export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** For the few that need more: streams in and out, headers, the address. */
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
  /** Whether the session, and not a key, proves who calls: both may come along. */
  isBySession: boolean
  /** Whether the body came as an HTML form: then the answer is for a browser to show. */
  isForm: boolean
  /** The raw body, for endpoints that take a stream. */
  stream: Readable
  /** Whether the caller wants the headers alone. */
  isHead: boolean
  /** Aborts when the caller hangs up. */
  signal: AbortSignal
  status(code: number): void
  header(name: string, value: string): void
  /** Where `next` leads: a path of this site, or `./` for its root. */
  placeFor(next: string | undefined): string
  /** Sends the browser on to an address below the site's root (no leading slash), or to a path of this site. */
  redirect(location: string): undefined
  /** Sends the browser to another site: only to addresses that the settings or the organization's admins have named. */
  redirectAway(address: URL): undefined
  /** @param options `maxAge` in seconds; 0 takes the cookie away, none keeps it until the browser closes */
  setCookie(name: string, value: string, options: { maxAge?: number; httpOnly: boolean }): void
}

/** A reply that is not JSON. */
export interface StreamReply {
  contentType: string
  body: Readable | WholeBody
  headers?: Record<string, string>
}

/** A body that is in memory, and compressed once for all who take it so. */
export interface WholeBody {
  bytes: Buffer
  compressed(coding: Coding): Promise<Buffer>
}

export interface AnswerOptions {
  /** Pages of other sites may read the answer, as far as the settings allow. */
  isCrossOrigin?: boolean
  /** Takes an HTML form as well as JSON. */
  form?: boolean
  /** Takes any other body for none, as older clients send forms that nobody reads. */
  ignoresOthers?: boolean
  /** Takes posts that a page of another site makes the browser send: the answer of an identity provider, proved by itself. */
  fromOtherSites?: boolean
  /** Refuses an address that calls more often than this within an hour, with 429. */
  callsPerHour?: number
  /** The same within a day. */
  callsPerDay?: number
  /** Refuses a user, or the holders of one key, who call more often than this within an hour, with 429. */
  callsPerUserHour?: number
}

/** A call that was answered as it was meant to be. */
export interface AnsweredCall {
  endpoint: Endpoint
  input: { params: unknown; query: unknown; body: unknown }
  reply: unknown
  /** Made in a session, as our own pages do, and not by a key. */
  isByPage: boolean
}

export interface App {
  /** Answers an endpoint: checks access, parses the request, and turns what the function returns, or throws, into the reply. */
  answer<E extends Endpoint>(
    endpoint: E,
    fn: (ctx: Context, input: Input<E>) => Promise<ReplyOf<E> | StreamReply> | ReplyOf<E> | StreamReply,
    options?: AnswerOptions,
  ): void
}
