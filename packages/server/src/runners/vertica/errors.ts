import { QueryError } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'

/** What the server calls a statement that it was asked to stop. */
const CANCELLED_STATE = '57014'

type Field = 'code' | 'position' | 'detail' | 'hint'
const fieldOf = (error: unknown, name: Field): string =>
  error instanceof Error ? String((error as Error & Partial<Record<Field, unknown>>)[name] ?? '') : ''

/** Whether a statement ended because it was asked to. */
export const isCancelled = (error: unknown): boolean => fieldOf(error, 'code') === CANCELLED_STATE

/** What the server says against a text, with the place that it names. */
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

/** Why there is no connection, in one sentence. */
export function connectError(error: unknown, address: HostPort): QueryError {
  if (error instanceof QueryError) return error
  const message = error instanceof Error ? error.message : String(error)
  const { host, port } = address
  const words = message === 'timeout expired' ? `could not connect to server at ${host}:${port}: no answer in time` : message
  return new QueryError(connectionFailure(error, address) ?? words, { cause: error })
}
