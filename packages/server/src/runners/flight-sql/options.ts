import type { ServerAddress } from '../sql/server-socket.ts'

/** How a data source reaches its server, and who it is there. */
export interface FlightOptions extends ServerAddress {
  username?: string | undefined
  password?: string | undefined
  /** Sent instead of a login. */
  token?: string | undefined
  /** The catalog of the session; '' for the one of the server. */
  catalog: string
  /** Headers of all calls, one `name: value` a line. */
  call_headers: string
}

/** Headers with a meaning in HTTP/2 or gRPC, or of our own. */
const RESERVED = /^(?:grpc-.*|content-type|te|connection|host|user-agent|authorization|cookie)$/
const HEADER = /^\s*([\w.-]+)\s*:\s*([\x20-\x7e]*?)\s*$/

/** The headers in a text with one a line; null if a line is none, or has a name that may not be chosen. */
export function headersIn(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = HEADER.exec(line) ?? []
    if (name === '' || RESERVED.test(name.toLowerCase())) return null
    headers[name.toLowerCase()] = value
  }
  return headers
}
