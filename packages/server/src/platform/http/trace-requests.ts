import type { FastifyInstance } from 'fastify'
import type { Span, Tracing } from '../tracing/tracing.ts'
import { routeOf } from './route-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only if traces are recorded. */
    span?: Span | null
  }
}

/**
 * Records a span for each request, named by method and pattern of its route. It has no URL and no address, which could tell
 * secrets and people.
 * @param continuesTraces whether the header `traceparent` of a caller names the span above
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing, continuesTraces: boolean): void {
  fastify.decorateRequest('span', null)
  fastify.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers
    request.span = tracing.begin({
      name: request.method,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'sightline.request_id': request.id },
      parent: continuesTraces && typeof traceparent === 'string' ? traceparent : null,
    })
    done()
  })
  // The span is entered after the body has arrived: the events of a body belong to the connection, not to the request.
  fastify.addHook('preHandler', (request, _, done) => {
    if (request.span) request.span.enter(done)
    else done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const { span, method } = request
    const status = reply.statusCode
    const route = routeOf(request, status)
    span?.rename(`${method} ${route}`)
    span?.set({ 'http.route': route, 'http.response.status_code': status })
    if (status >= 500) span?.fail(String(status))
    else if (!reply.raw.writableFinished) span?.fail('aborted')
    span?.end()
    done()
  })
}
