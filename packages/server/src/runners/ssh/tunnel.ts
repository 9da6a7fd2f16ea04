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
  const { promise, resolve, reject } = promiseUntil(signal)
  let shown = ''
  client.on('error', (error) => reject(problem(error, tunnel, shown)))
  client.on('close', () => reject(closed(tunnel)))
  client.on('ready', () => resolve(client))
  try {
    signal.throwIfAborted()
    client.connect({
      ...identityOf(tunnel),
      host: tunnel.ssh_host,
      port: tunnel.ssh_port,
      username: tunnel.ssh_username,
      readyTimeout: CONNECT_SECONDS * 1000,
      keepaliveInterval: KEEP_ALIVE_SECONDS * 1000,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key)
        return shown === tunnel.ssh_fingerprint?.replace(/=$/, '')
      },
    })
    return await promise
  } catch (error) {
    client.destroy()
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw error instanceof QueryError ? error : problem(error, tunnel, shown)
  }
}

/** Opens a channel from the SSH server to a target. @throws QueryError that begins with `SSH tunnel: ` */
export async function openChannel(gate: Client, tunnel: SshTunnel, target: HostPort, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = promiseUntil<ClientChannel>(signal)
  const lost = () => reject(closed(tunnel))
  gate.once('close', lost)
  try {
    gate.forwardOut('127.0.0.1', 0, target.host, target.port, (error, channel) => {
      if (error) reject(said(`${tunnel.ssh_host} does not reach ${target.host}:${target.port}: ${error.message}`, error))
      // It may be opened after the caller has given up.
      else if (signal.aborted) channel.destroy()
      else resolve(channel)
    })
    return asSocket(await promise)
  } catch (error) {
    throw error instanceof QueryError ? error : problem(error, tunnel, '')
  } finally {
    gate.off('close', lost)
  }
}

/** Promise functions that reject when the signal aborts, even if that happens before or after anyone waits. */
function promiseUntil<Value = Client>(signal: AbortSignal) {
  const waiting = Promise.withResolvers<Value>()
  const abort = () => waiting.reject(new QueryError(CANCELLED))
  const forget = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort)
  waiting.promise.then(forget, forget)
  if (signal.aborted) abort()
  return waiting
}

function identityOf({ ssh_password, ssh_keyFile, ssh_key_password }: SshTunnel): ConnectConfig {
  if (!ssh_password && !ssh_keyFile) throw said('it needs a password or a private key.')
  return {
    ...(ssh_password ? { password: ssh_password } : {}),
    ...(ssh_keyFile ? { privateKey: pemText(ssh_keyFile) } : {}),
    ...(ssh_key_password ? { passphrase: ssh_key_password } : {}),
  }
}

/** As `ssh-keygen -l` prints it. */
const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`

const said = (sentence: string, cause?: unknown) => new QueryError(`SSH tunnel: ${sentence}`, { cause })

const closed = ({ ssh_host, ssh_port }: SshTunnel) => said(`the server at ${ssh_host}:${ssh_port} closed the connection.`)

/** @param shown the fingerprint that the server presented; '' if the connection failed before that */
function problem(error: unknown, { ssh_host, ssh_port, ssh_username, ssh_fingerprint }: SshTunnel, shown: string): QueryError {
  const place = `${ssh_host}:${ssh_port}`
  const reached = connectionFailure(error, { host: ssh_host, port: ssh_port })
  if (reached !== null) return said(reached, error)
  const message = error instanceof Error ? error.message : String(error)
  if (shown !== '' && !ssh_fingerprint)
    return said(`the server at ${place} shows the host key ${shown}; when it is the right one, enter this fingerprint.`, error)
  if (shown !== '' && shown !== ssh_fingerprint?.replace(/=$/, ''))
    return said(`the server at ${place} shows the host key ${shown}, which is not the one that is expected.`, error)
  if (/authentication methods failed/i.test(message)) return said(`${place} does not let "${ssh_username}" in.`, error)
  if (/privateKey/i.test(message)) return said('the private key cannot be read; is its password right?', error)
  if (/timed out/i.test(message)) return said(`could not connect to server at ${place}: no answer in time`, error)
  return said(message, error)
}
