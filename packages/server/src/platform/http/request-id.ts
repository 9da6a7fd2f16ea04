import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { networkMatcher } from '../networks.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** UUIDs, numbers, base64 and the like: nothing that could break a line of a log. */
const USABLE = /^[\w.:+/=@-]{1,128}$/

/**
 * Returns the function that gives each request its id: the one that a trusted proxy has sent, otherwise a new one. Other callers
 * cannot choose ids, because several requests with one id would make the log useless.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = networkMatcher(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER]
    const isUsable = typeof given === 'string' && USABLE.test(given) && isTrusted(socket.remoteAddress ?? '')
    return isUsable ? given : randomUUID()
  }
}
