import { exponentialBackoff, retry } from '../http/retry.ts'
import { QueryError } from '../runner.ts'

/** What a service of Amazon has refused, with its own name of the reason. */
export class AwsError extends QueryError {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const MAX_ATTEMPTS = 7
const FIRST_DELAY_MS = 100
const IS_THROTTLING = /^(Throttling|TooManyRequests|ProvisionedThroughputExceeded|RequestLimitExceeded|SlowDown)/

const isThrottling = (error: unknown): boolean => error instanceof AwsError && IS_THROTTLING.test(error.code)

/** Asks again what is throttled, with exponentialBackoff pauses. */
export const retryThrottled = <Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  retry(send, { maxAttempts: MAX_ATTEMPTS, delay: exponentialBackoff(FIRST_DELAY_MS), signal, isTransient: isThrottling })
