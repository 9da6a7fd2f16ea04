import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDrain, type Drain } from './drain.ts'

const LONG_MS = 60_000

let fastify: FastifyInstance
let drain: Drain
let agent: Agent
/** Lets the request to `/slow` be answered. */
let release: () => void
let begun: Promise<unknown>
beforeEach(async () => {
  fastify = Fastify({ forceCloseConnections: true })
  drain = createDrain(fastify)
  agent = new Agent({ keepAlive: true })
  const gate = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  release = gate.resolve
  begun = arrival.promise
  fastify.get('/fast', async () => 'fast')
  fastify.get('/slow', async () => {
    arrival.resolve()
    await gate.promise
    return 'slow'
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  agent.destroy()
  await fastify.close()
})

async function get(path: string): Promise<IncomingMessage> {
  const { port } = fastify.server.address() as AddressInfo
  return getFrom(port, path)
}

async function getFrom(port: number, path: string): Promise<IncomingMessage> {
  const call = request({ host: '127.0.0.1', port, path, agent })
  call.end()
  const [reply] = await once(call, 'response')
  return reply
}

it('lets an open request finish, and closes its connection after it (OPEN-290)', async () => {
  const slow = get('/slow')
  await begun
  const drained = drain.run({ requests: LONG_MS, idle: LONG_MS })
  expect(drain.signal.aborted).toBe(true)
  release()
  const reply = await slow
  expect([reply.statusCode, reply.headers.connection, await text(reply)]).toEqual([200, 'close', 'slow'])
  await drained
})

it('refuses new connections, and answers on an open one (OPEN-290)', async () => {
  const { port } = fastify.server.address() as AddressInfo
  await text(await get('/fast'))
  const drained = drain.run({ requests: LONG_MS, idle: LONG_MS })
  while (fastify.server.listening) await new Promise(setImmediate)
  const reply = await getFrom(port, '/fast')
  expect([reply.statusCode, reply.headers.connection, await text(reply)]).toEqual([200, 'close', 'fast'])
  await drained
  await expect(getFrom(port, '/fast')).rejects.toThrow('ECONNREFUSED')
})

it('closes unused connections after their time (OPEN-290)', async () => {
  await text(await get('/fast'))
  const isClosed = once(fastify.server, 'close')
  await drain.run({ requests: LONG_MS, idle: 0 })
  await isClosed
})

it('does not wait for a request beyond the limit (OPEN-290)', async () => {
  const slow = get('/slow').catch((error: NodeJS.ErrnoException) => error.code)
  await begun
  await drain.run({ requests: 1, idle: 0 })
  await fastify.close()
  expect(await slow).toBe('ECONNRESET')
  release()
})
