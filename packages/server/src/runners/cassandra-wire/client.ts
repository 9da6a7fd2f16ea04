import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { auth, Client, type Host, policies, types } from 'cassandra-driver'
import { CANCELLED, QueryError, type SourceContext } from '../runner.ts'
import { pemText } from '../sql/pem-file.ts'
import { AT_THE_OTHER_END } from '../ssh/tunnel.ts'
import { connectError } from './errors.ts'
import type { CassandraOptions } from './options.ts'
import { setTunnel } from './tunnel.ts'

export type Context = Pick<SourceContext<CassandraOptions>, 'config' | 'signal'>

/** What all servers of today speak. */
const PROTOCOL = types.protocolVersion.v4

/** Opens a connection; throws a `QueryError` that says why there is none. Whoever gets it shuts it down. */
export async function open({ config, signal }: Context): Promise<Client> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  let client: Client | null = null
  const giveUp = Promise.withResolvers<never>()
  const abort = () => giveUp.reject(new QueryError(CANCELLED))
  giveUp.promise.catch(() => undefined)
  signal.addEventListener('abort', abort)
  try {
    client = new Client(clientOptions(config, await Promise.race([addressesOf(config), giveUp.promise])))
    if (config.ssh_tunnel) setTunnel(client, config.ssh_tunnel, config)
    await Promise.race([client.connect(), giveUp.promise])
    return client
  } catch (error) {
    // Attempts that are still under way end by their own time limit.
    void client?.shutdown().catch(() => undefined)
    throw connectError(error, config)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function addressesOf({ host, ssh_tunnel }: CassandraOptions): Promise<string[]> {
  if (ssh_tunnel && !isIP(host)) return [AT_THE_OTHER_END]
  const found = await lookup(host, { all: true })
  return found.map(({ address, family }) => (family === 6 ? `[${address}]` : address))
}

function clientOptions(config: CassandraOptions, addresses: string[]) {
  const { host, port, keyspace, username, password, timeout, useSsl, sslCertificateFile } = config
  const milliseconds = timeout * 1000
  return {
    contactPoints: addresses.map((address) => `${address}:${port}`),
    keyspace,
    policies: { loadBalancing: new OnlyThese(addresses.map((address) => `${address.replace(/^\[|\]$/g, '')}:${port}`)) },
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

/** Encrypted whatever certificate the server shows, unless there is one to compare it with. */
const tlsOptions = (servername: string, certificate = '') =>
  certificate === '' ? { servername } : { servername, ca: pemText(certificate), rejectUnauthorized: true }

/** Asks only the servers that somebody has entered: what they say of others may lead anywhere, or nowhere. */
class OnlyThese extends policies.loadBalancing.RoundRobinPolicy {
  readonly #addresses: ReadonlySet<string>

  constructor(addresses: string[]) {
    super()
    this.#addresses = new Set(addresses)
  }

  override getDistance(host: Host): types.distance {
    return this.#addresses.has(host.address) ? types.distance.local : types.distance.ignored
  }
}
