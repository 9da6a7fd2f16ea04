import type { HttpClient, HttpRequest, HttpResponse } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import { retry, TransientError } from '../http/retry.ts'
import type { QueryError } from '../runner.ts'

/** Milliseconds until a gateway is asked again, as the protocol wants it, and how often it is. */
const PAUSE = 75
const MAX_ATTEMPTS = 20

/** Tells the trouble of a gateway, which passes, from a refusal; null for whatever is no such trouble. */
export function gatewayError(status: number, body: string): QueryError | null {
  if (status < 502 || status > 504) return null
  return new TransientError(`Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`)
}

/** Asks, and again when a gateway has trouble. */
export const sendWithRetry = (client: HttpClient, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> =>
  retry(() => client.send(request), { maxAttempts: MAX_ATTEMPTS, delay: () => PAUSE, signal })
