import { MAX_RESULT_RETRIES, retryDelay } from '@sightline/domain/execution-state.ts'
import { ApiError } from '../api/error.ts'

/** Whether there was no answer, or none of the server's own making: another try may bring one. */
export const isOutage = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * Loads something that is known to be there, trying again when it does not come.
 * @param isWorthRetrying whether another try may help: a refusal stays a refusal
 */
export async function withRetries<Value>(
  load: () => Promise<Value>,
  isWorthRetrying: (error: unknown) => boolean,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Value> {
  for (let retry = 0; ; retry++) {
    try {
      return await load()
    } catch (error) {
      if (retry >= MAX_RESULT_RETRIES || !isWorthRetrying(error)) throw error
      await sleep(retryDelay(retry))
    }
  }
}
