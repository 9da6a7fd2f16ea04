import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let ada: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

/** Pings the server until a call is done. @returns its response, and the number of pings answered before it */
async function whilePinging<Answer>(call: Promise<Answer>): Promise<{ answer: Answer; pings: number }> {
  let isOver = false
  let pings = 0
  const over = call.finally(() => {
    isOver = true
  })
  // The server may start the call before the first ping arrives.
  await new Promise((resolve) => setTimeout(resolve, 0))
  for (; !isOver; pings++) await server.anonymous.get('/ping')
  return { answer: await over, pings }
}

describe('a text that takes long to format', () => {
  it('does not block other requests as SQL', async () => {
    const query = `select ${'/*'.repeat(30_000)}`
    const { answer, pings } = await whilePinging(ada.post<{ query: string }>('/api/queries/format', { query }))
    // A slow machine may exceed the time limit.
    expect([200, 400]).toContain(answer.status)
    expect(pings).toBeGreaterThan(20)
  })

  it('does not block other requests as JSON', async () => {
    const query = '{{'.repeat(30_000)
    const { answer, pings } = await whilePinging(ada.post('/api/queries/format', { query, syntax: 'json' }))
    expect(answer.status).toBe(400)
    expect(pings).toBeGreaterThan(20)
  })
})

describe('patterns of parameters', () => {
  const pattern = (name: string, regex: string, value: string | null = null) => ({ name, type: 'text-pattern', regex, value })
  const hostile = '(a+)+$'
  const longRun = `${'a'.repeat(40)}!`

  it('do not block other requests while a query with an exponential one is saved', async () => {
    const parameters = Array.from({ length: 20 }, (_, index) => pattern(`p${index}`, hostile, longRun))
    const query = await buildQuery(ada, { data_source_id: source })
    const { answer, pings } = await whilePinging(ada.post<Query>(`/api/queries/${query.id}`, { options: { parameters } }))
    expect(answer.status).toBe(200)
    expect(pings).toBeGreaterThan(3)
  })

  it('do not block other requests while a query with an exponential one runs, and its value is refused', async () => {
    const query = await buildQuery(ada, {
      data_source_id: source,
      query: "select '{{ p }}' as p",
      options: { parameters: [pattern('p', hostile)] },
    })
    const run = ada.post(`/api/queries/${query.id}/results`, { parameters: { p: longRun }, max_age: 0 })
    const { answer, pings } = await whilePinging(run)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('p') } })
    expect(pings).toBeGreaterThan(3)
  })

  it('are at most 20 per query, each of at most 1,000 characters', async () => {
    const save = (parameters: object[]) =>
      ada.post('/api/queries', { name: 'Patterns', query: 'select 1', data_source_id: source, options: { parameters } })
    const many = Array.from({ length: 21 }, (_, index) => pattern(`p${index}`, 'a'))
    expect(await save(many)).toMatchObject({
      status: 400,
      body: { message: 'A query may have at most 20 parameters with a pattern.' },
    })
    expect(await save([pattern('code', 'a'.repeat(1_001))])).toMatchObject({
      status: 400,
      body: { message: 'The pattern of the parameter "code" may have at most 1,000 characters.' },
    })
    const query = await buildQuery(ada, { data_source_id: source })
    expect((await ada.post(`/api/queries/${query.id}`, { options: { parameters: many } })).status).toBe(400)
    expect((await save(many.slice(1))).status).toBe(200)
  })
})
