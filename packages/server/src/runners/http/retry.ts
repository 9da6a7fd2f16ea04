import { setTimeout as sleep } from 'node:timers/promises'
import { CANCELLED, QueryError } from '../runner.ts'

/** A failure that the next attempt may not meet: the server, or a gateway in front of it, is busy or briefly unreachable. */
export class TransientError extends QueryError {}

interface RetryPolicy {
  maxAttempts: number
  /** Milliseconds to wait after the given number of failed attempts. */
  delay(attempts: number): number
  signal: AbortSignal
  /** Which errors are worth another attempt; `TransientError` when left out. */
  isTransient?(error: unknown): boolean
}

/** Delays in milliseconds that double after each attempt. */
export const exponentialBackoff =
  (first: number) =>
  (attempts: number): number =>
    first * 2 ** (attempts - 1)

/**
 * Calls a function until it succeeds, fails for good, or has used up its attempts.
 * @throws the error of the last attempt; QueryError when the signal aborts while waiting
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { maxAttempts, delay, signal, isTransient = (error) => error instanceof TransientError }: RetryPolicy,
): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTransient(error) || attempts === maxAttempts) throw error
    }
    await sleep(delay(attempts), undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
  }
}
