import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const LIMITS = { requests: 60_000, idle: 60_000 }

let server: TestServer
/** Keeps its connections open, as a proxy does. */
let agent: Agent
beforeEach(async () => {
  // Without a worker the runs wait, so their event streams stay open.
  server = await startTestServer({ hasWorker: false })
  agent = new Agent({ keepAlive: true })
})
afterEach(async () => {
  agent.destroy()
  await server.close()
})

function ask(path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Key ${server.admin.apiKey}` }
  return new Promise((resolve, reject) => get(server.url + path, { agent, headers }, resolve).once('error', reject))
}

it('ends the live events of a run that goes on, without an event of its end (OPEN-290)', async () => {
  const source = await buildDataSource(server)
  const query = await buildQuery(server.admin, { data_source_id: source.id })
  const { body } = await server.admin.post<{ job: { id: string } }>(`/api/queries/${query.id}/results`, { max_age: 0 })
  const stream = await ask(`/api/jobs/${body.job.id}/events`)
  const events = text(stream)
  const drained = server.drain.run({ ...LIMITS, idle: 0 })
  expect(await events).toMatch(/^event: state\n/)
  expect(await events).not.toContain('event: end')
  expect(stream.complete).toBe(true)
  await drained
})

it('says on an open connection that the process is stopping, and closes the connection (OPEN-290)', async () => {
  await text(await ask('/ping'))
  const drained = server.drain.run(LIMITS)
  const reply = await ask('/healthz')
  expect([reply.statusCode, reply.headers.connection]).toEqual([503, 'close'])
  expect(await text(reply)).toContain('This process is stopping.')
  await drained
})
