import { LARGE_BODY_BYTES } from '@sightline/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

export interface BodyLimits {
  /** Milliseconds in which a JSON body has to arrive whole, and an upload has to bring `minUploadBytes`. */
  time: number
  minUploadBytes: number
}

/**
 * Bytes of a rejected body that are read and discarded. If the connection closed earlier, the client could not read the
 * response.
 */
const MAX_DISCARDED_BYTES = LARGE_BODY_BYTES
const DISCARDING_CHECK_MS = 100

/** Ends requests whose body does not arrive: they would hold a connection and memory without limit. Node's `requestTimeout` cannot be
 * used, because it would end uploads, which may take hours.
 */
export function watchBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, limits)
    done()
  })
  fastify.addHook('onSend', (_, reply, payload, done) => {
    // Fastify would close the connection of a body that is too large before the client can read why.
    if (reply.statusCode === 413) reply.removeHeader('connection')
    done(null, payload)
  })
  fastify.addHook('onResponse', (request, _, done) => {
    if (hasBody(request) && !request.raw.complete) boundDiscarding(request)
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watch(request: FastifyRequest, reply: FastifyReply, { time, minUploadBytes }: BodyLimits): void {
  const { raw } = request
  const isUpload = request.routeOptions.config?.isUpload === true
  let seen = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const arrived = raw.socket.bytesRead - seen
    seen += arrived
    // Bytes that have arrived and wait to be read by us are not late.
    if (isUpload && !reply.sent && (arrived >= minUploadBytes || raw.readableLength > 0)) return
    clearInterval(timer)
    if (reply.sent) raw.socket.destroy()
    else endWithAnswer(request, reply)
  }, time)
  raw.once('close', () => clearInterval(timer))
}

function endWithAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  // The reader of the body gets the error after the response was sent.
  reply.raw.once('finish', () => raw.destroy())
  reply.header('connection', 'close')
  reply.send(new AppError('too_slow'))
}

/** Node discards the rest of an answered request's body and does not say how much that is. */
function boundDiscarding({ raw }: FastifyRequest): void {
  const before = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete || raw.socket.destroyed) clearInterval(timer)
    else if (raw.socket.bytesRead - before > MAX_DISCARDED_BYTES) raw.socket.destroy()
  }, DISCARDING_CHECK_MS)
}
