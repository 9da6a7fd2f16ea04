import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** SQLSTATE classes of errors of the connection, or of a server that is stopping, starting or full, not of the statement. */
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
/** The driver's own errors have no code. */
const DRIVER_TROUBLE = /^Connection terminated|connection timeout|^Client (has encountered a connection error|was closed)/

interface Patience {
  /** Milliseconds to keep retrying. */
  patience?: number
  /** Called with each error that is followed by a retry. */
  onRetry?: (error: unknown) => void
}

/**
 * Retries database work that must not get lost when the database restarts: for up to a minute, as long as it cannot be reached.
 * @param work may run more than once, even if an earlier attempt succeeded and only its reply was lost
 * @throws any other error of `work` at once, and a connection error after the time limit
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

/** Whether a statement failed because the database could not be reached or the connection was lost. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isIt = SERVER_TROUBLE.test(code) || NETWORK_TROUBLE.has(code) || DRIVER_TROUBLE.test(error.message)
  return isIt || isConnectionTrouble(error.cause) || (error instanceof AggregateError && error.errors.some(isConnectionTrouble))
}
