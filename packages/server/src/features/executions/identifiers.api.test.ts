import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
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

const ORDERS = `(values ('north', 'a', 1), ('north', 'b', 2), ('south', 'b', 4)) t(region, "Kind ""of"" order", n)`
const COLUMN = { name: 'column', type: 'identifier', enumOptions: 'region\nKind "of" order', value: 'region' }
const BY_COLUMN = {
  query: `select {{ column }} as what, sum(n)::int as n from ${ORDERS} group by {{ column }} order by 1`,
  options: { parameters: [COLUMN] },
}

const run = (client: TestClient, { id }: { id: number }, parameters: object) =>
  client.post(`/api/queries/${id}/results`, { parameters, max_age: 0, wait: 20_000 })
const rows = (...cells: unknown[][]) => ({ status: 200, body: { window: { rows: cells } } })
const unfit = {
  status: 400,
  body: { message: 'The following parameter values are incompatible with their definitions: column' },
}
const BY_REGION = [
  ['north', 3],
  ['south', 4],
]
const BY_KIND = [
  ['a', 1],
  ['b', 6],
]

describe('a parameter for the name of a column', () => {
  it('selects and groups by one of its columns, and by nothing else (OPEN-203)', async () => {
    const query = await buildQuery(ada, { ...BY_COLUMN, data_source_id: source })
    expect(query.is_safe).toBe(true)
    expect(await run(ada, query, { column: 'region' })).toMatchObject(rows(...BY_REGION))
    expect(await run(ada, query, { column: 'Kind "of" order' })).toMatchObject(rows(...BY_KIND))
    for (const other of ['n', '"region"', 'region"; drop table t; --', '', null, ['region'], 1])
      expect(await run(ada, query, { column: other }), String(other)).toMatchObject(unfit)
  })

  it('can be used by people and keys that may only view the query (OPEN-203)', async () => {
    const group = await buildGroup(server)
    const viewed = await buildDataSource(server, { groups: { [group]: true } })
    const member = await server.person({ groups: [group] })
    const query = await buildQuery(server.admin, { ...BY_COLUMN, data_source_id: viewed.id })
    expect(await run(member, query, { column: 'region' })).toMatchObject(rows(...BY_REGION))
    expect(await run(member, query, { column: 'n' })).toMatchObject(unfit)
    const key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    expect((await run(key, query, { column: 'region' })).status).toBe(200)
    expect(await run(key, query, { column: 'n' })).toMatchObject(unfit)
  })

  it('can be on a public dashboard (OPEN-203)', async () => {
    const query = await buildQuery(ada, { ...BY_COLUMN, data_source_id: source })
    const { body: dashboard } = await ada.post<{ id: number }>('/api/dashboards', { name: 'Columns' })
    const [table] = query.visualizations
    await ada.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: table?.id, text: '' })
    const { body: share } = await ada.post<{ api_key: string }>(`/api/dashboards/${dashboard.id}/share`)
    const visitor = clientOf(server.url, () => ({ authorization: `Key ${share.api_key}` }))
    expect((await run(visitor, query, { column: 'Kind "of" order' })).status).toBe(200)
    expect(await run(visitor, query, { column: 'n' })).toMatchObject(unfit)
  })

  it('may have several columns (OPEN-203)', async () => {
    const query = await buildQuery(ada, {
      query: `select {{ column }} from ${ORDERS} order by n limit 1`,
      options: { parameters: [{ ...COLUMN, multiValuesOptions: { separator: ', ' } }] },
      data_source_id: source,
    })
    expect(await run(ada, query, { column: ['Kind "of" order', 'region'] })).toMatchObject(rows(['a', 'north']))
    expect(await run(ada, query, { column: ['region', 'n'] })).toMatchObject(unfit)
  })

  it('is refused in one sentence where no name can stand (OPEN-203)', async () => {
    const query = await buildQuery(ada, {
      query: "select '{{ column }}' as a",
      options: { parameters: [COLUMN] },
      data_source_id: source,
    })
    expect(await run(ada, query, { column: 'region' })).toMatchObject({
      status: 400,
      body: {
        job: {
          error:
            'Parameter column is the name of a table or column: take {{ column }} out of the quotes, or make it a dropdown list.',
        },
      },
    })
  })

  it('is quoted in unsaved text that comes with its definition (OPEN-203)', async () => {
    const reply = await ada.post('/api/query_results', {
      query: `select {{ column }} as what from ${ORDERS} order by n limit 1`,
      data_source_id: source,
      parameters: { column: 'Kind "of" order' },
      parameter_definitions: [COLUMN],
      max_age: 0,
      wait: 20_000,
    })
    expect(reply).toMatchObject(rows(['a']))
  })

  it('has its stored value in scheduled runs (OPEN-203)', async () => {
    const { id } = await buildQuery(ada, { ...BY_COLUMN, data_source_id: source })
    const row = await find(server.services, id)
    if (!row) throw new Error('There is no such query.')
    const { text } = await scheduledText(server.services, row.query, 'postgresql', never)
    expect(text).toContain('group by "region" order by 1')
  })
})

it('a parameter for the name of a table chooses the query whose rows are read (OPEN-203)', async () => {
  const { id: results } = await buildDataSource(server, { type: 'results', options: {} })
  const [one, two] = await Promise.all(
    ['select 1 as n', 'select 2 as n'].map((query) => buildQuery(ada, { query, data_source_id: source })),
  )
  const tables = [one, two].map((query) => `query_${(query as Query).id}`)
  const query = await buildQuery(ada, {
    query: 'select n from {{ table }}',
    options: { parameters: [{ name: 'table', type: 'identifier', enumOptions: tables.join('\n') }] },
    data_source_id: results,
  })
  expect(await run(ada, query, { table: tables[0] })).toMatchObject(rows([1]))
  expect(await run(ada, query, { table: tables[1] })).toMatchObject(rows([2]))
  expect((await run(ada, query, { table: 'query_1000000' })).status).toBe(400)
})
