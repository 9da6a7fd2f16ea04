import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AddressRefused, guardedHost } from '../../platform/egress.ts'
import { tlsOptions } from '../http/options.ts'
import { CANCELLED, ConnectionLost, QueryError } from '../runner.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel } from '../ssh/tunnel.ts'
import { closedByServer, connectionFailure } from './connection-messages.ts'

const CONNECT_SECONDS = 20
const KEEP_ALIVE_MS = 30_000

/** A server with a protocol of its own over TCP, as a data source describes it. */
export interface ServerAddress {
  host: string
  port: number
  /** `required`: TLS with any certificate; `verified`: with a trusted one for the name of the server. */
  encryption: 'none' | 'required' | 'verified'
  /** An authority to trust instead of those of Node.js: base64 of PEM. */
  authority?: string | undefined
  ssh_tunnel?: SshTunnel | undefined
  /** Names of protocols that are offered in TLS (ALPN). */
  protocols?: string[]
  /** Private networks that it may be in, if no admin has chosen the host; all when left out. */
  privateNetworks?: readonly string[]
}

/**
 * Connects to a server and opens a session with it, within 20 seconds.
 * @param greet opens the session; its own limit and cancels destroy the socket, so that what it waits for fails
 * @throws QueryError saying why there is no session
 */
export async function connectToServer<Session>(
  address: ServerAddress,
  signal: AbortSignal,
  greet: (socket: Socket) => Promise<Session>,
): Promise<Session> {
  const { host, port } = address
  if (signal.aborted) throw new QueryError(CANCELLED)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_SECONDS * 1000)])
  let socket: Socket | undefined
  const abort = () => socket?.destroy()
  limit.addEventListener('abort', abort)
  try {
    socket = await openSocket(address, limit)
    return await greet(socket)
  } catch (error) {
    socket?.destroy()
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    if (limit.aborted)
      throw new QueryError(`could not connect to server at ${host}:${port}: no answer in time`, { cause: error })
    // Nothing was asked of the server yet, so it is not unknown what it has done.
    if (error instanceof ConnectionLost) throw new QueryError(closedByServer(address), { cause: error })
    if (error instanceof QueryError) throw error
    const reason = error instanceof AddressRefused ? error.message : connectionFailure(error, { host, port })
    throw new QueryError(reason ?? closedByServer(address), { cause: error })
  } finally {
    limit.removeEventListener('abort', abort)
  }
}

async function openSocket(
  { host, port, encryption, authority, ssh_tunnel, protocols, privateNetworks }: ServerAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const reached = { ...(privateNetworks ? guardedHost(host, privateNetworks) : { host }), port }
  const tunnel = ssh_tunnel && (await openTunnel(ssh_tunnel, { host, port }, signal))
  const isPlain = encryption === 'none'
  if (tunnel && isPlain) return tunnel
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = isPlain
    ? connectPlain(reached, resolve)
    : connectTls(
        {
          ...(tunnel ? { socket: tunnel } : reached),
          ...(isIP(host) ? {} : { servername: host }),
          ...tlsOptions({ ca: authority, verify: encryption === 'verified' }),
          ...(protocols ? { ALPNProtocols: protocols } : {}),
        },
        resolve,
      )
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  socket.on('error', reject)
  socket.on('close', () => reject(new ConnectionLost()))
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort)
  try {
    await promise
    return socket
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A host as URLs have it: an address of IPv6 stands in brackets, and may have been entered with them. */
export const hostInUrl = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
