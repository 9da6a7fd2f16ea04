/** Where a server was looked for. */
export interface Address {
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
export function connectionFailure(error: unknown, { host, port }: Address): string | null {
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
