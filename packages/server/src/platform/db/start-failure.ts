import { connectError } from './postgres.ts'
import { isConnectionTrouble } from './retry-on-disconnect.ts'

/**
 * The sentence for the operator with which a start ends, or is tried again. If the database was lost in the middle, it names the
 * database instead of the statement.
 */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return isConnectionTrouble(error) ? connectError(rootCause(error)).message : error.message
}

const rootCause = (error: Error): Error => (error.cause instanceof Error ? rootCause(error.cause) : error)
