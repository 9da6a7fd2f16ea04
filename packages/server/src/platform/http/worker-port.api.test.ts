import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { listen } from '../../testing/tcp-listener.ts'
import type { Services } from '../context.ts'
import { openWorkerPort } from './worker-port.ts'

const TOKEN = 'a token for the machine that watches'
const HOUR_MS = 3_600_000
const READY = { database: 'ok', clock: 'ok', disk: 'ok', queue: 'ok', executor: 'ok' }

let server: TestServer
const closes: (() => Promise<void>)[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  for (const close of closes) await close()
  await server.close()
})

/** Opens the port of a worker whose services differ from those of the server. */
async function workerWith(changed: Partial<Services> = {}): Promise<TestClient> {
  const { port, close } = await listen(() => {})
  await close()
  const services = { ...server.services, ...changed }
  closes.push(await openWorkerPort(services, port))
  return clientOf(`http://127.0.0.1:${port}`)
}

const withConfig = (changed: Partial<Services['config']>) => ({ config: { ...server.services.config, ...changed } })

const fails = () => {
  throw new Error('gone')
}

describe('the port of a worker', () => {
  it('says that the worker runs and that all its parts work (OPEN-283)', async () => {
    const worker = await workerWith()
    expect((await worker.get('/ping')).body).toBe('PONG.')
    expect(await worker.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok', checks: READY } })
    expect((await worker.get('/api/queries')).status).toBe(404)
    expect((await worker.post('/healthz')).status).toBe(405)
  })

  it.each<[string, () => Partial<Services>, Record<string, string>]>([
    [
      'the disk is almost full',
      () => withConfig({ minFreeSpace: Number.MAX_SAFE_INTEGER }),
      { disk: 'The disk is almost full: no query starts.' },
    ],
    ['its loops have stopped', () => ({ memory: {} }), { queue: 'The queue is not being read.' }],
    [
      'no process can be started',
      () => ({ executors: { ...server.services.executors, canStart: () => false } }),
      { executor: 'The processes that run queries cannot be started.' },
    ],
    [
      'the database does not answer',
      () => ({ db: Object.assign(Object.create(server.services.db), { select: fails }) }),
      { database: 'The database does not answer.' },
    ],
    [
      'its clock is an hour ahead',
      () => ({ now: () => new Date(Date.now() + HOUR_MS) }),
      { clock: 'The clocks of this machine and of the database differ too much.' },
    ],
  ])('answers 503 and names the part if %s (OPEN-283, OPEN-809)', async (_, changed, problem) => {
    const worker = await workerWith(changed())
    // The clock of a database that does not answer is not known.
    const { clock, ...others } = READY
    const ready = 'database' in problem ? others : { clock, ...others }
    const { status, body } = await worker.get('/healthz')
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'not_ready', details: { checks: { ...ready, ...problem } } })
  })

  it('shows the metrics of the worker to holders of the token only (OPEN-283)', async () => {
    const worker = await workerWith(withConfig({ metricsToken: TOKEN }))
    const { status, body } = await worker.get<string>('/metrics', { authorization: `Bearer ${TOKEN}` })
    expect(status).toBe(200)
    expect(body).toContain('# TYPE sightline_execution_duration_seconds histogram')
    const key = { authorization: `Key ${server.admin.apiKey}` }
    for (const headers of [{}, key]) expect((await worker.get('/metrics', headers)).status).toBe(403)
    expect((await (await workerWith()).get('/metrics', { authorization: 'Bearer null' })).status).toBe(403)
  })
})

it('a process that serves the API and runs work is degraded, not unready, if only its work has stopped (OPEN-283)', async () => {
  const { config } = server.services
  expect(await server.anonymous.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok', checks: READY } })
  const { minFreeSpace } = config
  config.minFreeSpace = Number.MAX_SAFE_INTEGER
  const reply = await server.anonymous.get('/healthz')
  config.minFreeSpace = minFreeSpace
  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'degraded', checks: { ...READY, disk: 'The disk is almost full: no query starts.' } },
  })
})
