import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let source: number
let query: number
beforeAll(async () => {
  server = await startTestServer()
  source = (await buildDataSource(server)).id
  query = (await buildQuery(server.admin, { data_source_id: source, query: 'select 1 as n' })).id
})
afterAll(() => server.close())

const post = async (path: string, body: string) => {
  const reply = await server.admin.fetch(path, { method: 'POST', body })
  return [reply.status, await reply.json()]
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('a body that is nested thousands of levels deep', () => {
  it.each([
    ['/api/destinations', () => `{"name":"a","type":"webhook","options":${deep(5000)}}`],
    ['/api/data_sources', () => `{"name":"a","type":"sqlite","options":${deep(5000)}}`],
    ['/api/data_sources/1', () => `{"name":"a","type":"sqlite","options":${deep(100_000)}}`],
    ['/api/visualizations', () => `{"query_id":${query},"type":"CHART","options":${deep(5000)}}`],
    ['/api/queries', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['/api/admin/import', () => `{"queries":[{"options":${deep(5000)}}]}`],
  ])('is refused with one sentence: %s', async (path, body) => {
    const message = 'The request is nested more than 100 levels deep.'
    expect(await post(path, body())).toMatchObject([400, { code: 'invalid_input', message }])
  })

  it('is accepted with as many levels as options of charts have', async () => {
    const [status] = await post('/api/visualizations', `{"query_id":${query},"type":"CHART","options":${deep(60)}}`)
    expect(status).toBe(200)
  })
})

it('a body of more values than any request has is refused with one sentence (OPEN-848)', async () => {
  const body = `{"name":"a","data_source_id":${source},"query":"select 1","options":{"x":[${'[],'.repeat(300_000)}1]}}`
  const message = 'The request has more than 300,000 values.'
  expect(await post('/api/queries', body)).toMatchObject([400, { code: 'invalid_input', message }])
})

describe('a string that PostgreSQL cannot store', () => {
  it.each([
    ['/api/alerts', (text: string) => `{"name":"${text}","query_id":${query},"options":{"column":"n","op":">","value":1}}`],
    ['/api/events', (text: string) => `[{"action":"view","object_type":"page","object_id":"${text}"}]`],
    ['/api/events', (text: string) => `[{"action":"view","object_type":"page","object_id":1,"${text}":1}]`],
    ['/api/data_sources/1/pause', (text: string) => `{"reason":"${text}"}`],
    ['/api/queries', (text: string) => `{"name":"a","data_source_id":${source},"query":"select 1","options":{"x":"${text}"}}`],
    ['/api/visualizations', (text: string) => `{"query_id":${query},"type":"CHART","options":{"${text}":[]}}`],
  ])('is refused with one sentence: %s', async (path, body) => {
    for (const text of ['\\ud800', 'a\\udc00b', '\\udc00\\ud800', '\\u0000']) {
      const [status, refusal] = await post(path, body(text))
      expect([text, status, refusal]).toMatchObject([
        text,
        400,
        { code: 'invalid_input', message: expect.stringMatching(/^A text must not contain [^\n]+\.$/) },
      ])
    }
  })

  it('is also refused in JSON within the URL', async () => {
    const run = await server.admin.post<{ job: { query_result_id: number } }>(`/api/queries/${query}/results`, {
      max_age: 0,
      wait: 30_000,
    })
    const filters = encodeURIComponent('[{"column":0,"one_of":["\\ud800"]}]')
    const reply = await server.admin.get(`/api/query_results/${run.body.job.query_result_id}/window?filters=${filters}`)
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  it('is not confused with complete surrogate pairs', async () => {
    const [status, body] = await post('/api/queries', `{"name":"\\ud83d\\ude00","data_source_id":${source},"query":"select 1"}`)
    expect([status, body]).toMatchObject([200, { name: '\u{1f600}' }])
  })
})

it.each(['__proto__', 'constructor', 'toString'])('treats %s as an unknown type', async (word) => {
  expect(await server.admin.post('/api/visualizations', { query_id: query, type: word })).toMatchObject({
    status: 200,
    body: { type: word, name: word },
  })
  const options = { parameters: [{ name: 'p', type: word, value: 'x' }] }
  const answers = [
    await server.admin.post('/api/data_sources', { name: 'a', type: word, options: {} }),
    await server.admin.post('/api/destinations', { name: 'a', type: word, options: {} }),
    await server.admin.post('/api/queries', { name: 'a', data_source_id: source, query: 'select {{ p }}', options }),
    await server.admin.post('/api/queries/format', { query: 'select 1', dialect: word }),
  ]
  for (const { status } of answers) expect(status).toBeLessThan(500)
})
