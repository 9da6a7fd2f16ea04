import type { ConnectionOptions } from 'node:tls'

/** Where a server was looked for. */
export interface HostPort {
  host: string
  port: number
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed by the server',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host name not known',
  EAI_AGAIN: 'host name not known',
  ENOENT: 'no such socket',
  ETIMEDOUT: 'no answer in time',
}

const certificateProblem = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/
const secureProblem = /^(ERR_SSL|ERR_OSSL|HANDSHAKE_SSL_ERROR)/
/** What the driver of MySQL calls whatever goes wrong with TLS. */
const ANY_PROBLEM = 'HANDSHAKE_SSL_ERROR'

/**
 * One sentence on why a server could not be reached, from the code of an error of the network or of TLS.
 * @returns null when the error is of another kind
 */
export function connectionFailure(error: unknown, { host, port }: HostPort): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  if (reason) return `could not connect to server at ${host}:${port}: ${reason}`
  if (!(error instanceof Error)) return null
  // What follows a semicolon is advice to whoever starts Node.
  const [message = ''] = error.message.split(';')
  if (certificateProblem.test(code) || (code === ANY_PROBLEM && /\bcertificate\b/.test(message)))
    return `the certificate of ${host}:${port} is not trusted: ${message}`
  return secureProblem.test(code) ? `no secure connection to ${host}:${port}: ${message}` : null
}

/** How a connection was made: with these options of TLS, or in plain text. */
type Tls = Pick<ConnectionOptions, 'rejectUnauthorized' | 'checkServerIdentity'> | false | null

/** Where a server is. */
interface Place {
  host: string
  /** Set when an SSH tunnel leads there, which encrypts and knows its gate. */
  ssh_tunnel?: object | undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i

/**
 * What whoever tests a connection should know about it.
 * @returns one sentence; null when the server was verified, or the connection stays on this machine or in a tunnel
 */
export function securityNote(tls: Tls, { host, ssh_tunnel }: Place): string | null {
  if (ssh_tunnel || LOOPBACK.test(host)) return null
  if (!tls) return 'The connection is not encrypted.'
  if (tls.rejectUnauthorized !== true) return 'The connection is encrypted, but the certificate of the server is not verified.'
  return null
}
