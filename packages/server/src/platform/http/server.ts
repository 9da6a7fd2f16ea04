import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { Language } from '@sightline/contract/languages.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { codings } from '../compression.ts'
import type { Context, Services } from '../context.ts'
import { requestLogger } from './access-log.ts'
import type { AnsweredCall, App } from './app.ts'
import { watchBodies } from './body-watch.ts'
import { countCalls, warnOfUntrustedProxy } from './call-limits.ts'
import { type Caller, type Identify, pathOf } from './caller.ts'
import { createDrain, type Drain } from './drain.ts'
import { endpointsOf } from './endpoints.ts'
import { answerClientError } from './failure.ts'
import { securityHeaders } from './headers.ts'
import { MIN_COMPRESSED_BYTES, sendFailure, vary } from './reply.ts'
import { REQUEST_ID_HEADER, requestIds } from './request-id.ts'
import { addRequestState, callersBy } from './request-state.ts'
import { routeOf } from './route-of.ts'
import { cookieRefresher } from './session-cookies.ts'
import { type Site, siteAt, withoutBasePath } from './site.ts'
import { traceRequests } from './trace-requests.ts'

/** For bodies that no endpoint accepts. */
const MAX_BODY_BYTES = 64 * 1024
/** Compressing this many takes some 0.2 ms; to set up a stream for it, which lets other calls go on meanwhile, takes more than that. */
const MAX_BYTES_COMPRESSED_AT_ONCE = 64 * 1024
/** Bytes per second that an upload has to deliver on average. */
const MIN_UPLOAD_RATE = 4 * 1024

/** Request headers that decide what a caller may read. */
const WHO_CALLS = ['Cookie', 'Authorization', 'Origin']

export interface HttpServer {
  app: App
  fastify: FastifyInstance
  site: Site
  drain: Drain
  callerOf(request: FastifyRequest): Promise<Caller>
  /** Whether an endpoint, whatever its method, has this path. */
  hasPath(path: string): boolean
  /** Every route by method and path, `GET /api/queries/:id`, also those of files and of operators. */
  routes: readonly string[]
}

export interface HttpOptions {
  identify: Identify
  /** The language of people who have chosen none, if their browsers ask for none that we have. */
  defaultLanguage: () => Promise<Language>
  /** Validates every response against the contract and fails the call if it differs: for tests and development. */
  checksReplies: boolean
  /** Called after every answered call of an endpoint; the response does not wait for it. */
  onAnswered?: (ctx: Context, call: AnsweredCall) => void
}

/**
 * Creates the HTTP server: endpoints are added with `app.answer`, pages and files with Fastify itself. It does not listen yet.
 */
export async function createHttpServer(
  services: Services,
  { identify, defaultLanguage, checksReplies, onAnswered }: HttpOptions,
): Promise<HttpServer> {
  const { config, log } = services
  const { trustedProxies } = config.signIn
  const site = siteAt(config.baseUrl)
  // A server that is reached by an address without TLS as well must not have browsers refuse it.
  const hasHsts = config.allowsHsts && config.baseUrl?.startsWith('https:') === true
  const headersOf = securityHeaders({ helpUrl: config.helpUrl, hasHsts })
  const fastify = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    // Asked for every address, protocol and host of a request.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    genReqId: requestIds(trustedProxies),
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url }) => withoutBasePath(url ?? '/', site.basePath),
    forceCloseConnections: true,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendFailure(log, error, request, reply),
  })
  fastify.server.maxConnections = config.maxConnections
  const drain = createDrain(fastify)
  const routes: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') routes.push(`${one} ${url}`)
  })
  addRequestState(fastify)
  const { callerOf, viewerNow } = callersBy(identify, defaultLanguage)
  await fastify.register(cookie)
  await fastify.register(compress, {
    encodings: [...codings],
    threshold: MIN_COMPRESSED_BYTES,
    globalDecompression: false,
    syncThreshold: MAX_BYTES_COMPRESSED_AT_ONCE,
  })
  const refreshCookies = cookieRefresher(fastify, site)
  const limitedTo = await countCalls(fastify, async (request) => (await callerOf(request)).viewer)

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  // Hooks that wait for nothing are no async functions: a promise for each takes longer than what they do.
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    reply.headers(headersOf(pathOf(request.url)))
    // Bodies are parsed as JSON whatever their content type; Fastify would refuse a malformed media type.
    const contentType = request.headers['content-type']
    if (contentType !== undefined && !/^[^\s/;]+\/[^\s/;]+\s*(;|$)/.test(contentType)) delete request.headers['content-type']
    done()
  })
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const cacheControl = String(reply.getHeader('cache-control') ?? '')
    // A cache that several people share would give the token of one of them to the others.
    if (!request.isFile && !cacheControl.startsWith('public')) refreshCookies(request, reply)
    if (cacheControl.startsWith('private')) vary(reply, WHO_CALLS)
    done(null, payload)
  })
  const { tracing } = services
  if (tracing.isOn) traceRequests(fastify, tracing, config.openTelemetry.continuesTraces)
  const logRequest = config.logsRequests ? requestLogger(fastify, log) : null
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const status = reply.statusCode
    const route = routeOf(request, status)
    services.metrics.countRequest({ method, route, status, seconds: reply.elapsedTime / 1000 })
    logRequest?.(request, reply, route)
    done()
  })
  fastify.setErrorHandler((error, request, reply) => sendFailure(log, error, request, reply))

  warnOfUntrustedProxy(fastify, trustedProxies, log)
  watchBodies(fastify, {
    time: config.requestTime,
    minUploadBytes: (MIN_UPLOAD_RATE * config.requestTime) / 1000,
  })

  const { app, hasPath } = endpointsOf(fastify, {
    services,
    site,
    stopping: drain.signal,
    callerOf,
    viewerNow,
    limitedTo,
    checksReplies,
    onAnswered,
  })
  return { app, fastify, site, drain, callerOf, routes, hasPath }
}
