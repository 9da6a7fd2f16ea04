import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isAmong } from '../networks.ts'

/** Networks in which a proxy is likely the operator's own: this machine and private networks. */
const NEARBY = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** Logs once that calls come through a proxy that is missing in the settings: all its clients then count as one, for rate limits and in
 * the audit log, and cookies are not marked as secure.
 */
export function warnOfUntrustedProxy(fastify: FastifyInstance, trustedProxies: readonly string[], log: Logger): void {
  let isNoted = false
  fastify.addHook('onRequest', async ({ headers, socket }) => {
    if (isNoted || headers['x-forwarded-for'] === undefined) return
    const peer = socket.remoteAddress ?? ''
    if (isAmong(peer, trustedProxies) || !isAmong(peer, NEARBY)) return
    isNoted = true
    log.warn(
      { peer },
      'A call came with X-Forwarded-For from an address that SIGHTLINE_TRUSTED_PROXIES does not name: it is not believed.',
    )
  })
}
