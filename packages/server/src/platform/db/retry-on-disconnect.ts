import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** Classes of SQLSTATE that speak of the connection or of a server that stops, starts or is full, not of the statement. */
const SERVER_TROUBLE = /^(08|57P0|53300)/
const NETWORK_TROUBLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver's own messages carry no code. */
const DRIVER_TROUBLE = /^Connection terminated|connection timeout|^Client (has encountered a connection error|was closed)/

interface Patience {
  /** Milliseconds. */
  patience?: number
  /** Told of each failure that is followed by another try. */
  onRetry?: (error: unknown) => void
}

/**
 * Does something with the database that must not get lost because the database restarts: as long as it cannot be reached, for
 * up to a minute, it is tried again.
 * @param work may run more than once, also when an earlier try has had its effect and only the answer was lost
 * @throws what `work` throws for any other reason, and at last what it throws for this one
 */
export async function retryOnDisconnect<Value>(
  work: () => Promise<Value>,
  { patience = PATIENCE_MS, onRetry }: Patience = {},
): Promise<Value> {
  const deadline = performance.now() + patience
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionTrouble(error) || performance.now() + pause > deadline) throw error
      onRetry?.(error)
      await delay(pause)
    }
  }
}

/** Whether a statement failed because its database could not be reached, now or any more. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isIt = SERVER_TROUBLE.test(code) || NETWORK_TROUBLE.has(code) || DRIVER_TROUBLE.test(error.message)
  return isIt || isConnectionTrouble(error.cause) || (error instanceof AggregateError && error.errors.some(isConnectionTrouble))
}
