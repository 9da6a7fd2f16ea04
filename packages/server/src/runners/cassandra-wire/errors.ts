import { errors } from 'cassandra-driver'
import { positionAt } from '../http/error-message.ts'
import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import type { CassandraOptions } from './define-runner.ts'

/** `line 2:7 no viable alternative …`: columns are counted from 0. */
const PLACE = /^line (\d+):(\d+) /

/** Converts an error of the server, with its position in the query text if the message names one. */
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

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, { host, port }: CassandraOptions): QueryError {
  if (error instanceof QueryError) return error
  const cause = firstError(error)
  if (cause instanceof errors.OperationTimedOutError)
    return new QueryError(`could not connect to server at ${host}:${port}: no answer in time`, { cause: error })
  const message = cause instanceof Error ? cause.message : String(cause)
  return new QueryError(connectionFailure(cause, { host, port }) ?? message, { cause: error })
}

/** The error of the first address that was tried. */
function firstError(error: unknown): unknown {
  if (!(error instanceof errors.NoHostAvailableError)) return error
  const [first = error] = Object.values(error.innerErrors)
  return first
}
