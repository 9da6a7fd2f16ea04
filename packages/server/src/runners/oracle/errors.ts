import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import type { OracleOptions } from './connection.ts'

const CANCELLED_BY_USER = 1013
/** Errors of lost connections. */
const LOST = /^(NJS-500|NJS-501|NJS-003|ORA-03113|ORA-03114|ORA-03135)\b/
const NETWORK_CODE = /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)\b/

/** The server's message, without links to documentation and the connection id. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/\s*\(CONNECTION_ID=[^)]*\)/g, '')
    .split('\n')
    .filter((line) => !/^(Help:|Docs:)? ?https?:/.test(line))
    .join('\n')
    .trim()
}

/** Whether a statement was cancelled. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'errorNum' in error && error.errorNum === CANCELLED_BY_USER

/** Converts an error of the server, with its position in the query text if it has one. */
export function statementError(error: unknown): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  if (LOST.test(message)) return new ConnectionLost({ cause: error })
  // The server also reports 0 if there is no position.
  const offset = error instanceof Error && 'offset' in error ? Number(error.offset) : 0
  return new QueryError(message, { cause: error, position: offset > 0 ? offset + 1 : null })
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, { host, port }: OracleOptions): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  const code = /^NJS-530\b/.test(message)
    ? 'ENOTFOUND'
    : /^NJS-510\b/.test(message)
      ? 'ETIMEDOUT'
      : NETWORK_CODE.exec(message)?.[1]
  const sentence = code ? connectionFailure(Object.assign(new Error(message), { code }), { host, port }) : null
  if (sentence) return new QueryError(sentence, { cause: error })
  if (LOST.test(message))
    return new QueryError(`the server at ${host}:${port} closed the connection: is it an Oracle database?`, { cause: error })
  return new QueryError(message, { cause: error })
}
