import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AddressRefused, type OpenedResponse, openUrl, ResponseTimeout, type TlsOptions } from '../../platform/egress.ts'
import { CANCELLED, ConnectionLost, OutcomeUnknown, QueryError } from '../runner.ts'
import { connectionFailure, type HostPort, otherServer } from '../sql/connection-messages.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openSharedTunnel } from '../ssh/shared-tunnel.ts'
import { errorMessageIn } from './error-message.ts'
import { decodePercent, type Login } from './options.ts'
import { decompressed, rejectWebPage, textOf } from './response-body.ts'

/** A server that is reached over HTTP, as a data source describes it. */
export interface HttpClientOptions {
  /** Base URL of all paths. Credentials in it are sent as a login and never shown. */
  base: string
  signal: AbortSignal
  /**
   * Private networks that may be reached: `all` if an admin has fixed the URL, those that the operator has listed if a query text
   * can choose it. The metadata addresses of clouds are always refused.
   */
  privateNetworks: 'all' | readonly string[]
  login?: Login | null
  headers?: Record<string, string>
  tls?: TlsOptions
  /** The SSH tunnel to the server, if it is not reached directly. */
  tunnel?: SshTunnel | undefined
  /** Seconds without any data after which the request fails; no limit when left out. */
  idleTimeout?: number
  /** Makes headers that sign the request, from everything else that is sent. */
  sign?: (request: OutgoingRequest) => Record<string, string>
  /** The error for a response with a failure status; null or left out for the status and the message found in the body. */
  errorFrom?: (status: number, body: string) => QueryError | null
}

/** A request as it is sent. */
export interface OutgoingRequest {
  method: string
  url: URL
  headers: Record<string, string>
  /** '' for none. */
  body: string | Uint8Array
}

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the base URL; an absolute URL is used as it is. */
  path?: string
  query?: Record<string, string | number | boolean | undefined> | URLSearchParams
  headers?: Record<string, string>
  /** A string and bytes are sent as they are, `URLSearchParams` as a form, everything else as JSON. */
  body?: unknown
  /** Statuses besides 200 that count as success. */
  accepts?: readonly number[]
  /** Leaves a compressed body compressed. */
  keepCompressed?: true
}

/** A response whose body is still arriving. */
export interface HttpResponse {
  headers: IncomingHttpHeaders
  /** The URL that was requested, without credentials. */
  url: URL
  body: AsyncIterable<Buffer>
  /** The whole body, up to 256 MB. */
  text(): Promise<string>
  /** Closes the connection without reading the rest. */
  discard(): void
}

export interface HttpClient {
  /**
   * Sends a request and waits for the head of the response. 429 and 503 with a Retry-After are retried when that time has passed.
   * @throws QueryError with the server's message, or why there was no response
   */
  send(request?: HttpRequest): Promise<HttpResponse>
}

const MAX_ATTEMPTS = 6
/** A longer wait is not worth holding a slot for. */
const MAX_RETRY_AFTER_S = 120
const MAX_ERROR_BYTES = 64 * 1024

export function httpClient(options: HttpClientOptions): HttpClient {
  return {
    async send(request = {}) {
      const url = urlOf(options.base, request)
      const login = takeLogin(url) ?? options.login ?? null
      for (let attempts = 1; ; attempts++) {
        const opened = await open(url, options, request, login)
        const wait = attempts < MAX_ATTEMPTS ? retryAfter(opened) : null
        if (wait === null) return responseOf(url, opened, options, request)
        opened.body.destroy()
        await sleep(wait * 1000, undefined, { signal: options.signal }).catch(() => {
          throw new QueryError(CANCELLED)
        })
      }
    },
  }
}

function urlOf(base: string, { path = '', query }: HttpRequest): URL {
  const isWhole = /^https?:\/\//i.test(path)
  const joined = isWhole || path === '' ? path || base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  const url = URL.parse(joined)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new QueryError('The URL must begin with http:// or https://.')
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query ?? {})
  for (const [name, value] of given) if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

/** Removes the credentials from a URL: they are sent, but never shown. */
function takeLogin(url: URL): Login | null {
  if (url.username === '' && url.password === '') return null
  const login = { user: decodePercent(url.username), password: decodePercent(url.password) }
  url.username = ''
  url.password = ''
  return login
}

function authorization(login: Login): string {
  if ('bearer' in login) return `Bearer ${login.bearer}`
  if ('scheme' in login) return `${login.scheme} ${login.credentials}`
  return `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
}

async function open(url: URL, options: HttpClientOptions, request: HttpRequest, login: Login | null): Promise<OpenedResponse> {
  const { content, type } = bodyOf(request.body)
  const method = request.method ?? (content === undefined ? 'GET' : 'POST')
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'Sightline',
    ...(type ? { 'content-type': type } : {}),
    ...(content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
    ...(login ? { authorization: authorization(login) } : {}),
    ...options.headers,
    ...request.headers,
  }
  const { tunnel } = options
  try {
    return await openUrl(url, {
      method,
      headers: { ...headers, ...options.sign?.({ method, url, headers, body: content ?? '' }) },
      ...(content === undefined ? {} : { body: content }),
      signal: options.signal,
      ...(options.tls ? { tls: options.tls } : {}),
      ...(tunnel ? { connect: () => openSharedTunnel(tunnel, hostAndPort(url), options.signal) } : {}),
      silence: (options.idleTimeout ?? 0) * 1000,
      privateNetworks: options.privateNetworks,
    })
  } catch (error) {
    throw networkError(error, url, options)
  }
}

function bodyOf(body: unknown): { content?: string | Uint8Array; type?: string } {
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof Uint8Array) return { content: body }
  if (body instanceof URLSearchParams) return { content: String(body), type: 'application/x-www-form-urlencoded' }
  return { content: JSON.stringify(body), type: 'application/json' }
}

/** Seconds to wait before a retry; null if there should be none. */
function retryAfter({ status, headers }: OpenedResponse): number | null {
  const value = headers['retry-after']
  if ((status !== 429 && status !== 503) || value === undefined) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) || seconds > MAX_RETRY_AFTER_S ? null : Math.max(0, seconds)
}

async function responseOf(
  url: URL,
  opened: OpenedResponse,
  options: HttpClientOptions,
  { accepts = [], keepCompressed }: HttpRequest,
): Promise<HttpResponse> {
  const { status, headers } = opened
  const isSuccess = status === 200 || accepts.includes(status)
  if (status >= 400 && !isSuccess)
    throw await statusError(status, withNetworkErrors(decompressed(opened), url, options), options)
  if (!isSuccess) {
    opened.body.destroy()
    throw new QueryError(`Endpoint returned unexpected status code (${status}).`)
  }
  const body = withNetworkErrors(
    rejectWebPage(keepCompressed ? opened.body : decompressed(opened), headers, hostAndPort(url)),
    url,
    options,
  )
  return { headers, url, body, text: () => textOf(body), discard: () => void opened.body.destroy() }
}

/** The error for a failure status, with the message that the server sent. */
async function statusError(status: number, body: AsyncIterable<Buffer>, { errorFrom }: HttpClientOptions): Promise<QueryError> {
  const text = await textOf(body, { maxBytes: MAX_ERROR_BYTES, cut: true }).catch(() => '')
  return (
    errorFrom?.(status, text) ?? new QueryError(`Failed to execute query. ${status}: ${errorMessageIn(text) ?? 'no message'}`)
  )
}

async function* withNetworkErrors(
  body: AsyncIterable<Buffer>,
  url: URL,
  options: HttpClientOptions,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* body
  } catch (error) {
    throw networkError(error, url, options)
  }
}

/** Codes of Node.js for responses that do not begin as those of HTTP do. */
const NOT_HTTP: ReadonlySet<string> = new Set(['HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

function networkError(error: unknown, url: URL, { signal, privateNetworks }: HttpClientOptions): QueryError {
  if (error instanceof QueryError) return error
  if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
  if (error instanceof AddressRefused) {
    const message = privateNetworks === 'all' ? error.message : "Can't query private addresses."
    return new QueryError(message, { cause: error })
  }
  // Node.js refuses to send a header with a line break, for example.
  if (error instanceof TypeError) return new QueryError(`The request cannot be sent: ${error.message}.`, { cause: error })
  if (error instanceof ResponseTimeout) return new OutcomeUnknown(error.message, { cause: error })
  if (NOT_HTTP.has(codeOf(error)))
    return new QueryError(otherServer(hostAndPort(url), 'an HTTP server', { isEncrypted: url.protocol === 'https:' }), {
      cause: error,
    })
  const reason = connectionFailure(error, hostAndPort(url))
  return reason === null ? new ConnectionLost({ cause: error }) : new QueryError(reason, { cause: error })
}

function hostAndPort({ hostname, port, protocol }: URL): HostPort {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
