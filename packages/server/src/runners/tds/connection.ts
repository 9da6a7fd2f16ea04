import type { Socket } from 'node:net'
import { Connection, type ConnectionConfiguration } from 'tedious'
import { CANCELLED, QueryError } from '../runner.ts'
import './exact-decimals.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { connectError, lacksEncryption } from './errors.ts'
import type { Target } from './target.ts'

const CONNECT_SECONDS = 20
/** How long the server may take to say that it has stopped. */
const CANCEL_SECONDS = 5

/** Opens a connection; throws a `QueryError` that says why there is none. */
export async function open(target: Target, signal: AbortSignal): Promise<Connection> {
  try {
    try {
      return await openWith(target, true, signal)
    } catch (error) {
      if (target.encryption !== 'preferred' || !lacksEncryption(error)) throw error
      return await openWith(target, false, signal)
    }
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connectError(error, target)
  }
}

async function openWith(target: Target, encrypt: boolean, signal: AbortSignal): Promise<Connection> {
  signal.throwIfAborted()
  const { ssh_tunnel, server, port } = target
  const tunnel = ssh_tunnel && (await openTunnel(ssh_tunnel, { host: server, port }, signal))
  const connection = new Connection(configuration(target, encrypt, tunnel))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    connection.connect((error) => (error ? reject(error) : resolve()))
    await promise
    // What happens later shows at the request that is under way.
    connection.on('error', () => connection.close())
    return connection
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** @param tunnel a connection to the server that stands already; drivers take it for a socket */
function configuration(target: Target, encrypt: boolean, tunnel: Socket | undefined): ConnectionConfiguration {
  const { server, port, user: userName, password, db, encryption } = target
  return {
    server,
    authentication: { type: 'default', options: { userName, password } },
    options: {
      // The driver takes a way of its own to the server, or a port.
      ...(tunnel ? { connector: async () => tunnel } : { port }),
      database: db,
      appName: 'sightline',
      encrypt,
      trustServerCertificate: encryption !== 'verified',
      connectTimeout: CONNECT_SECONDS * 1000,
      cancelTimeout: CANCEL_SECONDS * 1000,
      // Runs are limited from outside.
      requestTimeout: 0,
      useUTC: true,
      rowCollectionOnRequestCompletion: false,
    },
  }
}
