import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOptions } from './app.ts'
import { AppError } from './errors.ts'

type CallLimits = Pick<AnswerOptions, 'callsPerHour' | 'callsPerDay'>

/**
 * Counts the calls of each address, in this process.
 * @returns what makes, of the limits of one route, its hooks, which throw AppError `too_many_requests` for calls beyond them
 */
export async function countCalls(fastify: FastifyInstance) {
  await fastify.register(rateLimit, { global: false })
  return ({ callsPerHour, callsPerDay }: CallLimits) => {
    // A call that the hour refuses does not count for the day.
    const windows = [
      { max: callsPerHour, timeWindow: '1 hour' },
      { max: callsPerDay, timeWindow: '1 day' },
    ].flatMap(({ max, timeWindow }) => (max ? [{ max, timeWindow }] : []))
    return windows.map(({ max, timeWindow }) => {
      const count = fastify.createRateLimit({ max, timeWindow })
      return async (request: FastifyRequest, reply: FastifyReply) => {
        const call = await count(request)
        if (call.isAllowed || !call.isExceeded) return
        reply.header('retry-after', call.ttlInSeconds)
        throw new AppError('too_many_requests', { limit: `${max} per ${timeWindow}` })
      }
    })
  }
}
