import { sql } from 'drizzle-orm'
import type { Services } from '../context.ts'
import { isSameText } from '../crypto/keys.ts'
import { AppError } from './errors.ts'
import { gaugeLines, type Metric } from './meter.ts'
import type { HttpServer } from './server.ts'

/** Adds the endpoints for operators and load balancers: `/ping` (the process runs), `/healthz` (it can work) and `/metrics`.
 * @param figures the gauges of the product, which `/metrics` shows along with those of the server
 */
export function addOperations(
  { fastify, meter, callerOf }: HttpServer,
  services: Services,
  figures: () => Promise<Metric[]>,
): void {
  fastify.get('/ping', async (request, reply) => {
    // The caller matters only for the CSRF token: clients call this to get a fresh one.
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
    // No IP address gives access: a caller on this machine may be a proxy.
    if (!hasToken) {
      const { viewer } = await callerOf(request)
      if (!viewer.permissions.has('admin')) throw new AppError('forbidden')
    }
    const text = meter.text() + gaugeLines(await figures())
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}
