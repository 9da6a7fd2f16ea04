import type { Socket } from 'node:net'
import { Connection, type ConnectionConfiguration } from 'tedious'
import { CANCELLED, QueryError } from '../runner.ts'
import { STOP_TIMEOUT_MS } from '../stopping.ts'
import './exact-decimals.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import type { TdsOptions } from './define-runner.ts'
import { connectError, lacksEncryption } from './errors.ts'

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
