import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { z } from 'zod'
import { hasKey, requestHeaders } from './credentials.ts'
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

/** What a call of an endpoint takes: as the contract says, and a signal that stops it. */
export type CallInput<E> = Params<E> & Query<E> & Body<E> & { signal?: AbortSignal }

type Arguments<E> = Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** What every call has in common, whatever its endpoint. */
interface Sent {
  params?: UrlValues
  query?: UrlValues
  body?: unknown
  signal?: AbortSignal
}

/**
 * Calls the server. Where the session has ended, the call waits for the user to sign in again, and is then made once more.
 * @param endpoint an entry of the contract
 * @param input path values, query, body
 * @returns the reply, as the contract types it
 * @throws ApiError with the server's status, code and message; status 0 when there was no answer
 * @throws DOMException `AbortError` when the signal stopped it
 */
export function call<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<ReplyOf<E>>
export async function call(endpoint: Endpoint, input: Sent = {}): Promise<unknown> {
  const send = sender(endpoint, input)
  const reply = await send()
  // A wrong key is no reason to sign in: the page tells what is wrong with its address.
  const isSignedOut = reply.error !== null && isSignInNeeded(reply.error) && !hasKey()
  const { body, error } = isSignedOut && (await reauthenticate()) ? await send() : reply
  if (error) throw error
  // Not parsed again: the server answers from the same contract, and results can be large.
  return body
}

/** Calls the server as `call` does, but fails where the session has ended: for whoever asks just that. */
export function probe<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<ReplyOf<E>>
export async function probe(endpoint: Endpoint, input: Sent = {}): Promise<unknown> {
  const { body, error } = await sender(endpoint, input)()
  if (error) throw error
  return body
}

/** What sends a call, each time with the cookies and the token of that moment. */
function sender(endpoint: Endpoint, { params, query, body, signal }: Sent): () => Promise<Answer> {
  const address = endpointUrl(endpoint, params, query)
  const send = () =>
    fetch(address, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...requestHeaders(endpoint.method),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      // A key opens the same for everybody: the session of whoever looks at a page with a key must not add to it.
      credentials: hasKey() ? 'omit' : 'same-origin',
      signal,
    })
  return async () => {
    const reply = await answered(send)
    if (reply.error?.status !== 400 || !/CSRF/i.test(reply.error.message)) return reply
    // The token cookie was missing or stale; any answer of the server brings a fresh one.
    await fetch(pathTo('/ping'), { credentials: 'same-origin', signal })
    return answered(send)
  }
}

interface Answer {
  body: unknown
  error: ApiError | null
}

async function answered(send: () => Promise<Response>): Promise<Answer> {
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
    // A proxy may answer for the server with a page of its own.
    return text
  }
}

/** A whole number in JSON with more digits than JavaScript holds for sure. */
const HUGE_NUMBER = /[:[,]\s*-?\d{16,}\s*[,}\]]/

/** Ids of 64 bits in whole results stay what they are: as digits, where the number would be another one. */
function exactNumber(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
  return isRounded ? source : value
}

interface Where {
  params?: UrlValues
  query?: UrlValues
}

/**
 * Sends a file as the body of a call.
 * @param endpoint one that takes a stream
 * @throws ApiError
 */
export async function sendFile<E extends Endpoint>(endpoint: E, { params, query }: Where, file: Blob): Promise<ReplyOf<E>> {
  const response = await fetch(endpointUrl(endpoint, params, query), {
    method: endpoint.method,
    body: file,
    headers: { ...requestHeaders(), 'Content-Type': 'application/octet-stream' },
    credentials: 'same-origin',
  }).catch(() => null)
  if (response === null) throw new ApiError(0, null, UNREACHABLE, null)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, body)
  // As the contract says: what came back was made from it.
  return body as ReplyOf<E>
}
