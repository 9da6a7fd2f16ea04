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

/** The error of a database that cannot be reached, as one sentence. */
export const connectError = (cause: unknown): Error =>
  new Error(`The database of SIGHTLINE_DATABASE_URL cannot be reached: ${messageOf(cause)}`, { cause })

/** If a host has several addresses, Node.js reports a refused connection as one error without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
