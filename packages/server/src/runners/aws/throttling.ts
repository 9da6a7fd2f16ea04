import { askAgain, growing } from '../http/asking-again.ts'
import { QueryError } from '../runner.ts'

/** What a service of Amazon has refused, with its own name of the reason. */
export class AwsRefusal extends QueryError {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const MOST_TRIES = 7
const FIRST_PAUSE = 100
const IS_THROTTLING = /^(Throttling|TooManyRequests|ProvisionedThroughputExceeded|RequestLimitExceeded|SlowDown)/

const isThrottling = (error: unknown): boolean => error instanceof AwsRefusal && IS_THROTTLING.test(error.code)

/** Asks again what is throttled, with growing pauses. */
export const patiently = <Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  askAgain(ask, { tries: MOST_TRIES, pause: growing(FIRST_PAUSE), signal, isPassing: isThrottling })
