import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that its connection had sent before. */
    sentBefore: number
  }
}

/** Load balancers call these every few seconds. */
const HEALTH_CHECKS = new Set(['/ping', '/healthz'])

/**
 * Makes the line that the log has for each request: method, pattern of the route, status, milliseconds, bytes sent with headers, ids of
 * the request, the user and the trace. It has no URL, because paths and query strings can contain keys and search terms.
 * @returns a function to call once a response is sent, with the pattern of its route
 */
export function requestLogger(
  fastify: FastifyInstance,
  log: Logger,
): (request: FastifyRequest, reply: FastifyReply, route: string) => void {
  // None of the fields is secret, and searching them for secrets would take longer than writing the line.
  const access = log.child({}, { redact: [] })
  fastify.decorateRequest('sentBefore', 0)
  fastify.addHook('onRequest', (request, _, done) => {
    request.sentBefore = request.socket.bytesWritten
    done()
  })
  return (request, reply, route) => {
    const level = HEALTH_CHECKS.has(route) ? 'debug' : 'info'
    if (!access.isLevelEnabled(level)) return
    access[level](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        bytes: request.socket.bytesWritten - request.sentBefore,
        request_id: request.id,
        user_id: userIdOf(request),
        ...(request.span ? { trace_id: request.span.traceId } : {}),
        // The client has disconnected before it had the whole response.
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
      },
      'Request',
    )
  }
}

/** @returns null for visitors and keys, and for requests that were answered without identifying their caller */
function userIdOf({ identified }: FastifyRequest): number | null {
  return identified?.viewer.kind === 'user' ? identified.viewer.id : null
}
