import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { z } from 'zod'
import { ApiError, toApiError, UNREACHABLE } from './error.ts'
import { isSignInNeeded, reauthenticate } from './sign-in.ts'
import { endpointUrl, pathTo, type UrlValues } from './url.ts'

type BodyInput<E> = E extends Endpoint<z.ZodType, z.ZodType, infer Body, z.ZodType> ? z.input<Body> : never

type Params<E> = unknown extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }
type Query<E> = unknown extends QueryOf<E> ? { query?: undefined } : { query?: Partial<QueryOf<E>> }
type Body<E> =
  unknown extends BodyInput<E>
    ? { body?: undefined }
    : undefined extends BodyInput<E>
      ? { body?: BodyInput<E> }
      : { body: BodyInput<E> }

/** The input of a call: as the contract says, and a signal that aborts it. */
export type CallInput<E> = Params<E> & Query<E> & Body<E> & { signal?: AbortSignal }

type Arguments<E> = Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** The input of a call, whatever its endpoint. */
interface AnyInput {
  params?: UrlValues
  query?: UrlValues
  body?: unknown
  signal?: AbortSignal
}

/**
 * Calls the server. If the session has expired, the call waits until the user has signed in again, and is then repeated.
 * @param endpoint an entry of the contract
 * @param input path values, query, body
 * @returns the reply, as the contract types it
 * @throws ApiError with status, code and message of the server; status 0 if there was no response
 * @throws DOMException `AbortError` if the signal aborted it
 */
export function call<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<ReplyOf<E>>
export async function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
  const send = sender(endpoint, input)
  const reply = await send()
  // A page with an API key has no session: a wrong key is reported on the page instead.
  const isSignedOut = reply.error !== null && isSignInNeeded(reply.error) && !hasKey()
  const { body, error } = isSignedOut && (await reauthenticate()) ? await send() : reply
  if (error) throw error
  // Not validated again: the server uses the same contract, and results can be large.
  return body
}

/** Calls the server like `call`, but fails if the session has expired: for checks of the session itself. */
export function probe<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<ReplyOf<E>>
export async function probe(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
  const { body, error } = await sender(endpoint, input)()
  if (error) throw error
  return body
}

/** Returns a function that sends a call with the cookies and the CSRF token of that time. */
function sender(endpoint: Endpoint, { params, query, body, signal }: AnyInput): () => Promise<Reply> {
  const url = endpointUrl(endpoint, params, query)
  const send = () =>
    fetch(url, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...requestHeaders(endpoint.method),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      // A page with an API key must show the same to everybody, so the session of the visitor must not add permissions.
      credentials: hasKey() ? 'omit' : 'same-origin',
      signal,
    })
  return async () => {
    const reply = await replyOf(send)
    if (reply.error?.status !== 400 || !/CSRF/i.test(reply.error.message)) return reply
    // The CSRF cookie was missing or stale; any response of the server sets a new one.
    await fetch(pathTo('/ping'), { credentials: 'same-origin', signal })
    return replyOf(send)
  }
}

interface Reply {
  body: unknown
  error: ApiError | null
}

async function replyOf(send: () => Promise<Response>): Promise<Reply> {
  try {
    const response = await send()
    const body = parsed(await response.text())
    return { body, error: response.ok ? null : toApiError(response.status, body) }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, null, UNREACHABLE, null)
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return HUGE_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
  } catch {
    // A proxy may respond with an HTML page of its own.
    return text
  }
}

/** An integer in JSON with more digits than a JavaScript number can surely hold. */
const HUGE_NUMBER = /[:[,]\s*-?\d{16,}\s*[,}\]]/

/** JSON reviver that keeps 64-bit integers exact by returning them as digit strings. */
function exactNumber(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
  return isRounded ? source : value
}

interface FileTarget {
  params?: UrlValues
  query?: UrlValues
}

/**
 * Calls an endpoint with a file as its body.
 * @param endpoint an endpoint that takes a stream
 * @throws ApiError
 */
export async function sendFile<E extends Endpoint>(
  endpoint: E,
  { params, query }: FileTarget,
  file: Blob,
): Promise<ReplyOf<E>> {
  const response = await fetch(endpointUrl(endpoint, params, query), {
    method: endpoint.method,
    body: file,
    headers: { ...requestHeaders(), 'Content-Type': 'application/octet-stream' },
    credentials: 'same-origin',
  }).catch(() => null)
  if (response === null) throw new ApiError(0, null, UNREACHABLE, null)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, body)
  // Not validated: the server uses the same contract.
  return body as ReplyOf<E>
}

/**
 * Calls an endpoint whose reply is a file.
 * @throws ApiError
 */
export async function callForFile<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<Blob>
export async function callForFile(endpoint: Endpoint, { params, query, body }: AnyInput = {}): Promise<Blob> {
  const response = await fetch(endpointUrl(endpoint, params, query), {
    method: endpoint.method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { ...requestHeaders(endpoint.method), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    credentials: hasKey() ? 'omit' : 'same-origin',
  }).catch(() => null)
  if (response === null) throw new ApiError(0, null, UNREACHABLE, null)
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => null))
  return response.blob()
}

let apiKey: string | null = null

/** Sets the API key for all following calls: public dashboards and embeds use one instead of a session. */
export function setApiKey(key: string | null): void {
  apiKey = key
}

/** Whether calls use an API key instead of the session. */
export const hasKey = (): boolean => apiKey !== null

/** The API key for URLs of downloads, which cannot have a header; null in a session. */
export const keyForUrl = (): string | null => apiKey

/**
 * The headers that authenticate a call: the API key and, except for GET, the CSRF token. GET must have no such header, so that it
 * matches the preloads of the page, which have none either.
 */
export function requestHeaders(method = 'POST'): Record<string, string> {
  const headers: Record<string, string> = {}
  if (apiKey !== null) headers.Authorization = `Key ${apiKey}`
  const token = method === 'GET' ? null : cookie('csrf_token')
  if (token !== null) headers['X-CSRF-TOKEN'] = token
  return headers
}

function cookie(name: string): string | null {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}
