import { askAgain, PassingTrouble } from '../http/asking-again.ts'
import type { HttpAnswer, HttpClient, HttpRequest } from '../http/client.ts'
import { saidIn } from '../http/words.ts'
import type { QueryError } from '../runner.ts'

/** Milliseconds until a gateway is asked again, as the protocol wants it, and how often it is. */
const PAUSE = 75
const MOST_TRIES = 20

/** Tells the trouble of a gateway, which passes, from a refusal; null for whatever is no such trouble. */
export function gatewayTrouble(status: number, body: string): QueryError | null {
  if (status < 502 || status > 504) return null
  return new PassingTrouble(`Failed to execute query. ${status}: ${saidIn(body) ?? 'no message'}`)
}

/** Asks, and again when a gateway has trouble. */
export const patiently = (client: HttpClient, request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> =>
  askAgain(() => client.ask(request), { tries: MOST_TRIES, pause: () => PAUSE, signal })
