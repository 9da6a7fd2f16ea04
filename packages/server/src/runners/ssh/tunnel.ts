import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Client, ClientChannel, ConnectConfig } from 'ssh2'
import { CANCELLED, QueryError } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'
import { pemText } from '../sql/option-fields.ts'
import { asSocket } from './driver-socket.ts'
import type { SshTunnel } from './options.ts'

/** Placeholder for drivers that resolve host names themselves; the real host may only resolve beyond the tunnel. */
export const TUNNEL_PLACEHOLDER_HOST = '127.0.0.1'

const CONNECT_SECONDS = 20
const KEEP_ALIVE_SECONDS = 30

/**
 * Opens a tunnel to a server. The SSH server's host key must match the fingerprint in the options.
 * @returns a connection to the server; closing it also ends the SSH connection
 * @throws QueryError that begins with `SSH tunnel: `
 */
export async function openTunnel(tunnel: SshTunnel, target: HostPort, signal: AbortSignal): Promise<Socket> {
  const client = await connectSsh(tunnel, signal)
  try {
    const channel = await openChannel(client, tunnel, target, signal)
    channel.once('close', () => client.end())
    return channel
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** Connects to the SSH server and signs in. @throws QueryError that begins with `SSH tunnel: ` */
export async function connectSsh(tunnel: SshTunnel, signal: AbortSignal): Promise<Client> {
  const { Client } = await import('ssh2')
  const client = new Client()
  const { promise, resolve, reject } = abortablePromise(signal)
  let presented = ''
  client.on('error', (error) => reject(toTunnelError(error, tunnel, presented)))
  client.on('close', () => reject(closedError(tunnel)))
  client.on('ready', () => resolve(client))
  try {
    signal.throwIfAborted()
    client.connect({
      ...authentication(tunnel),
      host: tunnel.ssh_host,
      port: tunnel.ssh_port,
      username: tunnel.ssh_username,
      readyTimeout: CONNECT_SECONDS * 1000,
      keepaliveInterval: KEEP_ALIVE_SECONDS * 1000,
      hostVerifier: (key: Buffer) => {
        presented = fingerprintOf(key)
        return presented === tunnel.ssh_fingerprint?.replace(/=$/, '')
      },
    })
    return await promise
  } catch (error) {
    client.destroy()
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw error instanceof QueryError ? error : toTunnelError(error, tunnel, presented)
  }
}

/** Opens a channel from the SSH server to a target. @throws QueryError that begins with `SSH tunnel: ` */
export async function openChannel(client: Client, tunnel: SshTunnel, target: HostPort, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = abortablePromise<ClientChannel>(signal)
  const onClose = () => reject(closedError(tunnel))
  client.once('close', onClose)
  try {
    client.forwardOut('127.0.0.1', 0, target.host, target.port, (error, channel) => {
      if (error) reject(tunnelError(`${tunnel.ssh_host} does not reach ${target.host}:${target.port}: ${error.message}`, error))
      // It may be opened after the caller has given up.
      else if (signal.aborted) channel.destroy()
      else resolve(channel)
    })
    return asSocket(await promise)
  } catch (error) {
    throw error instanceof QueryError ? error : toTunnelError(error, tunnel, '')
  } finally {
    client.off('close', onClose)
  }
}

/** Promise functions that reject when the signal aborts, even if that happens before or after anyone waits. */
function abortablePromise<Value = Client>(signal: AbortSignal) {
  const waiting = Promise.withResolvers<Value>()
  const abort = () => waiting.reject(new QueryError(CANCELLED))
  const forget = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort)
  waiting.promise.then(forget, forget)
  if (signal.aborted) abort()
  return waiting
}

function authentication({ ssh_password, ssh_keyFile, ssh_key_password }: SshTunnel): ConnectConfig {
  if (!ssh_password && !ssh_keyFile) throw tunnelError('it needs a password or a private key.')
  return {
    ...(ssh_password ? { password: ssh_password } : {}),
    ...(ssh_keyFile ? { privateKey: pemText(ssh_keyFile) } : {}),
    ...(ssh_key_password ? { passphrase: ssh_key_password } : {}),
  }
}

/** As `ssh-keygen -l` prints it. */
const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`

const tunnelError = (sentence: string, cause?: unknown) => new QueryError(`SSH tunnel: ${sentence}`, { cause })

const closedError = ({ ssh_host, ssh_port }: SshTunnel) =>
  tunnelError(`the server at ${ssh_host}:${ssh_port} closed the connection.`)

/** @param shown the fingerprint that the server presented; '' if the connection failed before that */
function toTunnelError(
  error: unknown,
  { ssh_host, ssh_port, ssh_username, ssh_fingerprint }: SshTunnel,
  presented: string,
): QueryError {
  const address = `${ssh_host}:${ssh_port}`
  const reached = connectionFailure(error, { host: ssh_host, port: ssh_port })
  if (reached !== null) return tunnelError(reached, error)
  const message = error instanceof Error ? error.message : String(error)
  if (presented !== '' && !ssh_fingerprint)
    return tunnelError(
      `the server at ${address} shows the host key ${presented}; when it is the right one, enter this fingerprint.`,
      error,
    )
  if (presented !== '' && presented !== ssh_fingerprint?.replace(/=$/, ''))
    return tunnelError(
      `the server at ${address} shows the host key ${presented}, which is not the one that is expected.`,
      error,
    )
  if (/authentication methods failed/i.test(message)) return tunnelError(`${address} does not let "${ssh_username}" in.`, error)
  if (/privateKey/i.test(message)) return tunnelError('the private key cannot be read; is its password right?', error)
  if (/timed out/i.test(message)) return tunnelError(`could not connect to server at ${address}: no answer in time`, error)
  return tunnelError(message, error)
}
