import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerName } from '../caller-name.ts'
import type { Viewer } from '../context.ts'
import { callerNetwork, isAmong } from '../networks.ts'
import type { AnswerOptions } from './app.ts'
import { AppError } from './errors.ts'

type CallLimits = Pick<AnswerOptions, 'callsPerHour' | 'callsPerDay' | 'callsPerUserHour'>

/** Counts the calls of each IP address (each /64 network for IPv6) or user in this process.
 * @param viewerOf returns the caller of a request
 * @returns a function from the limits of a route to its hooks, which throw AppError `too_many_requests` for calls beyond them
 */
export async function countCalls(fastify: FastifyInstance, viewerOf: (request: FastifyRequest) => Promise<Viewer>) {
  await fastify.register(rateLimit, { global: false })
  const byAddress = ({ ip }: FastifyRequest) => callerNetwork(ip)
  const byUser = async (request: FastifyRequest) => callerName(await viewerOf(request)) ?? byAddress(request)
  return ({ callsPerHour, callsPerDay, callsPerUserHour }: CallLimits) => {
    // A call beyond the hourly limit does not count towards the daily one.
    const windows = [
      { max: callsPerHour, timeWindow: '1 hour', keyGenerator: byAddress },
      { max: callsPerUserHour, timeWindow: '1 hour', keyGenerator: byUser },
      { max: callsPerDay, timeWindow: '1 day', keyGenerator: byAddress },
    ].flatMap(({ max, ...window }) => (max ? [{ max, ...window }] : []))
    return windows.map(({ max, timeWindow, keyGenerator }) => {
      const count = fastify.createRateLimit({ max, timeWindow, keyGenerator })
      return async (request: FastifyRequest, reply: FastifyReply) => {
        const call = await count(request)
        if (call.isAllowed || !call.isExceeded) return
        reply.header('retry-after', call.ttlInSeconds)
        throw new AppError('too_many_requests', { limit: `${max} per ${timeWindow}` })
      }
    })
  }
}

/** Networks in which a proxy is likely the operator's own: this machine and private networks. */
const NEARBY = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** Logs once that calls come through a proxy that is missing in the settings: all its clients then count as one, for rate limits and in
 * the audit log, and cookies are not marked as secure.
 */
export function warnOfUntrustedProxy(fastify: FastifyInstance, trustedProxies: readonly string[], log: Logger): void {
  let isNoted = false
  const look = ({ headers, socket }: FastifyRequest) => {
    if (isNoted || headers['x-forwarded-for'] === undefined) return
    const peer = socket.remoteAddress ?? ''
    if (isAmong(peer, trustedProxies) || !isAmong(peer, NEARBY)) return
    isNoted = true
    log.warn(
      { peer },
      'A request had X-Forwarded-For but came from an address that is not in SIGHTLINE_TRUSTED_PROXIES: the header is ignored.',
    )
  }
  fastify.addHook('onRequest', (request, _, done) => {
    look(request)
    done()
  })
}
