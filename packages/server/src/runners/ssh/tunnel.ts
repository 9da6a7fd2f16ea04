import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { ClientChannel, ConnectConfig } from 'ssh2'
import { CANCELLED, QueryError } from '../runner.ts'
import { type Address, connectionFailure } from '../sql/connection-failure.ts'
import { pemText } from '../sql/pem-file.ts'
import type { SshTunnel } from './options.ts'

const CONNECT_SECONDS = 20
const KEEP_ALIVE_SECONDS = 30

/**
 * Opens a way to a server through another one. The host key of that one is compared with the fingerprint that the options hold.
 * @returns a connection to the server, which takes the SSH connection along when it is closed
 * @throws QueryError that begins with `SSH tunnel: `
 */
export async function openTunnel(tunnel: SshTunnel, target: Address, signal: AbortSignal): Promise<Duplex> {
  const { Client } = await import('ssh2')
  const client = new Client()
  const { promise, resolve, reject } = Promise.withResolvers<ClientChannel>()
  // It may fail before, or after, somebody waits for it.
  promise.catch(() => undefined)
  let shown = ''
  const abort = () => reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  client.on('error', (error) => reject(problem(error, tunnel, shown)))
  client.on('close', () => reject(said(`the server at ${tunnel.ssh_host}:${tunnel.ssh_port} closed the connection.`)))
  client.on('ready', () => {
    client.forwardOut('127.0.0.1', 0, target.host, target.port, (error, channel) => {
      if (error) reject(said(`${tunnel.ssh_host} does not reach ${target.host}:${target.port}: ${error.message}`))
      else resolve(channel)
    })
  })
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
    const channel = await promise
    channel.once('close', () => client.end())
    return asSocket(channel)
  } catch (error) {
    client.destroy()
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw error instanceof QueryError ? error : problem(error, tunnel, shown)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function identityOf({ ssh_password, ssh_keyFile, ssh_key_password }: SshTunnel): ConnectConfig {
  if (!ssh_password && !ssh_keyFile) throw said('it needs a password or a private key.')
  return {
    ...(ssh_password ? { password: ssh_password } : {}),
    ...(ssh_keyFile ? { privateKey: pemText(ssh_keyFile) } : {}),
    ...(ssh_key_password ? { passphrase: ssh_key_password } : {}),
  }
}

/** As `ssh-keygen -l` shows it. */
const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`

const said = (sentence: string, cause?: unknown) => new QueryError(`SSH tunnel: ${sentence}`, { cause })

/** @param shown the fingerprint of the key that the server has shown; '' when it came to none */
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

/** Drivers set what only sockets have, and connect them themselves: this one is connected already. */
function asSocket(channel: ClientChannel): Duplex {
  const nothing = () => channel
  return Object.assign(channel, {
    setNoDelay: nothing,
    setKeepAlive: nothing,
    ref: nothing,
    unref: nothing,
    connect: () => {
      process.nextTick(() => channel.emit('connect'))
      return channel
    },
  })
}
