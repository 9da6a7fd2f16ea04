import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** Classes of SQLSTATE that speak of the connection or of a server that stops or starts, not of the statement. */
const SERVER_TROUBLE = /^(08|57P0)/
const NETWORK_TROUBLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Does something with the database that must not get lost because the database restarts: as long as it cannot be reached, for
 * up to a minute, it is tried again.
 * @param work may run more than once, also when an earlier try has had its effect and only the answer was lost
 * @throws what `work` throws for any other reason, and at last what it throws for this one
 */
export async function persistently<Value>(work: () => Promise<Value>, patience = PATIENCE_MS): Promise<Value> {
  const deadline = performance.now() + patience
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionTrouble(error) || performance.now() + pause > deadline) throw error
      await delay(pause)
    }
  }
}

/** Whether a statement failed because its database could not be reached, now or any more. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isIt =
    SERVER_TROUBLE.test(code) || NETWORK_TROUBLE.has(code) || /^Connection terminated|connection timeout/.test(error.message)
  return isIt || isConnectionTrouble(error.cause) || (error instanceof AggregateError && error.errors.some(isConnectionTrouble))
}
