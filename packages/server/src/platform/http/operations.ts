import { sql } from 'drizzle-orm'
import type { Services } from '../context.ts'
import { isSameText } from '../crypto/keys.ts'
import { AppError } from './errors.ts'
import { gaugeLines, type Metric } from './meter.ts'
import type { HttpServer } from './server.ts'

/**
 * Adds what operators and load balancers ask: `/ping` (it runs), `/healthz` (it can work), `/metrics` (how it does).
 * @param figures what the product itself has to tell along with the figures of the server
 */
export function addOperations(
  { fastify, meter, callerOf }: HttpServer,
  services: Services,
  figures: () => Promise<Metric[]>,
): void {
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
    const { metricsToken } = services.config
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const hasToken = metricsToken !== null && isSameText(token, metricsToken)
    // No address opens them: what calls from this machine may be a proxy that speaks for anybody.
    if (!hasToken) {
      const { viewer } = await callerOf(request)
      if (!viewer.permissions.has('admin')) throw new AppError('forbidden')
    }
    const text = meter.text() + gaugeLines(await figures())
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}
