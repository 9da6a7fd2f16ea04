import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import type { TdsOptions } from './define-runner.ts'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Converts an error of the server, with the line that it names. */
export function statementError(error: unknown, text: string): QueryError {
  if (error instanceof QueryError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (['ESOCKET', 'ECLOSE'].includes(codeOf(error))) return new ConnectionLost({ cause: error })
  const line = error instanceof Error && 'lineNumber' in error ? Number(error.lineNumber) : 0
  const isWithinProcedure = error instanceof Error && 'procName' in error && Boolean(error.procName)
  if (!(line > 0) || isWithinProcedure) return new QueryError(message, { cause: error })
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0)
  const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0].length ?? 0
  return new QueryError(`${message}\nLINE ${line}: ${(lines[line - 1] ?? '').trim()}`, {
    cause: error,
    position: start + indent + 1,
  })
}

/** Whether the server does not support TLS. */
export const lacksEncryption = (error: unknown): boolean => codeOf(error) === 'EENCRYPT'

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, { server, port }: TdsOptions): QueryError {
  if (error instanceof QueryError) return error
  const address = { host: server, port }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [first = cause] = cause instanceof AggregateError ? cause.errors : []
    const sentence = connectionFailure(first, address)
    if (sentence !== null) return new QueryError(sentence, { cause: error })
  }
  const code = codeOf(error)
  if (code === 'ETIMEOUT')
    return new QueryError(`could not connect to server at ${server}:${port}: no answer in time`, { cause: error })
  if (code === 'EENCRYPT') return new QueryError(`the server at ${server}:${port} does not offer encryption`, { cause: error })
  if (code === 'ESOCKET' || code === 'ECLOSE')
    return new QueryError(`the server at ${server}:${port} closed the connection`, { cause: error })
  return new QueryError(error instanceof Error ? error.message : String(error), { cause: error })
}
