import { sql } from 'drizzle-orm'
import type { Services } from '../context.ts'
import { AppError } from './errors.ts'
import type { HttpServer } from './server.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Adds what operators and load balancers ask: `/ping` (it runs), `/healthz` (it can work), `/metrics` (how it does). */
export function addOperations({ fastify, meter, callerOf }: HttpServer, services: Services): void {
  fastify.get('/ping', async (request, reply) => {
    // Who calls matters for the forgery token alone: clients come here for a fresh one.
    await callerOf(request)
    return reply.type('text/plain; charset=utf-8').send('PONG.')
  })

  fastify.get('/healthz', async () => {
    try {
      await services.db.execute(sql`select 1`)
    } catch (cause) {
      throw new AppError('not_ready', {}, { cause })
    }
    return { status: 'ok' }
  })

  fastify.get('/metrics', async (request, reply) => {
    const { viewer } = await callerOf(request)
    if (!LOOPBACK.has(request.ip) && !viewer.permissions.has('admin')) throw new AppError('forbidden')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(meter.text())
  })
}
