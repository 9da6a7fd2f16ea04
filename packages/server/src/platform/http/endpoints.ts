import type { Endpoint } from '@sightline/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Services } from '../context.ts'
import { inLanguage } from '../language/reader.ts'
import { type AnsweredCall, type AnswerOptions, type App, checkReply, pathMatcher, routePath } from './app.ts'
import { limitBytes } from './byte-limit.ts'
import type { countCalls } from './call-limits.ts'
import { admit, type Caller, NOBODY, refuseForgery, refuseOtherSites } from './caller.ts'
import { AppError } from './errors.ts'
import { Exchange, originOf } from './exchange.ts'
import { crossOriginHeaders, PREFLIGHT_HEADERS } from './headers.ts'
import { parseInput, readBody, refuseUnstorable } from './input.ts'
import { isStream, sendAnswer } from './reply.ts'
import { type Callers, languageOf } from './request-state.ts'
import { loginFor, type Site } from './site.ts'

const MAX_STREAM_BYTES = 2 * 1024 * 1024 * 1024

interface EndpointOptions extends Callers {
  services: Services
  site: Site
  /** Aborts when this process begins to stop. */
  stopping: AbortSignal
  limitedTo: Awaited<ReturnType<typeof countCalls>>
  /** Validates every response against the contract and fails the call if it differs. */
  checksReplies: boolean
  /** Called after every answered call; the response does not wait for it. */
  onAnswered: ((ctx: Context, call: AnsweredCall) => void) | undefined
}

interface Endpoints {
  app: App
  /** Whether an endpoint, whatever its method, has this path. */
  hasPath(path: string): boolean
}

/** The endpoints of a server: each is a route that admits the caller, reads the request, calls a function and sends what it returns. */
export function endpointsOf(
  fastify: FastifyInstance,
  { services, site, stopping, callerOf, viewerNow, limitedTo, checksReplies, onAnswered }: EndpointOptions,
): Endpoints {
  function allowOrigin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    reply.headers(crossOriginHeaders(services.config.corsOrigins, request.headers.origin))
    done()
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
        const { viewer, session } = await callerOf(request, options.viewerBy)
        if (isOpenedByHand(endpoint) && viewer === NOBODY) return reply.redirect(loginFor(site, request.url))
        const isByKey = viewer !== NOBODY && session === null && takesKeysOfOtherSites(endpoint)
        if (options.fromOtherSites !== true && !isByKey) refuseOtherSites(request)
        admit(endpoint, viewer)
      }
      async function answerOf(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<unknown> {
        const isByPage = caller.session !== null
        const { params, query, body, isForm } = inputOf(endpoint, options, caller, request)
        const context = { ...services, viewer: caller.viewer, origin: originOf(request), baseUrl: site.addressFor(request) }
        const http = new Exchange(request, reply, { site, stopping, viewerNow, isBySession: isByPage, isForm })
        // The three were parsed by the endpoint's own schemas, which the compiler cannot follow through `Endpoint`.
        const input = { params, query, body, http } as Parameters<typeof fn>[1]
        request.hasBegun = true
        const answer = await fn(context, input)
        onAnswered?.(context, { endpoint, input: { params, query, body }, reply: answer, isByPage })
        if (checksReplies && answer !== undefined && !isStream(answer)) checkReply(endpoint, answer)
        return answer
      }
      const route = {
        method: endpoint.method,
        url: routePath(endpoint.path),
        async handler(request: FastifyRequest, reply: FastifyReply) {
          const caller = await callerOf(request)
          const answer = await inLanguage(languageOf(request), () => answerOf(request, reply, caller))
          return sendAnswer(request, reply, answer)
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
  return { app, hasPath: (path) => answered.some((matches) => matches(path)) }
}

/** Whether people open the URL by hand, such as that of the status: it then redirects to the sign-in page. */
const isOpenedByHand = ({ method, path, access }: Endpoint): boolean =>
  method === 'GET' && !path.startsWith('/api/') && access !== 'anyone'

/** A key in the URL admits pages of other sites to the API, but not to what sets or clears cookies, such as signing in and out. */
const takesKeysOfOtherSites = ({ path, access }: Endpoint): boolean => path.startsWith('/api/') && access !== 'anyone'

function inputOf(endpoint: Endpoint, options: AnswerOptions, { session }: Caller, request: FastifyRequest) {
  const { value, isForm } = endpoint.takesStream
    ? { value: undefined, isForm: false }
    : readBody(request.body, request.headers['content-type'], options)
  if (endpoint.access !== 'anyone') refuseForgery(request, session, fieldOf(value, 'csrf_token'))
  const params = endpoint.params.safeParse(request.params)
  // A path whose parameters are invalid does not exist.
  if (!params.success) throw new AppError('not_found')
  const query = parseInput(endpoint.query, request.query)
  // JSON in the query string is checked; a search for a string that cannot be stored just finds nothing.
  for (const value of Object.values(query ?? {})) if (typeof value !== 'string') refuseUnstorable(value)
  return { params: params.data, query, body: parseInput(endpoint.body, value), isForm }
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && name in body
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined
