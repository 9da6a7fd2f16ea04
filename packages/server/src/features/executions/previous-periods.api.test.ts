import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { never } from '../../testing/never.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { find } from '../queries/service.ts'
import { scheduledText } from './parameters.ts'

let server: TestServer
let ada: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

const SALES = "(values (date '2024-01-31', 1), ('2024-02-01', 10), ('2024-02-29', 20), ('2023-02-28', 5)) sales(day, total)"
const COMPARISON = `select sum(total) filter (day between '{{ days.start }}' and '{{ days.end }}')::int as now,
  sum(total) filter (day between '{{ days.previous.start }}' and '{{ days.previous.end }}')::int as before,
  sum(total) filter (day between '{{ days.year_ago.start }}' and '{{ days.year_ago.end }}')::int as year_ago
  from ${SALES}`
const days = { name: 'days', type: 'date-range', value: { start: '2024-02-01', end: '2024-02-29' } }
const february = { start: '2024-02-01', end: '2024-02-29' }
const asked = (parameters: object) => ({ parameters, max_age: 0, wait: 20_000 })
const compared = { status: 200, body: { window: { rows: [[30, 1, 5]] } } }

const comparison = (parameters: object[] = [days], query = COMPARISON) =>
  buildQuery(ada, { data_source_id: source, query, options: { parameters } })

describe('a query with previous periods', () => {
  it('compares the periods in one run, for which a client sends the range only (OPEN-209)', async () => {
    const { id } = await comparison()
    expect(await ada.post(`/api/queries/${id}/results`, asked({ days: february }))).toMatchObject(compared)
  })

  it('is safe, so that its key opens it (OPEN-209)', async () => {
    const { id } = await comparison()
    const query = (await ada.get(`/api/queries/${id}`)).body as Query
    expect(query.is_safe).toBe(true)
    const anyone = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    expect(await anyone.post(`/api/queries/${id}/results`, asked({ days: february }))).toMatchObject(compared)
  })

  it('refuses periods that are sent, and names the tags that have no value (OPEN-209)', async () => {
    const { id } = await comparison()
    const sent = [{ days: { ...february, previous: february } }, { days: february, 'days.previous.start': '2024-01-01' }]
    for (const parameters of sent)
      expect(await ada.post(`/api/queries/${id}/results`, asked(parameters))).toMatchObject({ status: 400 })
    const missing = await comparison([days], "select '{{ days.previous.start }}'")
    expect(await ada.post(`/api/queries/${missing.id}/results`, asked({}))).toMatchObject({
      status: 400,
      body: { job: { error: 'Missing parameter value for: days.previous.start' } },
    })
    const text = { name: 'days', type: 'text' }
    const other = await comparison([text], "select '{{ days.previous.start }}'")
    expect(await ada.post(`/api/queries/${other.id}/results`, asked({ days: 'x' }))).toMatchObject({
      status: 400,
      body: { job: { error: 'Missing parameter value for: days.previous.start' } },
    })
  })

  it('runs unsaved, with definitions and without, whatever is sent beside the range (OPEN-209)', async () => {
    const unsaved = (more: object) =>
      ada.post('/api/query_results', { query: COMPARISON, data_source_id: source, max_age: 0, wait: 20_000, ...more })
    expect(await unsaved({ parameters: { days: february }, parameter_definitions: [days] })).toMatchObject(compared)
    const previous = { start: '1999-01-01', end: '1999-01-31' }
    expect(await unsaved({ parameters: { days: { ...february, previous } } })).toMatchObject(compared)
  })

  it('can be the query of a dropdown that depends on a range (OPEN-209)', async () => {
    const months = await comparison([days], "select '{{ days.previous.start }}' as value")
    const month = { name: 'month', type: 'query', queryId: months.id, dependsOn: { days: 'days' } }
    const text = "select '{{ month }}' as month, '{{ days.start }}' as first"
    const { id } = await comparison([days, month], text)
    const run = (value: string) => ada.post(`/api/queries/${id}/results`, asked({ days: february, month: value }))
    expect(await run('2024-01-01')).toMatchObject({ status: 200, body: { window: { rows: [['2024-01-01', '2024-02-01']] } } })
    expect(await run('2024-02-01')).toMatchObject({ status: 400 })
  })

  it('runs on a schedule with the periods before its dynamic dates (OPEN-209)', async () => {
    const text = '{{ days.start }} {{ days.previous.start }} {{ days.previous.end }} {{ days.year_ago.end }}'
    const { id } = await comparison([{ ...days, value: 'd_last_month' }], text)
    const row = await find(server.services, id)
    if (!row) throw new Error('There is no such query.')
    const services = { ...server.services, now: () => new Date('2024-03-15T12:00:00Z') }
    const scheduled = await scheduledText(services, row.query, 'duckdb', never)
    expect(scheduled.text).toBe('2024-02-01 2024-01-01 2024-01-31 2023-02-28')
  })
})
