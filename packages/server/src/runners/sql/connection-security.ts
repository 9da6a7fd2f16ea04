import type { ConnectionOptions } from 'node:tls'

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
