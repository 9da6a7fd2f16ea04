import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CookieJar, clientOf, type TestClient } from '../../testing/client.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../../testing/otlp-receiver.ts'
import { startPostgres } from '../../testing/postgres-server.ts'
import { startProduct } from '../../testing/product-process.ts'

vi.setConfig({ testTimeout: 300_000 })

const ADMIN = { email: 'admin@example.com', password: 'a good password' }
const TRACE = 'e'.repeat(32)

/** Starts a web process and a worker that share a database. @returns the URL of the API */
async function startBoth(receiver: OtlpReceiver): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-roles-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const key = randomBytes(32).toString('hex')
  const start = async (role: string) => {
    const product = startProduct({
      SIGHTLINE_ROLE: role,
      SIGHTLINE_DATA_DIR: dataDir,
      SIGHTLINE_DATABASE_URL: postgres.url,
      SIGHTLINE_SECRET_KEY: key,
      SIGHTLINE_SAMPLE_DATA: '0',
      SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
      SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
      PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    })
    onTestFinished(async () => void (await product.end('SIGKILL')))
    expect(await product.ready, product.log()).toBe(true)
    return product
  }
  const web = await start('web')
  await start('worker')
  const [, url = ''] = /(http:\/\/\S+?)\/?$/m.exec(web.output()) ?? []
  return url
}

async function signedIn(url: string): Promise<TestClient> {
  const cookies = new CookieJar()
  const client = clientOf(url, () => ({ cookie: cookies.header(), 'x-csrf-token': cookies.value('csrf_token') ?? '' }))
  const { status, headers } = await client.post('/login', ADMIN)
  expect(status).toBe(200)
  cookies.take(headers)
  return client
}

it('carries a trace from a web process to a worker and its executor, and sends the metrics of both (OPEN-279)', async () => {
  const receiver = await startOtlpReceiver()
  onTestFinished(() => receiver.close())
  const client = await signedIn(await startBoth(receiver))
  const source = { name: 'Memory', type: 'duckdb', options: { dbpath: ':memory:' } }
  const { body } = await client.post<{ id: number }>('/api/data_sources', source)
  const run = { data_source_id: body.id, query: 'select 1 as answer', max_age: 0, wait: 20_000 }
  const traceparent = `00-${TRACE}-${'d'.repeat(16)}-01`
  expect((await client.post('/api/query_results', run, { traceparent })).status).toBe(200)

  const found = () => receiver.spans.filter(({ traceId }) => traceId === TRACE)
  const named = (name: string) => found().find((span) => span.name === name)
  await expect.poll(() => found().map(({ name }) => name), { timeout: 60_000 }).toContain('execution')
  await expect
    .poll(() => named('POST /api/query_results'), { timeout: 60_000 })
    .toMatchObject({
      parentId: 'd'.repeat(16),
      resource: { 'sightline.role': 'web' },
    })
  expect(named('execution')).toMatchObject({
    parentId: named('POST /api/query_results')?.spanId,
    resource: { 'sightline.role': 'worker' },
  })
  expect(named('result file write')?.parentId).toBe(named('source call')?.spanId)
  expect(named('source call')?.parentId).toBe(named('execution')?.spanId)

  const senders = (metric: string) =>
    new Set(receiver.metrics.filter(({ name }) => name === metric).map(({ resource }) => resource['sightline.role']))
  await expect.poll(() => senders('process_cpu_seconds_total'), { timeout: 60_000 }).toEqual(new Set(['web', 'worker']))
  expect(senders('sightline_workers')).toEqual(new Set(['web']))
})
