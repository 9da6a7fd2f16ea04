import type { Socket } from 'node:net'
import type { Client } from 'ssh2'
import { CANCELLED, QueryError } from '../runner.ts'
import type { HostPort } from '../sql/connection-messages.ts'
import type { SshTunnel } from './options.ts'
import { connectSsh, openChannel } from './tunnel.ts'

/** How long an idle SSH connection is kept. */
const IDLE_SECONDS = 10

interface SharedConnection {
  key: string
  client: Promise<Client>
  /** Channels that are open or being opened. */
  channels: number
  timer?: NodeJS.Timeout
}

const connections = new Map<string, SharedConnection>()

/**
 * Like `openTunnel`, for servers that are accessed on many short connections: these share one SSH connection, which ends when
 * it has been idle for ten seconds.
 * @throws QueryError that begins with `SSH tunnel: `
 */
export async function openSharedTunnel(tunnel: SshTunnel, target: HostPort, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const connection = connectionTo(tunnel)
  clearTimeout(connection.timer)
  connection.channels++
  try {
    const channel = await openChannel(await untilAborted(signal, connection.client), tunnel, target, signal)
    channel.once('close', () => release(connection))
    return channel
  } catch (error) {
    release(connection)
    throw error
  }
}

function connectionTo(tunnel: SshTunnel): SharedConnection {
  const key = JSON.stringify(tunnel)
  const open = connections.get(key)
  if (open) return open
  // Others may wait for the same connection, so a cancel of the first caller must not end it.
  const connection: SharedConnection = { key, client: connectSsh(tunnel, new AbortController().signal), channels: 0 }
  connection.client.then(
    (client) => client.once('close', () => remove(connection)),
    () => remove(connection),
  )
  connections.set(key, connection)
  return connection
}

function release(connection: SharedConnection): void {
  connection.channels--
  if (connection.channels > 0) return
  connection.timer = setTimeout(() => {
    remove(connection)
    connection.client.then(
      (client) => client.end(),
      () => undefined,
    )
  }, IDLE_SECONDS * 1000)
  connection.timer.unref()
}

function remove(connection: SharedConnection): void {
  if (connections.get(connection.key) === connection) connections.delete(connection.key)
}

async function untilAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
