import { connect } from 'node:net'
import vertica, { type Client } from 'vertica-nodejs'
import { CANCELLED, QueryError } from '../runner.ts'
import type { HostPort } from '../sql/connection-messages.ts'
import { openTunnel, TUNNEL_PLACEHOLDER_HOST } from '../ssh/tunnel.ts'
import { connectError } from './errors.ts'
import type { VerticaOptions } from './index.ts'

const CONNECT_SECONDS = 20
/** The default of https://docs.vertica.com/latest/en/connecting-to/. */
const USUAL_PORT = 5433
const USUAL_USER = 'dbadmin'
const NO_TLS = /does not support TLS/
const CANCEL_REQUEST = 80_877_102

export const addressOf = ({ host = '', port = USUAL_PORT }: VerticaOptions): HostPort => ({ host: host || '127.0.0.1', port })

/**
 * Opens a connection, which uses TLS if the server supports it.
 * @throws QueryError saying why there is no connection
 */
export async function open(options: VerticaOptions, signal: AbortSignal): Promise<Client> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  try {
    try {
      return await openWith('require', options, signal)
    } catch (error) {
      if (!(error instanceof Error) || !NO_TLS.test(error.message)) throw error
      return await openWith('disable', options, signal)
    }
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connectError(error, addressOf(options))
  }
}

async function openWith(tls_mode: 'require' | 'disable', options: VerticaOptions, signal: AbortSignal): Promise<Client> {
  const { user = '', password = '', database, connection_timeout = CONNECT_SECONDS, ssh_tunnel } = options
  const tunnel = ssh_tunnel && (await openTunnel(ssh_tunnel, addressOf(options), signal))
  const client = new vertica.Client({
    ...addressOf(options),
    ...{ user: user || USUAL_USER, password, database, tls_mode },
    ...(tunnel ? { stream: tunnel, host: TUNNEL_PLACEHOLDER_HOST } : {}),
    connectionTimeoutMillis: connection_timeout * 1000,
    client_label: 'sightline',
    // Empty, since the driver would otherwise read it from the environment.
    backup_server_node: '',
  })
  // Later errors also reach the pending query.
  client.on('error', () => undefined)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([client.connect(), aborted])
    return client
  } catch (error) {
    disconnect(client)
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Closes the connection at once. */
export function disconnect(client: Client): void {
  client.connection.stream.destroy()
}

/** Sends a cancel request on a connection of its own. The server does not respond to it. */
export async function requestCancel({ processID, secretKey }: Client, options: VerticaOptions): Promise<void> {
  const address = addressOf(options)
  const { ssh_tunnel } = options
  const limit = AbortSignal.timeout(CONNECT_SECONDS * 1000)
  const socket = ssh_tunnel ? await openTunnel(ssh_tunnel, address, limit) : connect(address)
  const request = Buffer.alloc(16)
  ;[16, CANCEL_REQUEST, processID, secretKey].forEach((value, index) => {
    request.writeInt32BE(value, 4 * index)
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => resolve())
    // Without reading from it, the socket would never emit `close`.
    socket.resume().end(request)
  })
}
