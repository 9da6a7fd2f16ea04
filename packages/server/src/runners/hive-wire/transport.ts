import { otherServer } from '../sql/connection-messages.ts'
import type { HiveOptions } from './define-runner.ts'

/** Carries the messages of Thrift to a server and back. */
export interface Transport {
  /** Sends a call and returns the reply. Calls are made one after the other. */
  exchange(message: Buffer): Promise<Buffer>
  /** Closes the connection; a call that is under way fails. */
  close(): void
}

/**
 * Connects to the server of a data source and signs in.
 * @param signal aborts all calls
 * @throws QueryError saying why there is no connection
 */
export async function connectTo(options: HiveOptions, signal: AbortSignal): Promise<Transport> {
  if (options.transport === 'http') return (await import('./http-transport.ts')).httpTransport(options, signal)
  return (await import('./socket-transport.ts')).openSocketTransport(options, signal)
}

/** Name and password as they are sent. A server without passwords takes any, but not an empty one. */
export const loginOf = ({ username, password }: HiveOptions): { user: string; password: string } => ({
  user: username || 'anonymous',
  password: password || 'anonymous',
})

/** The message for replies in another protocol. */
export const notThisServer = (options: HiveOptions): string => otherServer(options, options.product.serverName)
