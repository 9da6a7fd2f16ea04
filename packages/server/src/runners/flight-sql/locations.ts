import { isIP } from 'node:net'
import { QueryError } from '../runner.ts'
import type { FlightOptions } from './options.ts'

/** Says that the server which named the endpoint has it as well. */
const REUSE = 'arrow-flight-reuse-connection:'
const SCHEMES: Record<string, 'plain' | 'tls'> = { 'grpc:': 'plain', 'grpc+tcp:': 'plain', 'grpc+tls:': 'tls' }
/** Addresses by which a server means itself, without knowing its own name. */
const UNSPECIFIED = new Set(['0.0.0.0', '::'])

/**
 * Where a part of a result is asked for: null for the server of the data source itself, which is preferred.
 *
 * Another server gets no login, unless it is on the same host and as well protected. Its address came from a server and not from an
 * admin, so it may be a private one only if the operator has listed it.
 * @param locations the URIs of an endpoint (https://arrow.apache.org/docs/format/Flight.html#connection-reuse)
 * @throws QueryError if none of them can be used
 */
export function serverFor(locations: readonly string[], own: FlightOptions, networks: readonly string[]): FlightOptions | null {
  if (locations.length === 0) return null
  const servers = locations.map((location) => serverAt(location, own, networks))
  if (servers.includes('own')) return null
  const usable = servers.find((server) => typeof server === 'object')
  if (usable) return usable
  throw new QueryError(`The server keeps a part of the result where it cannot be asked for: ${locations.join(', ')}.`)
}

function serverAt(location: string, own: FlightOptions, networks: readonly string[]): FlightOptions | 'own' | 'unusable' {
  const url = URL.parse(location)
  if (url?.protocol === REUSE) return 'own'
  const scheme = url === null ? undefined : SCHEMES[url.protocol]
  const port = Number(url?.port)
  if (url === null || scheme === undefined || port === 0) return 'unusable'
  const named = withoutBrackets(url.hostname)
  const host = UNSPECIFIED.has(named) ? own.host : named
  const isSameHost = host.toLowerCase() === withoutBrackets(own.host).toLowerCase()
  if (isSameHost && port === own.port) return 'own'
  const encryption = scheme === 'plain' ? 'none' : own.encryption === 'none' ? 'verified' : own.encryption
  const other: FlightOptions = { ...own, host, port, encryption }
  if (isSameHost && (encryption !== 'none' || own.encryption === 'none')) return { ...other, catalog: '' }
  const { username: _user, password: _password, token: _token, ...stranger } = other
  return { ...stranger, catalog: '', call_headers: '', ...(isSameHost ? {} : { privateNetworks: networks }) }
}

const withoutBrackets = (host: string): string => {
  const plain = host.replace(/^\[|\]$/g, '')
  return isIP(plain) ? plain : host
}
