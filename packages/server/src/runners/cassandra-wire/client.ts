import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { auth, Client, errors, type Host, policies, types } from 'cassandra-driver'
import Connection from 'cassandra-driver/lib/connection.js'
import { positionAt } from '../http/error-message.ts'
import { CANCELLED, ConnectionLost, OutcomeUnknown, QueryError, type SourceContext } from '../runner.ts'
import { connectionFailure, type HostPort } from '../sql/connection-messages.ts'
import { pemText } from '../sql/option-fields.ts'
import { injectSocket } from '../ssh/driver-socket.ts'
import type { SshTunnel } from '../ssh/options.ts'
import { openTunnel, TUNNEL_PLACEHOLDER_HOST } from '../ssh/tunnel.ts'
import type { CassandraOptions } from './define-runner.ts'

export type CassandraContext = Pick<SourceContext<CassandraOptions>, 'config' | 'signal'>

/** Supported by every current server. */
const PROTOCOL = types.protocolVersion.v4

/** Opens a client; the caller must shut it down. @throws QueryError saying why there is no connection */
export async function open({ config, signal }: CassandraContext): Promise<Client> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  let client: Client | null = null
  const cancelled = Promise.withResolvers<never>()
  const abort = () => cancelled.reject(new QueryError(CANCELLED))
  cancelled.promise.catch(() => undefined)
  signal.addEventListener('abort', abort)
  try {
    client = new Client(clientOptions(config, await Promise.race([addressesOf(config), cancelled.promise])))
    if (config.ssh_tunnel) setTunnel(client, config.ssh_tunnel, config)
    await Promise.race([client.connect(), cancelled.promise])
    return client
  } catch (error) {
    // Attempts that are still pending end by their own timeout.
    void client?.shutdown().catch(() => undefined)
    throw connectError(error, config)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function addressesOf({ host, ssh_tunnel }: CassandraOptions): Promise<string[]> {
  if (ssh_tunnel && !isIP(host)) return [TUNNEL_PLACEHOLDER_HOST]
  const found = await lookup(host, { all: true })
  return found.map(({ address, family }) => (family === 6 ? `[${address}]` : address))
}

function clientOptions(config: CassandraOptions, addresses: string[]) {
  const { host, port, keyspace, username, password, timeout, useSsl, sslCertificateFile } = config
  const milliseconds = timeout * 1000
  return {
    contactPoints: addresses.map((address) => `${address}:${port}`),
    keyspace,
    policies: {
      loadBalancing: new ConfiguredHostsOnly(addresses.map((address) => `${address.replace(/^\[|\]$/g, '')}:${port}`)),
    },
    protocolOptions: { port, maxVersion: PROTOCOL },
    ...(username ? { authProvider: new auth.PlainTextAuthProvider(username, password ?? '') } : {}),
    ...(useSsl ? { sslOptions: tlsOptions(host, sslCertificateFile) } : {}),
    socketOptions: { connectTimeout: milliseconds, readTimeout: milliseconds },
    pooling: { coreConnectionsPerHost: { [types.distance.local]: 1 } },
    encoding: { map: Map, set: Set, useBigIntAsLong: true, useBigIntAsVarint: true },
    isMetadataSyncEnabled: false,
    prepareSchema: false,
    applicationName: 'sightline',
  }
}

/** Without a certificate of its own, the connection is encrypted but the server is not verified. */
const tlsOptions = (servername: string, certificate = '') =>
  certificate === '' ? { servername } : { servername, ca: pemText(certificate), rejectUnauthorized: true }

/**
 * Uses only the configured servers. Peers that a server announces may be unreachable from here, or lead into other networks.
 */
class ConfiguredHostsOnly extends policies.loadBalancing.RoundRobinPolicy {
  readonly #addresses: ReadonlySet<string>

  constructor(addresses: string[]) {
    super()
    this.#addresses = new Set(addresses)
  }

  override getDistance(host: Host): types.distance {
    return this.#addresses.has(host.address) ? types.distance.local : types.distance.ignored
  }
}

interface TunnelRoute {
  tunnel: SshTunnel
  target: HostPort
}

/** Tunnels by the options object that a client passes to its connections. */
const routes = new WeakMap<object, TunnelRoute>()

// The driver opens its connections itself and accepts no socket, so this replaces the method that opens them.
const { open: openDirectly } = Connection.prototype
Connection.prototype.open = function open(callback) {
  const route = routes.get(this.options)
  if (!route) return openDirectly.call(this, callback)
  const limit = AbortSignal.timeout(this.options.socketOptions.connectTimeout)
  openTunnel(route.tunnel, route.target, limit)
    .then((socket) => injectSocket(socket, () => openDirectly.call(this, callback)))
    .catch((error) => callback(error))
}

/** Makes a client open all its connections through a tunnel to one server. */
function setTunnel(client: Client, tunnel: SshTunnel, { host, port }: HostPort): void {
  // Not part of its public declarations.
  const { options } = client as unknown as { options: object }
  routes.set(options, { tunnel, target: { host, port } })
}

/** `line 2:7 no viable alternative …`: columns are counted from 0. */
const PLACE = /^line (\d+):(\d+) /

/** Converts an error of the server, with its position in the query text if the message names one. */
export function statementError(error: unknown, text: string): QueryError {
  if (error instanceof QueryError) return error
  if (error instanceof errors.OperationTimedOutError)
    return new OutcomeUnknown('The server did not answer in time. The option "Timeout" says how long it may take for a page.', {
      cause: error,
    })
  if (!(error instanceof errors.ResponseError)) return new ConnectionLost({ cause: error })
  const [, line, column] = PLACE.exec(error.message) ?? []
  return new QueryError(error.message, {
    cause: error,
    position: line && column ? positionAt(text, line, Number(column) + 1) : null,
  })
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, { host, port }: CassandraOptions): QueryError {
  if (error instanceof QueryError) return error
  const cause = firstError(error)
  if (cause instanceof errors.OperationTimedOutError)
    return new QueryError(`could not connect to server at ${host}:${port}: no answer in time`, { cause: error })
  const message = cause instanceof Error ? cause.message : String(cause)
  return new QueryError(connectionFailure(cause, { host, port }) ?? message, { cause: error })
}

/** The error of the first address that was tried. */
function firstError(error: unknown): unknown {
  if (!(error instanceof errors.NoHostAvailableError)) return error
  const [first = error] = Object.values(error.innerErrors)
  return first
}
