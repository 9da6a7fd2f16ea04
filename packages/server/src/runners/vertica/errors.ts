import { QueryError } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'

/** SQLSTATE of a cancelled statement. */
const CANCELLED_STATE = '57014'

type Field = 'code' | 'position' | 'detail' | 'hint'
const fieldOf = (error: unknown, name: Field): string =>
  error instanceof Error ? String((error as Error & Partial<Record<Field, unknown>>)[name] ?? '') : ''

/** Whether a statement was cancelled. */
export const isCancelled = (error: unknown): boolean => fieldOf(error, 'code') === CANCELLED_STATE

/** Converts an error of the server, with its position in the query text if it has one. */
export function statementError(error: unknown): QueryError {
  if (error instanceof QueryError) return error
  const position = Number(fieldOf(error, 'position'))
  const [detail, hint] = [fieldOf(error, 'detail'), fieldOf(error, 'hint')]
  const message = error instanceof Error ? error.message : String(error)
  return new QueryError(`${message}${detail && `\nDETAIL: ${detail}`}${hint && `\nHINT: ${hint}`}`, {
    cause: error,
    position: position > 0 ? position : null,
  })
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, address: HostPort): QueryError {
  if (error instanceof QueryError) return error
  const message = error instanceof Error ? error.message : String(error)
  const { host, port } = address
  const sentence = message === 'timeout expired' ? `could not connect to server at ${host}:${port}: no answer in time` : message
  return new QueryError(connectionFailure(error, address) ?? sentence, { cause: error })
}
