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
  ways: number
  timer?: NodeJS.Timeout
}

const gates = new Map<string, SharedConnection>()

/**
 * Like `openTunnel`, for servers that are accessed on many short connections: these share one SSH connection, which ends when
 * it has been idle for ten seconds.
 * @throws QueryError that begins with `SSH tunnel: `
 */
export async function openSharedTunnel(tunnel: SshTunnel, target: HostPort, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const gate = gateOf(tunnel)
  clearTimeout(gate.timer)
  gate.ways++
  try {
    const channel = await openChannel(await until(signal, gate.client), tunnel, target, signal)
    channel.once('close', () => leave(gate))
    return channel
  } catch (error) {
    leave(gate)
    throw error
  }
}

function gateOf(tunnel: SshTunnel): SharedConnection {
  const key = JSON.stringify(tunnel)
  const open = gates.get(key)
  if (open) return open
  // Others may wait for the same connection, so a cancel of the first caller must not end it.
  const gate: SharedConnection = { key, client: connectSsh(tunnel, new AbortController().signal), ways: 0 }
  gate.client.then(
    (client) => client.once('close', () => forget(gate)),
    () => forget(gate),
  )
  gates.set(key, gate)
  return gate
}

function leave(gate: SharedConnection): void {
  gate.ways--
  if (gate.ways > 0) return
  gate.timer = setTimeout(() => {
    forget(gate)
    gate.client.then(
      (client) => client.end(),
      () => undefined,
    )
  }, IDLE_SECONDS * 1000)
  gate.timer.unref()
}

function forget(gate: SharedConnection): void {
  if (gates.get(gate.key) === gate) gates.delete(gate.key)
}

async function until<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
