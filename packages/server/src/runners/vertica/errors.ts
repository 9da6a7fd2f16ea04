import { QueryError } from '../runner.ts'
import { closedByServer, connectionFailure, type HostPort, lacksTls } from '../sql/connection-messages.ts'

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

/** A message of the driver in the words of the other types; null for other messages. */
function driverSentence(message: string, address: HostPort): string | null {
  if (message === 'timeout expired') return `could not connect to server at ${address.host}:${address.port}: no answer in time`
  if (message === 'There was an error establishing a TLS connection') return lacksTls(address)
  return message.startsWith('Connection terminated') ? closedByServer(address) : null
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, address: HostPort): QueryError {
  if (error instanceof QueryError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new QueryError(connectionFailure(error, address) ?? driverSentence(message, address) ?? message, { cause: error })
}
