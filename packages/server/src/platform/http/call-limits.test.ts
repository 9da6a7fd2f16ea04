import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { countCalls } from './call-limits.ts'
import type { AppError } from './errors.ts'

const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

it('an address may call so often in an hour, and so often in a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fastify = Fastify()
  fastify.setErrorHandler<AppError>((error, _, reply) => reply.code(error.status).send(error.message))
  const limitedTo = await countCalls(fastify)
  fastify.get('/', { onRequest: limitedTo({ callsPerHour: 2, callsPerDay: 3 }) }, async () => 'done')
  const call = async (remoteAddress = '203.0.113.7') => {
    const { statusCode, body, headers } = await fastify.inject({ url: '/', remoteAddress })
    return statusCode === 429 ? `${body}, again after ${headers['retry-after']} s` : body
  }
  expect([await call(), await call(), await call()]).toEqual(['done', 'done', '2 per 1 hour, again after 3600 s'])
  expect(await call('203.0.113.8'), 'another address').toBe('done')

  vi.setSystemTime(Date.now() + HOUR_MS)
  expect([await call(), await call()]).toEqual(['done', `3 per 1 day, again after ${23 * 3600} s`])

  vi.setSystemTime(Date.now() + 23 * HOUR_MS)
  expect(await call()).toBe('done')
})
