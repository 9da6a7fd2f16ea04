import { errors } from 'cassandra-driver'
import { positionAt } from '../http/error-position.ts'
import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-failure.ts'
import type { CassandraOptions } from './options.ts'

/** `line 2:7 no viable alternative …`: columns are counted from 0. */
const PLACE = /^line (\d+):(\d+) /

/** What the server says against a text, with the place that it names. */
export function statementError(error: unknown, text: string): QueryError {
  if (error instanceof QueryError) return error
  if (error instanceof errors.OperationTimedOutError)
    return new QueryError('The server did not answer in time. The option "Timeout" says how long it may take for a page.', {
      cause: error,
    })
  if (!(error instanceof errors.ResponseError)) return new ConnectionLost({ cause: error })
  const [, line, column] = PLACE.exec(error.message) ?? []
  return new QueryError(error.message, {
    cause: error,
    position: line && column ? positionAt(text, line, Number(column) + 1) : null,
  })
}

/** Why there is no connection, in one sentence. */
export function connectError(error: unknown, { host, port }: CassandraOptions): QueryError {
  if (error instanceof QueryError) return error
  const cause = reasonOf(error)
  if (cause instanceof errors.OperationTimedOutError)
    return new QueryError(`could not connect to server at ${host}:${port}: no answer in time`, { cause: error })
  const words = cause instanceof Error ? cause.message : String(cause)
  return new QueryError(connectionFailure(cause, { host, port }) ?? words, { cause: error })
}

/** What the first of the addresses that were tried says. */
function reasonOf(error: unknown): unknown {
  if (!(error instanceof errors.NoHostAvailableError)) return error
  const [first = error] = Object.values(error.innerErrors)
  return first
}
