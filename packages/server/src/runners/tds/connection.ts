import './exact-decimals.ts'
import type { Socket } from 'node:net'
import { Connection, type ConnectionConfiguration } from 'tedious'
import { CANCELLED, ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { STOP_TIMEOUT_MS } from '../stopping.ts'
import type { TdsOptions } from './define-runner.ts'

const CONNECT_SECONDS = 20

/** Opens a connection. @throws QueryError saying why there is no connection */
export async function open(options: TdsOptions, signal: AbortSignal): Promise<Connection> {
  try {
    try {
      return await openWith(options, true, signal)
    } catch (error) {
      if (options.encryption !== 'preferred' || !lacksEncryption(error)) throw error
      return await openWith(options, false, signal)
    }
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connectError(error, options)
  }
}

async function openWith(options: TdsOptions, encrypt: boolean, signal: AbortSignal): Promise<Connection> {
  signal.throwIfAborted()
  const { ssh_tunnel, server, port } = options
  const tunnel = ssh_tunnel && (await openTunnel(ssh_tunnel, { host: server, port }, signal))
  const connection = new Connection(configuration(options, encrypt, tunnel))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    connection.connect((error) => (error ? reject(error) : resolve()))
    await promise
    // Later errors also reach the pending request.
    connection.on('error', () => connection.close())
    return connection
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** @param tunnel an open connection to the server */
function configuration(options: TdsOptions, encrypt: boolean, tunnel: Socket | undefined): ConnectionConfiguration {
  const { server, port, user: userName, password, db, encryption } = options
  return {
    server,
    authentication: { type: 'default', options: { userName, password } },
    options: {
      // The driver takes either a connector or a port.
      ...(tunnel ? { connector: async () => tunnel } : { port }),
      database: db,
      appName: 'sightline',
      encrypt,
      trustServerCertificate: encryption !== 'verified',
      connectTimeout: CONNECT_SECONDS * 1000,
      cancelTimeout: STOP_TIMEOUT_MS,
      // Runs are limited from outside.
      requestTimeout: 0,
      useUTC: true,
      rowCollectionOnRequestCompletion: false,
    },
  }
}

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
const lacksEncryption = (error: unknown): boolean => codeOf(error) === 'EENCRYPT'

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
