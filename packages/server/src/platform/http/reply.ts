import { Readable } from 'node:stream'
import { memoized } from '@sightline/domain/memoized.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { codingFor } from '../compression.ts'
import type { StreamReply, WholeBody } from './app.ts'
import { failureOf } from './failure.ts'
import { languageOf } from './request-state.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Smaller responses are not worth compressing. */
export const MIN_COMPRESSED_BYTES = 1024

/** The request header that decides about the encoding of a body. */
const HOW_ENCODED = ['accept-encoding']

/** Headers that describe one body and no other. */
const HEADERS_OF_A_BODY = ['cache-control', 'content-disposition', 'content-encoding', 'content-length', 'etag']

export const isStream = (answer: unknown): answer is StreamReply =>
  typeof answer === 'object' && answer !== null && 'contentType' in answer && 'body' in answer

/** Sends the value that the function of an endpoint has answered. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<FastifyReply> {
  if (isStream(answer)) {
    reply.type(answer.contentType).headers(answer.headers ?? {})
    return answer.body instanceof Readable ? reply.send(answer.body) : sendWhole(request, reply, answer.body)
  }
  if (answer === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send()
  return reply.type(JSON_TYPE).send(JSON.stringify(answer))
}

async function sendWhole(request: FastifyRequest, reply: FastifyReply, body: WholeBody): Promise<FastifyReply> {
  if (body.bytes.length < MIN_COMPRESSED_BYTES) return reply.send(body.bytes)
  vary(reply, HOW_ENCODED)
  const coding = codingFor(request.headers['accept-encoding'])
  if (coding === null) return reply.send(body.bytes)
  return reply.header('content-encoding', coding).send(await body.compressed(coding))
}

/** Answers a call that has failed, in the language of the page and in the format of its endpoint. */
export function sendFailure(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = failureOf(error, log, {
    method: request.method,
    url: request.url,
    request_id: request.id,
    hasBegun: request.hasBegun,
    isGone: request.raw.socket.destroyed,
    language: languageOf(request),
  })
  // The headers of the response that was not sent.
  for (const name of HEADERS_OF_A_BODY) reply.removeHeader(name)
  const seconds = 'details' in body ? body.details?.retry_after : undefined
  if (typeof seconds === 'number') reply.header('retry-after', seconds)
  const present = request.routeOptions.config.presentFailure
  const shown =
    present === undefined || !('code' in body) ? { contentType: JSON_TYPE, headers: {}, body } : present(status, body)
  return reply
    .code(status)
    .headers(shown.headers ?? {})
    .type(shown.contentType)
    .send(JSON.stringify(shown.body))
}

/** Adds the request headers on which a response depends to `vary`. @param names the same list for all responses that have it */
export function vary(reply: FastifyReply, names: readonly string[]): void {
  reply.header('vary', adding(names)(String(reply.getHeader('vary') ?? '')))
}

/** From the names that are added to those that a response has so far, which are the same few for all responses. */
const adding = memoized((names: readonly string[]) =>
  memoized((header: string) => {
    const known = header.split(/, */).filter((name) => name !== '')
    const more = names.filter((name) => !known.some((one) => one.toLowerCase() === name.toLowerCase()))
    return [...known, ...more].join(', ')
  }),
)
