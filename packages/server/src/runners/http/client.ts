import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AddressRefused, type OpenedResponse, openUrl, ResponseTimeout, type TlsOptions } from '../../platform/egress.ts'
import { CANCELLED, ConnectionLost, OutcomeUnknown, QueryError } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openSharedTunnel } from '../ssh/shared-tunnel.ts'
import { decoded, textOf } from './body.ts'
import { decodedPercents } from './percent-signs.ts'
import { withoutWebPage } from './web-page.ts'
import { saidIn } from './words.ts'

/** Whom the server takes us for. */
export type Login = { user: string; password: string } | { bearer: string } | { scheme: string; credentials: string }

/** A server that is asked over HTTP, as a data source describes it. */
export interface HttpSource {
  /** What paths follow. Credentials in it are sent as a login, and shown nowhere. */
  base: string
  signal: AbortSignal
  /**
   * Private networks that may be asked: `all` where an admin has fixed the address, those that the operator has listed where the
   * text of a query can choose it. Addresses that clouds hand out secrets from are never asked.
   */
  privateNetworks: 'all' | readonly string[]
  login?: Login | null
  headers?: Record<string, string>
  tls?: TlsOptions
  /** The way to the server, where it is not reached straight. */
  tunnel?: SshTunnel | undefined
  /** Seconds without a sign of life until the server is given up; none when left out. */
  patience?: number
  /** Headers that prove who asks, made from all else that is asked. */
  sign?: (call: Call) => Record<string, string>
  /** What is told of a failure; without it the status, and what is found in the usual places of the body. */
  refusal?: (status: number, body: string) => QueryError | null
}

/** What is sent, whole. */
export interface Call {
  method: string
  url: URL
  headers: Record<string, string>
  /** '' for none. */
  body: string
}

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Follows the base address; a whole address is taken as it is. */
  path?: string
  query?: Record<string, string | number | boolean | undefined> | URLSearchParams
  headers?: Record<string, string>
  /** A body: a text as it is, anything else as JSON, parameters as a form. */
  body?: unknown
  /** Statuses that are an answer, besides 200. */
  accepts?: readonly number[]
  /** The body comes as it is kept there: what is compressed stays so. */
  asKept?: true
}

/** An answer, arriving. */
export interface HttpAnswer {
  headers: IncomingHttpHeaders
  /** The address that answered. */
  url: URL
  body: AsyncIterable<Buffer>
  /** All of it, up to 256 MB. */
  text(): Promise<string>
  /** Ends the connection without reading the rest. */
  leave(): void
}

export interface HttpClient {
  /**
   * Asks, and waits until the answer begins. 429 and 503 with a Retry-After are asked again when that time has passed.
   * @throws QueryError in the server's own words, or why there was no answer
   */
  ask(request?: HttpRequest): Promise<HttpAnswer>
}

const MOST_TRIES = 6
/** Longer waits are not worth holding a slot for. */
const MOST_WAIT_SECONDS = 120
const MOST_SAID = 64 * 1024

export function httpClient(source: HttpSource): HttpClient {
  return {
    async ask(request = {}) {
      const url = addressOf(source.base, request)
      const login = loginIn(url) ?? source.login ?? null
      for (let tries = 1; ; tries++) {
        const opened = await open(url, source, request, login)
        const wait = tries < MOST_TRIES ? retryAfter(opened) : null
        if (wait === null) return answerOf(url, opened, source, request)
        opened.body.destroy()
        await sleep(wait * 1000, undefined, { signal: source.signal }).catch(() => {
          throw new QueryError(CANCELLED)
        })
      }
    },
  }
}

function addressOf(base: string, { path = '', query }: HttpRequest): URL {
  const isWhole = /^https?:\/\//i.test(path)
  const joined = isWhole || path === '' ? path || base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  const url = URL.parse(joined)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new QueryError('The address must begin with http:// or https://.')
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query ?? {})
  for (const [name, value] of given) if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

/** Takes credentials out of an address: they are sent, but never shown. */
function loginIn(url: URL): Login | null {
  if (url.username === '' && url.password === '') return null
  const login = { user: decodedPercents(url.username), password: decodedPercents(url.password) }
  url.username = ''
  url.password = ''
  return login
}

function authorization(login: Login): string {
  if ('bearer' in login) return `Bearer ${login.bearer}`
  if ('scheme' in login) return `${login.scheme} ${login.credentials}`
  return `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
}

async function open(url: URL, source: HttpSource, request: HttpRequest, login: Login | null): Promise<OpenedResponse> {
  const { text, type } = bodyOf(request.body)
  const method = request.method ?? (text === undefined ? 'GET' : 'POST')
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'Sightline',
    ...(type ? { 'content-type': type } : {}),
    ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
    ...(login ? { authorization: authorization(login) } : {}),
    ...source.headers,
    ...request.headers,
  }
  const { tunnel } = source
  try {
    return await openUrl(url, {
      method,
      headers: { ...headers, ...source.sign?.({ method, url, headers, body: text ?? '' }) },
      ...(text === undefined ? {} : { body: text }),
      signal: source.signal,
      ...(source.tls ? { tls: source.tls } : {}),
      ...(tunnel ? { connect: () => openSharedTunnel(tunnel, whereOf(url), source.signal) } : {}),
      silence: (source.patience ?? 0) * 1000,
      privateNetworks: source.privateNetworks,
    })
  } catch (error) {
    throw failureOf(error, url, source)
  }
}

function bodyOf(body: unknown): { text?: string; type?: string } {
  if (body === undefined) return {}
  if (typeof body === 'string') return { text: body }
  if (body instanceof URLSearchParams) return { text: String(body), type: 'application/x-www-form-urlencoded' }
  return { text: JSON.stringify(body), type: 'application/json' }
}

/** Seconds to wait before asking again; null when there is no point in it. */
function retryAfter({ status, headers }: OpenedResponse): number | null {
  const said = headers['retry-after']
  if ((status !== 429 && status !== 503) || said === undefined) return null
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isNaN(seconds) || seconds > MOST_WAIT_SECONDS ? null : Math.max(0, seconds)
}

async function answerOf(
  url: URL,
  opened: OpenedResponse,
  source: HttpSource,
  { accepts = [], asKept }: HttpRequest,
): Promise<HttpAnswer> {
  const { status, headers } = opened
  const isAnswer = status === 200 || accepts.includes(status)
  if (status >= 400 && !isAnswer) throw await refused(status, withFailures(decoded(opened), url, source), source)
  if (!isAnswer) {
    opened.body.destroy()
    throw new QueryError(`Endpoint returned unexpected status code (${status}).`)
  }
  const body = withFailures(withoutWebPage(asKept ? opened.body : decoded(opened), headers, whereOf(url)), url, source)
  return { headers, url, body, text: () => textOf(body), leave: () => void opened.body.destroy() }
}

/** What the server said against a request, in its own words. */
async function refused(status: number, body: AsyncIterable<Buffer>, { refusal }: HttpSource): Promise<QueryError> {
  const text = await textOf(body, { maxBytes: MOST_SAID, cut: true }).catch(() => '')
  return refusal?.(status, text) ?? new QueryError(`Failed to execute query. ${status}: ${saidIn(text) ?? 'no message'}`)
}

async function* withFailures(
  body: AsyncIterable<Buffer>,
  url: URL,
  source: HttpSource,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* body
  } catch (error) {
    throw failureOf(error, url, source)
  }
}

function failureOf(error: unknown, url: URL, { signal, privateNetworks }: HttpSource): QueryError {
  if (error instanceof QueryError) return error
  if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
  if (error instanceof AddressRefused) {
    const message = privateNetworks === 'all' ? error.message : "Can't query private addresses."
    return new QueryError(message, { cause: error })
  }
  // What Node refuses to send: a line break in a header and the like.
  if (error instanceof TypeError) return new QueryError(`The request cannot be sent: ${error.message}.`, { cause: error })
  if (error instanceof ResponseTimeout) return new OutcomeUnknown(error.message, { cause: error })
  const unreached = connectionFailure(error, whereOf(url))
  return unreached === null ? new ConnectionLost({ cause: error }) : new QueryError(unreached, { cause: error })
}

function whereOf({ hostname, port, protocol }: URL): HostPort {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
