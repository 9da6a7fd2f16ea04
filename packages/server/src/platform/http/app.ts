import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sightline/contract/endpoint.ts'
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
  /** The raw body, for endpoints that take a stream. */
  stream: Readable
  /** Aborts when the caller hangs up. */
  signal: AbortSignal
  status(code: number): void
  header(name: string, value: string): void
  setCookie(name: string, value: string, options: { maxAge?: number; httpOnly: boolean }): void
}

/** A reply that is not JSON. */
export interface StreamReply {
  contentType: string
  body: Readable
  headers?: Record<string, string>
}

export interface App {
  /** Answers an endpoint: checks access, parses the request, and turns what the function returns, or throws, into the reply. */
  answer<E extends Endpoint>(
    endpoint: E,
    fn: (ctx: Context, input: Input<E>) => Promise<ReplyOf<E> | StreamReply> | ReplyOf<E> | StreamReply,
  ): void
}
