import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { Endpoint } from '@sightline/contract/endpoint.ts'
import type { Language } from '@sightline/contract/languages.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { codingFor, codings } from '../compression.ts'
import type { Context, Origin, Services, Viewer } from '../context.ts'
import { newKey } from '../crypto/keys.ts'
import { inLanguage } from '../language/reader.ts'
import { logRequests } from './access-log.ts'
import {
  type AnsweredCall,
  type AnswerOptions,
  type App,
  checkReply,
  type HttpExchange,
  pathMatcher,
  routePath,
  type StreamReply,
  type WholeBody,
} from './app.ts'
import { watchBodies } from './body-watch.ts'
import { limitBytes } from './byte-limit.ts'
import { countCalls, warnOfUntrustedProxy } from './call-limits.ts'
import {
  admit,
  type Caller,
  CSRF_COOKIE,
  credentialsOf,
  type Identify,
  NOBODY,
  pathOf,
  refuseForgery,
  refuseOtherSites,
  SESSION_COOKIE,
} from './caller.ts'
import { createDrain, type Drain } from './drain.ts'
import { AppError } from './errors.ts'
import { answerClientError, failureOf } from './failure.ts'
import { crossOriginHeaders, PREFLIGHT_HEADERS, securityHeaders } from './headers.ts'
import { parseInput, readBody, refuseUnstorable } from './input.ts'
import { answerLanguage } from './page-language.ts'
import { REQUEST_ID_HEADER, requestIds } from './request-id.ts'
import { routeOf } from './route-of.ts'
import { localPath, loginFor, pathWithin, type Site, siteAt, withoutBasePath } from './site.ts'
import { traceRequests } from './trace-requests.ts'

/** For bodies that no endpoint accepts. */
const MAX_BODY_BYTES = 64 * 1024
/** Bytes per second that an upload has to deliver on average. */
const MIN_UPLOAD_RATE = 4 * 1024
const MAX_STREAM_BYTES = 2 * 1024 * 1024 * 1024
/** Smaller responses are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** Request headers that decide what a caller may read. */
const WHO_CALLS = ['Cookie', 'Authorization', 'Origin']

/** Headers that describe one body and no other. */
const HEADERS_OF_A_BODY = ['cache-control', 'content-disposition', 'content-encoding', 'content-length', 'etag']

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, who is being identified or has been. */
    caller: Promise<Caller> | null
    /** The caller, once identified. */
    identified: Caller | null
    /** The language of the answer, once the caller is identified. */
    language: Language | null
    /** Set for files that are the same for every visitor: caches may keep them, so they set no cookie. */
    isFile: boolean
    /** Set once the function of its endpoint has been called. */
    hasBegun: boolean
  }
  interface FastifyContextConfig {
    /** The body is streamed, which may take long. */
    isUpload?: boolean
    presentFailure?: AnswerOptions['presentFailure']
  }
}

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
  const site = siteAt(config.baseUrl)
  // A server that is reached by an address without TLS as well must not have browsers refuse it.
  const hasHsts = config.allowsHsts && config.baseUrl?.startsWith('https:') === true
  const fastify = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.signIn.trustedProxies,
    genReqId: requestIds(config.signIn.trustedProxies),
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url }) => withoutBasePath(url ?? '/', site.basePath),
    forceCloseConnections: true,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
  })
  fastify.server.maxConnections = config.maxConnections
  const drain = createDrain(fastify)
  const routes: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') routes.push(`${one} ${url}`)
  })
  fastify.decorateRequest('caller', null)
  fastify.decorateRequest('identified', null)
  fastify.decorateRequest('language', null)
  fastify.decorateRequest('isFile', false)
  fastify.decorateRequest('hasBegun', false)
  await fastify.register(cookie)
  await fastify.register(compress, {
    encodings: [...codings],
    threshold: MIN_COMPRESSED_BYTES,
    globalDecompression: false,
  })
  const limitedTo = await countCalls(fastify, async (request) => (await callerOf(request)).viewer)

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  // Hooks that wait for nothing are no async functions: a promise for each takes longer than what they do.
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    reply.headers(securityHeaders(pathOf(request.url), { helpUrl: config.helpUrl, hasHsts }))
    // Bodies are parsed as JSON whatever their content type; Fastify would refuse a malformed media type.
    if (!/^[^\s/;]+\/[^\s/;]+\s*(;|$)/.test(request.headers['content-type'] ?? '')) delete request.headers['content-type']
    done()
  })
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const cacheControl = String(reply.getHeader('cache-control') ?? '')
    // A cache that several people share would give the token of one of them to the others.
    if (!request.isFile && !cacheControl.startsWith('public')) setCookies(request, reply)
    if (cacheControl.startsWith('private')) vary(reply, WHO_CALLS)
    done(null, payload)
  })
  const { tracing } = services
  if (tracing.isOn) traceRequests(fastify, tracing, config.openTelemetry.continuesTraces)
  if (config.logsRequests) logRequests(fastify, log)
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const status = reply.statusCode
    services.metrics.countRequest({ method, route: routeOf(request, status), status, seconds: reply.elapsedTime / 1000 })
    done()
  })
  fastify.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))

  warnOfUntrustedProxy(fastify, config.signIn.trustedProxies, log)
  watchBodies(fastify, {
    time: config.requestTime,
    minUploadBytes: (MIN_UPLOAD_RATE * config.requestTime) / 1000,
  })

  function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
    const shown = present === undefined || !('code' in body) ? { contentType: JSON_TYPE, body } : present(status, body)
    return reply.code(status).type(shown.contentType).send(JSON.stringify(shown.body))
  }

  function callerOf(request: FastifyRequest): Promise<Caller> {
    request.caller ??= identify(credentialsOf(request)).then(async (caller) => {
      request.identified = caller
      request.language = languageFor(request, caller.viewer) ?? (await defaultLanguage())
      return caller
    })
    return request.caller
  }

  const languageFor = (request: FastifyRequest, viewer: Viewer) =>
    answerLanguage(viewer, credentialsOf(request).key !== null, request.headers['accept-language'])

  /** Before the caller is identified, the language is that of the browser. */
  const languageOf = (request: FastifyRequest) => request.language ?? languageFor(request, NOBODY) ?? 'en'

  const cookieOptions = (request: FastifyRequest) =>
    ({ path: site.basePath, sameSite: 'lax', secure: site.isSecure(request) }) as const

  /** Every response sets the CSRF token, and the session cookie when the session was extended. */
  function setCookies(request: FastifyRequest, reply: FastifyReply): void {
    const session = request.identified?.session ?? null
    const isSet = (name: string) =>
      [reply.getHeader('set-cookie') ?? []].flat().some((line) => String(line).startsWith(`${name}=`))
    const { [SESSION_COOKIE]: token, [CSRF_COOKIE]: known } = request.cookies
    if (session?.renewFor && token && !isSet(SESSION_COOKIE)) {
      reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(request), httpOnly: true, maxAge: session.renewFor })
    }
    if (isSet(CSRF_COOKIE)) return
    const ownToken = known && /^[A-Za-z0-9]{40}$/.test(known) ? known : newKey()
    reply.setCookie(CSRF_COOKIE, session?.csrfToken ?? ownToken, cookieOptions(request))
  }

  function exchangeOf(request: FastifyRequest, reply: FastifyReply, caller: Caller, isForm: boolean): HttpExchange {
    let signal: AbortSignal | null = null
    return {
      headers: request.headers,
      ip: request.ip,
      peer: request.socket.remoteAddress ?? '',
      cookie: (name) => request.cookies[name] || null,
      sessionToken: request.cookies[SESSION_COOKIE] || null,
      isBySession: caller.session !== null,
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
      stopping: drain.signal,
      status: (code) => void reply.code(code),
      header: (name, value) => void reply.header(name, value),
      placeFor: (next) => localPath(next, site.basePath),
      redirect: (location) => void reply.code(302).header('location', pathWithin(site, location)),
      redirectAway: (address) => void reply.code(302).header('location', address.href),
      setCookie: (name, value, { maxAge, httpOnly }) =>
        void reply.setCookie(name, value, { ...cookieOptions(request), httpOnly, maxAge }),
    }
  }

  async function allowOrigin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers(crossOriginHeaders(config.corsOrigins, request.headers.origin))
  }

  /** Browsers send no credentials with a preflight request. */
  function answerPreflight(url: string): void {
    if (fastify.hasRoute({ method: 'OPTIONS', url })) return
    fastify.options(url, { onRequest: allowOrigin }, async (_, reply) => reply.headers(PREFLIGHT_HEADERS).send())
  }

  const answered: ((path: string) => boolean)[] = []

  const app: App = {
    answer(endpoint, fn, options = {}) {
      answered.push(pathMatcher(endpoint.path))
      /** Before the body is read: a caller without access must not cost memory. */
      async function letIn(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
        const { viewer, session } = await callerOf(request)
        // URLs that people open by hand, such as the status, redirect to the sign-in page.
        const isOpenedByHand = endpoint.method === 'GET' && !endpoint.path.startsWith('/api/') && endpoint.access !== 'anyone'
        if (isOpenedByHand && viewer === NOBODY) return reply.redirect(loginFor(site, request.url))
        if (options.fromOtherSites !== true && (viewer === NOBODY || session)) refuseOtherSites(request)
        admit(endpoint, viewer)
      }
      const route = {
        method: endpoint.method,
        url: routePath(endpoint.path),
        async handler(request: FastifyRequest, reply: FastifyReply) {
          const caller = await callerOf(request)
          const { params, query, body, isForm } = inLanguage(languageOf(request), () =>
            inputOf(endpoint, options, caller, request),
          )
          const context = { ...services, viewer: caller.viewer, origin: originOf(request), baseUrl: site.addressFor(request) }
          // The three were parsed by the endpoint's own schemas, which the compiler cannot follow through `Endpoint`.
          const input = { params, query, body, http: exchangeOf(request, reply, caller, isForm) } as Parameters<typeof fn>[1]
          request.hasBegun = true
          const answer = await inLanguage(languageOf(request), () => fn(context, input))
          const isByPage = caller.session !== null
          onAnswered?.(context, { endpoint, input: { params, query, body }, reply: answer, isByPage })
          return send(request, reply, endpoint, answer)
        },
        config: { isUpload: endpoint.takesStream, presentFailure: options.presentFailure },
        bodyLimit: endpoint.maxBodyBytes,
        onRequest: [...(options.isCrossOrigin ? [allowOrigin] : []), ...limitedTo(options), letIn],
      }
      if (options.isCrossOrigin) answerPreflight(route.url)
      if (!endpoint.takesStream) fastify.route(route)
      else
        fastify.register(async (scope) => {
          scope.removeAllContentTypeParsers()
          scope.addContentTypeParser('*', (_, payload, done) => done(null, limitBytes(payload, MAX_STREAM_BYTES)))
          scope.route(route)
        })
    },
  }

  function inputOf(endpoint: Endpoint, options: AnswerOptions, caller: Caller, request: FastifyRequest) {
    const { value, isForm } = endpoint.takesStream
      ? { value: undefined, isForm: false }
      : readBody(request.body, request.headers['content-type'], options)
    if (endpoint.access !== 'anyone') refuseForgery(request, caller.session, fieldOf(value, 'csrf_token'))
    const params = endpoint.params.safeParse(request.params)
    // A path whose parameters are invalid does not exist.
    if (!params.success) throw new AppError('not_found')
    const query = parseInput(endpoint.query, request.query)
    // JSON in the query string is checked; a search for a string that cannot be stored just finds nothing.
    for (const value of Object.values(query ?? {})) if (typeof value !== 'string') refuseUnstorable(value)
    return {
      params: params.data,
      query,
      body: parseInput(endpoint.body, value),
      isForm,
    }
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    result: unknown,
  ): Promise<FastifyReply> {
    if (isStream(result)) {
      reply.type(result.contentType).headers(result.headers ?? {})
      return result.body instanceof Readable ? reply.send(result.body) : sendWhole(request, reply, result.body)
    }
    if (result === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send()
    if (checksReplies) checkReply(endpoint, result)
    return reply.type(JSON_TYPE).send(JSON.stringify(result))
  }

  async function sendWhole(request: FastifyRequest, reply: FastifyReply, body: WholeBody): Promise<FastifyReply> {
    if (body.bytes.length < MIN_COMPRESSED_BYTES) return reply.send(body.bytes)
    vary(reply, ['accept-encoding'])
    const coding = codingFor(request.headers['accept-encoding'])
    if (coding === null) return reply.send(body.bytes)
    return reply.header('content-encoding', coding).send(await body.compressed(coding))
  }

  return { app, fastify, site, drain, callerOf, routes, hasPath: (path) => answered.some((matches) => matches(path)) }
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

/** Adds the request headers on which a response depends to `vary`. */
function vary(reply: FastifyReply, names: readonly string[]): void {
  const known = [reply.getHeader('vary') ?? []].flat().flatMap((line) => String(line).split(/, */))
  const more = names.filter((name) => !known.some((one) => one.toLowerCase() === name.toLowerCase()))
  reply.header('vary', [...known, ...more].join(', '))
}

/** Longer values are truncated, since clients can send any length. */
const MAX_USER_AGENT_CHARACTERS = 255

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ip,
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
})

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && name in body
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined

const isStream = (result: unknown): result is StreamReply =>
  typeof result === 'object' && result !== null && 'contentType' in result && 'body' in result
