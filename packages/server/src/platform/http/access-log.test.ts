import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { requestLogger } from './access-log.ts'

/** Answers a health check and a page. @returns the routes that were logged */
async function routesLogged(level: string): Promise<string[]> {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  log.level = level
  const fastify = Fastify()
  fastify.decorateRequest('caller', null)
  const logRequest = requestLogger(fastify, log)
  fastify.addHook('onResponse', async (request, reply) => logRequest(request, reply, request.url))
  fastify.get('/healthz', () => 'ok')
  fastify.get('/api/session', () => 'ok')
  for (const url of ['/healthz', '/api/session']) await fastify.inject(url)
  await fastify.close()
  return lines.map((line) => JSON.parse(line).route)
}

it('logs health checks only from level debug on (OPEN-282)', async () => {
  expect(await routesLogged('debug')).toEqual(['/healthz', '/api/session'])
  expect(await routesLogged('info')).toEqual(['/api/session'])
  expect(await routesLogged('warn')).toEqual([])
})
