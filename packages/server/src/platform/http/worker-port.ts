import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Services } from '../context.ts'
import { workerHealth } from '../health.ts'
import { pathOf } from './caller.ts'
import { AppError } from './errors.ts'
import { hasMetricsToken, healthReply, METRICS_TYPE } from './operations.ts'

interface Reply {
  type: string
  body: string
}

/**
 * Opens the port of a worker, which has no API: `/ping`, `/healthz`, and `/metrics` of this process for callers with the token.
 * @returns a function that closes it
 * @throws Error if the port is in use
 */
export async function openWorkerPort(services: Services, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void answer(services, request, response))
  server.listen(port, services.config.host)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

async function answer(services: Services, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('method_not_allowed')
    const { type, body } = await replyTo(services, request)
    response.writeHead(200, { 'content-type': type }).end(body)
  } catch (error) {
    if (!(error instanceof AppError)) services.log.error({ err: error }, 'A call to the port of the worker failed.')
    const { status, message, code, details } = error instanceof AppError ? error : new AppError('internal')
    response.writeHead(status, { 'content-type': JSON_TYPE }).end(JSON.stringify({ message, code, details }))
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function replyTo(services: Services, { url = '/', headers }: IncomingMessage): Promise<Reply> {
  switch (pathOf(url)) {
    case '/ping':
      return { type: 'text/plain; charset=utf-8', body: 'PONG.' }
    case '/healthz':
      return { type: JSON_TYPE, body: JSON.stringify(healthReply(await workerHealth(services))) }
    case '/metrics':
      // A worker knows no users, so not even an admin's key opens this.
      if (!hasMetricsToken(services, headers)) throw new AppError('forbidden')
      return { type: METRICS_TYPE, body: await services.metrics.text() }
    default:
      throw new AppError('not_found')
  }
}
