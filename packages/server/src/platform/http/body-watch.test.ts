import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchBodies } from './body-watch.ts'

const LIMITS = { time: 30_000, minUploadBytes: 1000 }

let fastify: FastifyInstance
let socket: Socket
/** Bytes that the server has read of the upload. */
let uploaded: { count: number; more: () => Promise<unknown> }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  fastify = Fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 * 1024 })
  watchBodies(fastify, LIMITS)
  fastify.post('/body', async () => 'taken')
  fastify.get('/page', async () => 'shown')
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload))
    scope.post('/upload', { config: { isUpload: true } }, async ({ raw }) => {
      raw.on('data', (chunk: Buffer) => {
        uploaded.count += chunk.length
      })
      uploaded.more = () => once(raw, 'data')
      fastify.server.emit('upload')
      await once(raw, 'end')
      return 'stored'
    })
  })
  uploaded = { count: 0, more: async () => {} }
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = fastify.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  socket = connect(address.port, '127.0.0.1')
  socket.on('error', () => {})
})
afterEach(async () => {
  vi.useRealTimers()
  socket.destroy()
  await fastify.close()
})

/** A connection may be reset as well as closed. */
const closed = () => new Promise<unknown>((resolve) => socket.once('close', resolve))

const begin = (line: string, length: number) =>
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`)

it('ends a body that comes one byte at a time, with 408, when its time is over', async () => {
  const answer = text(socket)
  const arrived = once(fastify.server, 'request')
  begin('POST /body', 16 * 1024 * 1024)
  const [request] = await arrived
  for (let passed = 0; passed < LIMITS.time; passed += 5000) {
    const byte = once(request, 'data')
    socket.write('x')
    await byte
    vi.advanceTimersByTime(5000)
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/is)
})

it('leaves a body alone that has arrived, however long its answer takes', async () => {
  fastify.server.once('request', (request) => request.once('end', () => vi.advanceTimersByTime(10 * LIMITS.time)))
  begin('POST /body', 5)
  socket.write('whole')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
})

it('lets an upload take as long as it likes while it makes progress', async () => {
  const started = once(fastify.server, 'upload')
  begin('POST /upload', 5000)
  await started
  for (let sent = 0; sent < 5000; sent += 1000) {
    const more = uploaded.more()
    socket.write('x'.repeat(1000))
    await more
    vi.advanceTimersByTime(LIMITS.time)
  }
  const [answer] = await once(socket, 'data')
  expect([uploaded.count, String(answer)]).toEqual([5000, expect.stringMatching(/^HTTP\/1\.1 200 /)])
})

it('ends an upload that brings less than it has to', async () => {
  const answer = text(socket)
  const started = once(fastify.server, 'upload')
  begin('POST /upload', 5000)
  await started
  const more = uploaded.more()
  socket.write('x'.repeat(1500))
  await more
  vi.advanceTimersByTime(LIMITS.time)
  const little = uploaded.more()
  socket.write('x'.repeat(10))
  await little
  vi.advanceTimersByTime(LIMITS.time)
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes the connection of a request that was answered and goes on sending a body that nobody reads', async () => {
  const ended = closed()
  begin('GET /page', 128 * 1024 * 1024)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  socket.write(Buffer.alloc(64 * 1024 * 1024))
  while (!socket.destroyed) {
    vi.advanceTimersByTime(100)
    await Promise.race([ended, new Promise(setImmediate)])
  }
})

it('closes the connection of a request that was answered and whose body does not come', async () => {
  const ended = closed()
  begin('GET /page', 1000)
  await once(socket, 'data')
  vi.advanceTimersByTime(LIMITS.time)
  await ended
})
