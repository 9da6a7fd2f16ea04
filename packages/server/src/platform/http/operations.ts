import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '../context.ts'
import { isSameText } from '../crypto/keys.ts'
import { type Health, webHealth } from '../health.ts'
import type { Metric } from '../metrics/gauge-lines.ts'
import { AppError } from './errors.ts'
import type { HttpServer } from './server.ts'

/** Media type of the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Adds the endpoints for operators and load balancers: `/ping` (the process runs), `/healthz` (it can work) and `/metrics`.
 * @param figures the gauges of the installation, which the metrics have along with those of the process
 */
export function addOperations(
  { fastify, callerOf, drain }: HttpServer,
  services: Services,
  figures: () => Promise<Metric[]>,
): void {
  services.metrics.addFigures(figures)
  fastify.get('/ping', async (request, reply) => {
    // The caller matters only for the CSRF token: clients call this to get a fresh one.
    await callerOf(request)
    return reply.type('text/plain; charset=utf-8').send('PONG.')
  })

  fastify.get('/healthz', async () => {
    const health = await webHealth(services)
    if (!drain.signal.aborted) return healthReply(health)
    return healthReply({ isReady: false, checks: { ...health.checks, process: 'This process is stopping.' } })
  })

  fastify.get('/metrics', async (request, reply) => {
    // No IP address gives access: a caller on this machine may be a proxy.
    if (!hasMetricsToken(services, request.headers)) {
      const { viewer } = await callerOf(request)
      if (!viewer.permissions.has('admin')) throw new AppError('forbidden')
    }
    return reply.type(METRICS_TYPE).send(await services.metrics.text())
  })
}

/**
 * The body of `/healthz`. `degraded` stands for a process that serves the API while it cannot run work.
 * @throws AppError `not_ready` if it cannot work
 */
export function healthReply({ isReady, checks }: Health): { status: 'ok' | 'degraded'; checks: Health['checks'] } {
  if (!isReady) throw new AppError('not_ready', { checks })
  return { status: Object.values(checks).every((state) => state === 'ok') ? 'ok' : 'degraded', checks }
}

/** Whether a request has the token that the operator has set for the metrics. */
export function hasMetricsToken({ config }: Pick<Services, 'config'>, { authorization = '' }: IncomingHttpHeaders): boolean {
  const [, token = ''] = /^Bearer (.+)$/.exec(authorization) ?? []
  return config.metricsToken !== null && isSameText(token, config.metricsToken)
}
