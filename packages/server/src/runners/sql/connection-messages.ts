import type { ConnectionOptions } from 'node:tls'

/** Address of a server. */
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

const certificateErrors = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/
const tlsErrors = /^(ERR_SSL|ERR_OSSL|HANDSHAKE_SSL_ERROR)/
/** The reason in an error of OpenSSL, such as `…:SSL routines:name_of_a_function:wrong version number:…`. */
const openSslReason = /:SSL routines:[^:]*:([^:]+):/
/** MySQL's driver has this code for any error in TLS. */
const ANY_TLS_ERROR = 'HANDSHAKE_SSL_ERROR'

/**
 * Says in one sentence why a server could not be reached, based on the code of a network or TLS error.
 * @returns null for other errors
 */
export function connectionFailure(error: unknown, { host, port }: HostPort): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  if (reason) return `could not connect to server at ${host}:${port}: ${reason}`
  if (!(error instanceof Error)) return null
  // After a semicolon there is advice on how to start Node.
  const [message = ''] = error.message.split(';')
  if (certificateErrors.test(code) || (code === ANY_TLS_ERROR && /\bcertificate\b/.test(message)))
    return `the certificate of ${host}:${port} is not trusted: ${message}`
  const [, mismatch] = openSslReason.exec(message) ?? []
  if (mismatch && (code === 'EPROTO' || tlsErrors.test(code)))
    return `no secure connection to ${host}:${port}: ${explained(mismatch)}`
  return tlsErrors.test(code) ? `no secure connection to ${host}:${port}: ${message}` : null
}

const NO_TLS = 'the server does not use TLS at this port'

/** OpenSSL reads the first bytes of any other protocol as a version. */
const explained = (mismatch: string) => (mismatch === 'wrong version number' ? NO_TLS : mismatch)

/** The sentence about a server that does not answer with TLS. */
export const lacksTls = ({ host, port }: HostPort): string => `no secure connection to ${host}:${port}: ${NO_TLS}`

/** The sentence about a server that ends the connection instead of opening a session. */
export const closedByServer = ({ host, port }: HostPort): string =>
  `could not connect to server at ${host}:${port}: ${reasons.ECONNRESET}`

/**
 * The sentence about a server with another protocol.
 * @param product what it should be, with its article
 * @param reached `isEncrypted` is false if the server may only have expected TLS
 */
export const otherServer = ({ host, port }: HostPort, product: string, reached = { isEncrypted: true }): string =>
  `What answers at ${host}:${port} is not ${product}${reached.isEncrypted ? '' : ', or expects encryption (TLS)'}.`

/** TLS options of a connection; false or null for plain text. */
type Tls = Pick<ConnectionOptions, 'rejectUnauthorized' | 'checkServerIdentity'> | false | null

/** Address of a server. */
interface Endpoint {
  host: string
  /** Set if the connection goes through an SSH tunnel, which is encrypted and verifies its server. */
  ssh_tunnel?: object | undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i

/**
 * A note on the security of a connection, for those who test it.
 * @returns one sentence; null if the server was verified, or the connection is local or in a tunnel
 */
export function securityNote(tls: Tls, { host, ssh_tunnel }: Endpoint): string | null {
  if (ssh_tunnel || LOOPBACK.test(host)) return null
  if (!tls) return 'The connection is not encrypted.'
  if (tls.rejectUnauthorized !== true) return 'The connection is encrypted, but the certificate of the server is not verified.'
  return null
}
