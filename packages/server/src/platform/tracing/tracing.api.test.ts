import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../testing/otlp-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { type StubServer, startStub } from '../../testing/stub-server.ts'
import { readConfig } from '../config.ts'
import { defineJob } from '../queue/queue.ts'

const REQUEST = 'POST /api/queries/:id/results'
const SECRET = 'a secret of the collector'

let receiver: OtlpReceiver
let mail: MailServer
let webhook: StubServer
let server: TestServer
let sourceId: number
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  mail = await startMailServer()
  webhook = await startStub(() => ({ status: 503, body: 'not now' }))
  const { openTelemetry } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `X-Token=${encodeURIComponent(SECRET)}`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
  })
  server = await startTestServer({
    config: {
      openTelemetry,
      logsRequests: true,
      destinationNetworks: ['127.0.0.1'],
      mailUrl: mail.url,
      mailFrom: 'sightline@example.com',
    },
  })
  sourceId = (await buildDataSource(server)).id
})
afterAll(async () => {
  await server.close()
  await webhook.close()
  await mail.close()
  await receiver.close()
})

let traces = 0
/** Calls the server within a trace of its own. @returns the spans of this trace, once these have arrived */
async function traced(names: readonly string[], call: (headers: Record<string, string>) => Promise<unknown>) {
  traces++
  const traceId = traces.toString(16).padStart(32, 'a')
  await call({ traceparent: `00-${traceId}-${'b'.repeat(16)}-01` })
  return spansOf(traceId, names)
}

async function spansOf(traceId: string, names: readonly string[]): Promise<ReceivedSpan[]> {
  const arrived = () => receiver.spans.filter((span) => span.traceId === traceId)
  await expect.poll(() => arrived().map((span) => span.name)).toEqual(expect.arrayContaining([...names]))
  return arrived()
}

/** Each span with the names of those above it, such as `execution < POST /api/queries/:id/results`. */
function paths(spans: readonly ReceivedSpan[]): string[] {
  const path = (span: ReceivedSpan): string => {
    const parent = spans.find(({ spanId }) => spanId === span.parentId)
    return parent === undefined ? span.name : `${span.name} < ${path(parent)}`
  }
  return spans.map(path)
}

const run = (query: string) => async (headers: Record<string, string>) => {
  const { id } = await buildQuery(server.admin, { data_source_id: sourceId, query })
  return server.admin.post<{ job: { query_result_id: number } }>(
    `/api/queries/${id}/results`,
    { max_age: 0, wait: 20_000 },
    headers,
  )
}

it('records a run as one trace, from the request of the caller to the result file (OPEN-279)', async () => {
  const spans = await traced(['execution', REQUEST], run("select 'private' as word"))
  expect(paths(spans)).toEqual(
    expect.arrayContaining([
      `queue wait < ${REQUEST}`,
      `execution < ${REQUEST}`,
      `source call < execution < ${REQUEST}`,
      `result file write < source call < execution < ${REQUEST}`,
      `result store < execution < ${REQUEST}`,
    ]),
  )
  const named = (name: string) => spans.find((span) => span.name === name)
  expect(named(REQUEST)).toMatchObject({
    parentId: 'b'.repeat(16),
    kind: 2,
    isFailed: false,
    attributes: { 'http.request.method': 'POST', 'http.route': '/api/queries/:id/results', 'http.response.status_code': 200 },
    resource: { 'service.name': 'sightline', 'sightline.role': 'all', 'service.instance.id': server.services.worker },
  })
  expect(named('execution')?.attributes).toMatchObject({
    'sightline.data_source.type': 'duckdb',
    'sightline.execution.id': named(REQUEST)?.attributes['sightline.execution.id'],
    'sightline.outcome': 'done',
  })
  expect(named('source call')).toMatchObject({ kind: 3, attributes: { 'sightline.source.call': 'run' } })
  expect(named('result file write')?.attributes).toMatchObject({ 'sightline.rows': 1 })
  for (const { start, end } of spans) expect(end).toBeGreaterThanOrEqual(start)
})

it('marks a failed source call and names the trace in the line of the request (OPEN-279)', async () => {
  const spans = await traced(['execution', REQUEST], run('select no_such_column'))
  expect(spans.find(({ name }) => name === 'source call')).toMatchObject({
    isFailed: true,
    attributes: { 'error.type': 'query' },
  })
  expect(spans.find(({ name }) => name === 'execution')?.attributes).toMatchObject({ 'sightline.outcome': 'failed' })
  const traceId = spans[0]?.traceId
  const lines = () => server.log.map((line) => JSON.parse(line)).filter(({ trace_id }) => trace_id === traceId)
  await expect.poll(lines).toMatchObject([{ msg: 'Request', route: '/api/queries/:id/results', status: 200 }])
})

it('records reads of results, and a trace of its own for a caller that names none or a malformed one (OPEN-279)', async () => {
  const { body } = await run('select 42 as answer')({})
  const result = `/api/query_results/${body.job.query_result_id}`
  await server.admin.get(`${result}.csv`, { 'x-request-id': 'read-1' })
  await server.admin.get(`${result}.tsv`, { 'x-request-id': 'read-2', traceparent: '00-zz-1-01' })
  const requests = () =>
    receiver.spans.filter(({ attributes }) => String(attributes['sightline.request_id']).startsWith('read'))
  await expect.poll(() => requests().length).toBe(2)
  for (const { traceId, parentId } of requests()) {
    expect(parentId).toBe('')
    const spans = await spansOf(traceId, ['result read'])
    expect(spans.find(({ name }) => name === 'result read')?.attributes).toEqual({ 'sightline.result.read': 'delimited' })
  }
  expect(new Set(requests().map(({ traceId }) => traceId)).size).toBe(2)
})

it('records mails and deliveries without their addresses (OPEN-279)', async () => {
  const invited = await traced(['mail'], (headers) =>
    server.admin.post('/api/users', { name: 'Grace', email: 'grace@example.com' }, headers),
  )
  expect(invited.find(({ name }) => name === 'mail')).toMatchObject({ kind: 3, attributes: { 'sightline.mail.recipients': 1 } })

  const options = { url: `${webhook.url}/hooks/key-of-the-hook` }
  const { body } = await server.admin.post<{ id: number }>('/api/destinations', { name: 'Hook', type: 'webhook', options })
  const sent = await traced(['delivery'], (headers) => server.admin.post(`/api/destinations/${body.id}/test`, {}, headers))
  expect(paths(sent)).toContain('delivery < POST /api/destinations/:id/test')
  expect(sent.find(({ name }) => name === 'delivery')).toMatchObject({
    isFailed: true,
    attributes: { 'sightline.destination.type': 'webhook', 'http.response.status_code': 503, 'error.type': 'DeliveryFailed' },
  })
})

it('records a background job below what enqueued it (OPEN-279)', async () => {
  const { tracing, queue } = server.services
  const job = defineJob({ name: 'count', input: z.object({}), concurrency: 1, retries: 0, run: async () => {} })
  await queue.work([job])
  const span = tracing.begin({ name: 'caller', parent: null })
  await span.enter(() => queue.enqueue(job, {}))
  span.end()
  expect(paths(await spansOf(span.traceId, ['caller', 'job count']))).toContain('job count < caller')
})

it('sends the metrics of /metrics with the headers of the operator (OPEN-279)', async () => {
  const latest = (name: string) => receiver.metrics.findLast((metric) => metric.name === name)
  await expect.poll(() => latest('sightline_executions_running')).toMatchObject({ kind: 'gauge' })
  await expect.poll(() => latest('sightline_execution_duration_seconds')).toMatchObject({ kind: 'histogram' })
  const text = String((await server.admin.get('/metrics')).body)
  const [, scraped] = /^sightline_execution_wait_seconds_count\{queue="queries"\} (\d+)$/m.exec(text) ?? []
  const sent = () => latest('sightline_execution_wait_seconds')?.points[0]?.counts.reduce((sum, count) => sum + count, 0)
  await expect.poll(sent).toBe(Number(scraped))
  for (const { headers } of receiver.calls) expect(headers['x-token']).toBe(SECRET)
})

it('sends no texts of queries, addresses, keys or secrets (OPEN-279)', () => {
  const all = JSON.stringify([receiver.spans, receiver.metrics])
  expect(all).toContain('source call')
  for (const secret of [
    'private',
    'no_such_column',
    'grace@',
    'admin@',
    'key-of-the-hook',
    '127.0.0.1',
    SECRET,
    server.admin.apiKey,
  ])
    expect(all).not.toContain(secret)
})
