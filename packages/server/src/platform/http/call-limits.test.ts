import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import type { Viewer } from '../context.ts'
import { countCalls } from './call-limits.ts'
import { NOBODY } from './caller.ts'
import type { AppError } from './errors.ts'

const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

it('limits the calls of an IP address per hour and per day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fastify = Fastify()
  fastify.setErrorHandler<AppError>((error, _, reply) => reply.code(error.status).send(error.message))
  const limitedTo = await countCalls(fastify, async () => NOBODY)
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

it('limits the calls of a user per hour, whatever the IP address', async () => {
  const fastify = Fastify()
  fastify.setErrorHandler<AppError>((error, _, reply) => reply.code(error.status).send(error.message))
  const user = (id: number): Viewer => ({
    kind: 'user',
    id,
    name: '',
    email: '',
    language: null,
    groupIds: [],
    permissions: new Set(),
    keyScopes: null,
  })
  const limitedTo = await countCalls(fastify, async ({ headers }) => user(Number(headers['x-user'])))
  fastify.get('/', { onRequest: limitedTo({ callsPerUserHour: 2 }) }, async () => 'done')
  const call = async (id: number, remoteAddress: string) =>
    (await fastify.inject({ url: '/', remoteAddress, headers: { 'x-user': String(id) } })).body
  expect([await call(1, '203.0.113.7'), await call(1, '203.0.113.8'), await call(1, '203.0.113.9')]).toEqual([
    'done',
    'done',
    '2 per 1 hour',
  ])
  expect(await call(2, '203.0.113.7'), 'another user').toBe('done')
})
