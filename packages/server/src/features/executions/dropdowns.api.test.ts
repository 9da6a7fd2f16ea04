import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type Reply, type TestClient } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { executions, queryResults } from './tables.ts'

let server: TestServer
let ada: Person
/** Sees `source` only. */
let bob: Person
let source: number
let hiddenSource: number
let slowSource: number

beforeAll(async () => {
  server = await startTestServer()
  const all = await buildGroup(server)
  const some = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [all] })
  bob = await server.person({ name: 'Bob', groups: [some] })
  source = (await buildDataSource(server, { groups: { [all]: false, [some]: true } })).id
  slowSource = (await buildDataSource(server, { groups: { [all]: false } })).id
  // This source never responds.
  await server.services.db.update(dataSources).set({ concurrency: 0 }).where(eq(dataSources.id, slowSource))
  hiddenSource = (await buildDataSource(server, { groups: { [all]: false } })).id
})
afterAll(() => server.close())

const keyClientOf = (query: Query) => clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))

async function run(client: TestClient, query: Query, parameters: object = {}) {
  return client.post(`/api/queries/${query.id}/results`, { parameters, max_age: 0, wait: 20_000 })
}

/** A query of Ada's that has run, so it has options. */
async function optionsQuery(text: string, data_source_id = source): Promise<Query> {
  const query = await buildQuery(ada, { data_source_id, query: text })
  expect(await run(ada, query)).toMatchObject({ status: 200, body: { job: { status: JobStatus.done } } })
  return query
}

/** A query of Ada's with one dropdown. */
const withDropdown = (queryId: number, definition: object = {}, text = "select '{{ p }}' as p") =>
  buildQuery(ada, {
    data_source_id: source,
    query: text,
    options: { parameters: [{ name: 'p', type: 'query', queryId, ...definition }] },
  })

describe('the options of a dropdown', () => {
  it('are the columns "name" and "value" of the latest result, in any case (API-22, OPEN-54, PARAM-24)', async () => {
    const query = await optionsQuery(
      `select * from (values (1, 'one', 'x'), (2, 'two', 'y'), (3, null, 'z')) t("VALUE", "Name", other)`,
    )
    expect(await ada.get(`/api/queries/${query.id}/dropdown`)).toMatchObject({
      status: 200,
      body: [
        { name: 'one', value: '1' },
        { name: 'two', value: '2' },
        { name: null, value: '3' },
      ],
    })
  })

  it('use the first column as name and value if no other column is named (OPEN-54)', async () => {
    const query = await optionsQuery(`select * from (values (true, 9), (false, 8)) t(flag, n)`)
    expect((await ada.get(`/api/queries/${query.id}/dropdown`)).body).toEqual([
      { name: true, value: 'true' },
      { name: false, value: 'false' },
    ])
  })

  it('contain each value once, in the order of the rows, and no nulls', async () => {
    const query = await optionsQuery(
      `select case when i % 3 = 2 then null else 'v' || (i % 3) end as v from range(20000) t(i) order by i`,
    )
    expect((await ada.get(`/api/queries/${query.id}/dropdown`)).body).toEqual([
      { name: 'v0', value: 'v0' },
      { name: 'v1', value: 'v1' },
    ])
  })

  it('are the text forms of values of other types', async () => {
    const cells = {
      date: "date '2024-05-01'",
      decimal: '1.50::decimal(10,2)',
      double: '0.5::double',
      large: '9007199254740993',
    }
    for (const [index, cell] of Object.values(cells).entries()) {
      const query = await optionsQuery(`select ${cell} as v`)
      const { body } = await ada.get<{ value: string }[]>(`/api/queries/${query.id}/dropdown`)
      expect(body.map(({ value }) => value)).toEqual([['2024-05-01', '1.50', '0.5', '9007199254740993'][index]])
    }
    const query = await optionsQuery(`select 9007199254740993 as "Name", timestamp '2024-05-01 10:00:00' as value`)
    expect((await ada.get(`/api/queries/${query.id}/dropdown`)).body).toEqual([
      { name: '9007199254740993', value: '2024-05-01T10:00:00' },
    ])
  })

  it('are at most fifty thousand', async () => {
    const query = await optionsQuery('select i from range(50001) t(i) order by i')
    const { body } = await ada.get<{ value: string }[]>(`/api/queries/${query.id}/dropdown`)
    expect(body).toHaveLength(50_000)
    expect(body.at(-1)).toEqual({ name: 49_999, value: '49999' })
  })

  it('beyond fifty thousand are found by name and by value, and a run accepts them (PARAM-55)', async () => {
    const query = await optionsQuery(
      `select i as value, case i when 60000 then 'Zoë 100%' when 60001 then 'a_b' else 'Customer ' || i end as name
       from range(60002) t(i) order by i`,
    )
    const parent = await withDropdown(query.id)
    const paths = [`${query.id}/dropdown`, `${parent.id}/dropdowns/${query.id}`]
    const find = (path: string, body: object) => ada.post<{ value: string }[]>(`/api/queries/${path}/search`, body)
    for (const path of paths) {
      expect((await find(path, { search: 'customer 5999' })).body.map(({ value }) => value)).toEqual([
        '5999',
        ...Array.from({ length: 10 }, (_, digit) => `5999${digit}`),
      ])
      for (const search of ['ZOË', '%'])
        expect((await find(path, { search })).body).toEqual([{ name: 'Zoë 100%', value: '60000' }])
      expect((await find(path, { search: '_' })).body).toEqual([{ name: 'a_b', value: '60001' }])
      expect((await find(path, { values: ['60001', '3', 'none'] })).body).toEqual([
        { name: 'Customer 3', value: '3' },
        { name: 'a_b', value: '60001' },
      ])
      expect((await find(path, { search: 'c' })).body).toHaveLength(200)
      expect((await find(path, { search: 'x'.repeat(1001) })).status).toBe(400)
    }
    expect(await run(ada, parent, { p: '60001' })).toMatchObject({ status: 200, body: { job: { status: JobStatus.done } } })
    expect(await run(ada, parent, { p: '60002' })).toMatchObject({ status: 400, body: { code: 'incompatible_parameters' } })
    const several = await withDropdown(query.id, { multiValuesOptions: {} })
    expect(await run(ada, several, { p: ['1', '60001'] })).toMatchObject({ status: 200 })
    expect(await run(ada, several, { p: ['1', '60002'] })).toMatchObject({ status: 400 })
  })

  it('without a name are found by their value (PARAM-55)', async () => {
    const query = await optionsQuery(`select * from (values ('x1', null), ('x2', 'Two')) t(value, name)`)
    expect((await ada.post(`/api/queries/${query.id}/dropdown/search`, { search: 'X' })).body).toEqual([
      { name: null, value: 'x1' },
    ])
  })

  it('are missing with status 404 if the query has no result (OPEN-54)', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    const parent = await withDropdown(query.id)
    for (const path of [`${query.id}/dropdown`, `${parent.id}/dropdowns/${query.id}`])
      expect(await ada.get(`/api/queries/${path}`)).toMatchObject({ status: 404, body: { code: 'no_cached_result' } })
  })

  it('are available through the query that declares them (API-23, PARAM-25)', async () => {
    const dropdown = await optionsQuery("select 'a' as x")
    const parent = await withDropdown(dropdown.id)
    expect(await ada.get(`/api/queries/${parent.id}/dropdowns/${dropdown.id}`)).toMatchObject({
      status: 200,
      body: [{ name: 'a', value: 'a' }],
    })
  })
})

describe('access to dropdown options', () => {
  it('is granted by the query that declares them; otherwise it takes access to the dropdown query itself (API-23)', async () => {
    const hidden = await optionsQuery("select 'secret' as x", hiddenSource)
    const other = await optionsQuery("select 'other' as x", hiddenSource)
    const parent = await withDropdown(hidden.id)
    expect((await bob.get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).body).toEqual([
      { name: 'secret', value: 'secret' },
    ])
    expect((await bob.get(`/api/queries/${parent.id}/dropdowns/${other.id}`)).status).toBe(403)
    expect((await bob.get(`/api/queries/${hidden.id}/dropdown`)).status).toBe(403)
    expect((await bob.get(`/api/queries/${hidden.id}/dropdowns/${hidden.id}`)).status).toBe(403)
    expect((await ada.get(`/api/queries/${parent.id}/dropdowns/${other.id}`)).status).toBe(200)
  })

  it('is granted to the holder of the key of the declaring query (API-23)', async () => {
    const hidden = await optionsQuery("select 'k' as x", hiddenSource)
    const parent = await withDropdown(hidden.id)
    const key = keyClientOf(parent)
    expect((await key.get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).status).toBe(200)
    const other = await optionsQuery("select 'o' as x", hiddenSource)
    expect((await key.get(`/api/queries/${parent.id}/dropdowns/${other.id}`)).status).toBe(403)
    // The key is unknown to other queries.
    expect((await key.get(`/api/queries/${hidden.id}/dropdown`)).status).toBe(404)
    expect((await keyClientOf(hidden).get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).status).toBe(404)
    expect((await server.anonymous.get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).status).toBe(404)
  })

  it('is refused with 404 for ids that do not exist or are invalid', async () => {
    const parent = await withDropdown((await optionsQuery("select 'a' as x")).id)
    const paths = ['999999/dropdown', 'x/dropdown', '-1/dropdown', `${parent.id}/dropdowns/999999`, `${parent.id}/dropdowns/x`]
    for (const path of paths) expect([400, 404]).toContain((await ada.get(`/api/queries/${path}`)).status)
  })
})

describe('a query without a data source', () => {
  it("has no options and accepts no choice: status 400 with Redash's message", async () => {
    const detached = await optionsQuery("select 'a' as x")
    const parent = await withDropdown(detached.id)
    await server.services.db.update(queries).set({ data_source_id: null }).where(eq(queries.id, detached.id))
    const message = 'This query is detached from any data source. Please select a different query.'
    const refused = { status: 400, body: { message } }
    expect(await ada.get(`/api/queries/${parent.id}/dropdowns/${detached.id}`)).toMatchObject(refused)
    expect(await run(ada, parent, { p: 'a' })).toMatchObject(refused)
  })

  it('cannot be declared as a dropdown', async () => {
    const detached = await optionsQuery("select 'a' as x")
    await server.services.db.update(queries).set({ data_source_id: null }).where(eq(queries.id, detached.id))
    const message =
      'You are trying to associate a dropdown query that does not have a matching group. Please verify the dropdown query id you are trying to associate with this query.'
    const plain = await buildQuery(ada, { data_source_id: source })
    for (const queryId of [detached.id, 999_999]) {
      const options = { parameters: [{ name: 'p', type: 'query', queryId }] }
      const refused = { status: 400, body: { message } }
      expect(await ada.post('/api/queries', { name: 'x', query: '{{ p }}', data_source_id: source, options })).toMatchObject(
        refused,
      )
      expect(await ada.post(`/api/queries/${plain.id}`, { options })).toMatchObject(refused)
    }
  })
})

describe('declaring a dropdown', () => {
  it('is only allowed to users who may see the dropdown query', async () => {
    const group = await buildGroup(server)
    const cyd = await server.person({ name: 'Cyd', groups: [group] })
    const own = (await buildDataSource(server, { groups: { [group]: false } })).id
    const hidden = await optionsQuery("select 'secret' as x", hiddenSource)
    const options = { parameters: [{ name: 'p', type: 'query', queryId: hidden.id }] }
    const plain = await buildQuery(cyd, { data_source_id: own })
    expect((await cyd.post('/api/queries', { name: 'x', query: '{{ p }}', data_source_id: own, options })).status).toBe(403)
    expect((await cyd.post(`/api/queries/${plain.id}`, { options })).status).toBe(403)
    // A number that is no reference is not checked.
    const number = { parameters: [{ name: 'p', type: 'number', queryId: hidden.id }] }
    expect((await cyd.post(`/api/queries/${plain.id}`, { options: number })).status).toBe(200)
  })

  it('stores the fields of the query and drops those that only a browser uses (PARAM-04)', async () => {
    const dropdown = await optionsQuery("select 'a' as x")
    const kept = { name: 'p', title: 'P', type: 'query', queryId: dropdown.id, value: 'a', future: { x: 1 }, optional: true }
    const browserOnly = { pendingValue: 'b', $$value: 'c', urlPrefix: 'p_', parentQueryId: 1, locals: [] }
    const query = await buildQuery(ada, {
      data_source_id: source,
      query: '{{ p }}',
      options: { parameters: [{ ...kept, ...browserOnly }], apply_auto_limit: true },
    })
    expect(query.options).toEqual({ parameters: [kept], apply_auto_limit: true })
    const { body } = await ada.post<Query>(`/api/queries/${query.id}`, {
      options: { parameters: [{ ...kept, ...browserOnly }] },
    })
    expect(body.options).toEqual({ parameters: [kept] })
  })

  it('is refused with one sentence if the definition is malformed', async () => {
    for (const definition of [{}, { name: 1 }, { name: 'p', queryId: 'x' }, { name: 'p', dependsOn: { a: 1 } }, 'p', null]) {
      const options = { parameters: [definition] }
      const { status, body } = await ada.post<{ code: string }>('/api/queries', {
        query: 'select 1',
        data_source_id: source,
        options,
      })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    }
  })
})

describe('running with a dropdown value', () => {
  const unfit = { status: 400, body: { message: 'The following parameter values are incompatible with their definitions: p' } }

  it('accepts the options of the dropdown and nothing else (PARAM-42, OPEN-35)', async () => {
    const dropdown = await optionsQuery("select * from (values ('DE', 'Germany'), ('FR', 'France')) t(value, name)")
    const parent = await withDropdown(dropdown.id)
    expect(await run(bob, parent, { p: 'DE' })).toMatchObject({ status: 200, body: { window: { rows: [['DE']] } } })
    for (const value of ['Germany', 'XX', '', "'; drop table x; --", null, ['DE'], { start: 'DE', end: 'DE' }])
      expect(await run(bob, parent, { p: value })).toMatchObject(unfit)
  })

  it('accepts several values where several may be chosen', async () => {
    const dropdown = await optionsQuery('select * from (values (1), (2), (3)) t(n)')
    const multiValuesOptions = { prefix: "'", suffix: "'", separator: ',' }
    const parent = await withDropdown(dropdown.id, { multiValuesOptions }, 'select [{{ p }}]::varchar as p')
    expect(await run(ada, parent, { p: ['1', 3] })).toMatchObject({ body: { window: { rows: [['[1, 3]']] } } })
    expect(await run(ada, parent, { p: ['1', '4'] })).toMatchObject(unfit)
  })

  it('accepts no value while there are no options', async () => {
    const parent = await withDropdown((await buildQuery(ada, { data_source_id: source })).id)
    expect(await run(ada, parent, { p: '1' })).toMatchObject(unfit)
    const open = await buildQuery(ada, {
      data_source_id: source,
      query: '{{ p }}',
      options: { parameters: [{ name: 'p', type: 'query' }] },
    })
    expect(await run(ada, open, { p: '1' })).toMatchObject(unfit)
  })

  it('checks values against the latest result', async () => {
    const dropdown = await optionsQuery("select 'old' as x")
    const parent = await withDropdown(dropdown.id)
    const { body } = await ada.post<Query>(`/api/queries/${dropdown.id}`, { query: "select 'new' as x" })
    await run(ada, body)
    expect(await run(ada, parent, { p: 'old' })).toMatchObject(unfit)
    expect(await run(ada, parent, { p: 'new' })).toMatchObject({ status: 200 })
  })
})

describe('a dropdown that depends on another parameter', () => {
  const land = { name: 'country', type: 'enum', enumOptions: 'DE\nFR', value: 'DE' }
  const cities = `select city as name, lower(city) as value
    from (values ('DE', 'Bonn'), ('DE', 'Ulm'), ('FR', 'Lyon')) t(country, city) where country = '{{ country }}' order by city`

  async function citiesOf(data_source_id: number, definition: object = land, text = cities) {
    const dropdown = await buildQuery(ada, { data_source_id, query: text, options: { parameters: [definition] } })
    const parent = await buildQuery(ada, {
      data_source_id: source,
      query: "select '{{ city }}' as city, '{{ land }}' as land",
      options: {
        parameters: [
          { name: 'land', type: 'enum', enumOptions: 'DE\nFR\nXX' },
          { name: 'city', type: 'query', queryId: dropdown.id, dependsOn: { country: 'land' } },
        ],
      },
    })
    return { parent, path: `/api/queries/${parent.id}/dropdowns/${dropdown.id}`, dropdown }
  }

  it('has the options for the chosen value, and runs its query if they are not stored', async () => {
    const { path } = await citiesOf(source)
    expect(await ada.get(`${path}?p_country=DE`)).toMatchObject({
      status: 200,
      body: [
        { name: 'Bonn', value: 'bonn' },
        { name: 'Ulm', value: 'ulm' },
      ],
    })
    expect((await ada.get(`${path}?p_country=FR`)).body).toEqual([{ name: 'Lyon', value: 'lyon' }])
  })

  it('runs its query at the source at most once an hour', async () => {
    const { path, dropdown } = await citiesOf(source, land, cities.replace('order', 'and true order'))
    const runs = async () =>
      (await server.services.db.select().from(executions).where(eq(executions.query_id, dropdown.id))).length
    await ada.get(`${path}?p_country=DE`)
    await ada.get(`${path}?p_country=DE`)
    expect(await runs()).toBe(1)
    const { db } = server.services
    await db.update(queryResults).set({ retrieved_at: new Date(Date.now() - 2 * 3_600_000) })
    await ada.get(`${path}?p_country=DE`)
    expect(await runs()).toBe(2)
  })

  it('responds with 503 while its query is still running', async () => {
    const { path } = await citiesOf(slowSource, land, cities.replace('order', 'and 1 = 1 order'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let reply: Reply<unknown> | null = null
      const asking = ada.get(`${path}?p_country=DE`).then((answered) => {
        reply = answered
      })
      while (reply === null) await vi.advanceTimersByTimeAsync(1_000)
      await asking
      expect(reply).toMatchObject({ status: 503, body: { code: 'dropdown_slow' } })
    } finally {
      vi.useRealTimers()
    }
  })

  it('accepts only options that belong to the other value (PARAM-42)', async () => {
    const { parent } = await citiesOf(source)
    expect(await run(bob, parent, { land: 'DE', city: 'ulm' })).toMatchObject({
      status: 200,
      body: { window: { rows: [['ulm', 'DE']] } },
    })
    const unfit = (names: string) => ({
      status: 400,
      body: { message: `The following parameter values are incompatible with their definitions: ${names}` },
    })
    expect(await run(bob, parent, { land: 'FR', city: 'ulm' })).toMatchObject(unfit('city'))
    expect(await run(bob, parent, { city: 'ulm' })).toMatchObject(unfit('city'))
    expect(await run(bob, parent, { land: 'XX', city: 'ulm' })).toMatchObject(
      unfit('city (its dropdown query refuses country)'),
    )
  })

  it('is not asked for an optional value that is empty, and is named if it needs another value first (PARAM-46)', async () => {
    const { parent, path, dropdown } = await citiesOf(source)
    const text = "select '{{#city}}{{ city }}{{/city}}' as city"
    const [countries, cityDefinition] = parent.options.parameters ?? []
    const options = { parameters: [countries, cityDefinition].map((each) => ({ ...each, optional: true })) }
    await ada.post(`/api/queries/${parent.id}`, { query: text, options })
    expect(await run(bob, parent, { land: null, city: null })).toMatchObject({
      status: 200,
      body: { window: { rows: [['']] } },
    })
    expect(await run(bob, parent, { land: null, city: 'ulm' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/: city \(its dropdown query refuses country\)$/) },
    })
    expect(await bob.get(`${path}?p_country=`)).toMatchObject({
      status: 400,
      body: { code: 'incompatible_parameters', details: { names: 'country' } },
    })
    await ada.post(`/api/queries/${dropdown.id}`, {
      query: `${cities}, {{ other }}`,
      options: { parameters: [land, { name: 'other', type: 'number' }] },
    })
    expect(await run(bob, parent, { land: 'DE', city: 'ulm' })).toMatchObject({
      status: 400,
      body: { message: 'The options of a dropdown could not be read: city: Missing parameter value for: other' },
    })
  })

  it('refuses values that do not fit the dropdown query or that it does not declare', async () => {
    const { path, parent, dropdown } = await citiesOf(hiddenSource)
    expect(await bob.get(`${path}?p_country=${encodeURIComponent("DE' or 1=1 --")}`)).toMatchObject({
      status: 400,
      body: { code: 'incompatible_parameters' },
    })
    expect((await bob.get(`${path}?p_country=DE`)).status).toBe(200)
    const options = { parameters: [{ name: 'city', type: 'query', queryId: dropdown.id }] }
    await ada.post(`/api/queries/${parent.id}`, { options })
    expect((await bob.get(`${path}?p_country=DE`)).status).toBe(403)
    expect((await ada.get(`${path}?p_country=DE`)).status).toBe(200)
  })

  it('is not run for view-only users if it takes free text', async () => {
    const { path, parent } = await citiesOf(source, { name: 'country', type: 'text' })
    expect((await bob.get(`${path}?p_country=DE`)).status).toBe(403)
    expect((await run(bob, parent, { land: 'DE', city: 'ulm' })).status).toBe(403)
    expect((await ada.get(`${path}?p_country=DE`)).status).toBe(200)
  })

  it('reports why there are no options when the run fails or the source is paused', async () => {
    const { path } = await citiesOf(source, land, "select nonsense from '{{ country }}'")
    expect(await ada.get(`${path}?p_country=DE`)).toMatchObject({ status: 400, body: { code: 'dropdown_failed' } })
    const paused = (await buildDataSource(server, { groups: { [ada.groupIds[0] ?? 0]: false } })).id
    const other = await citiesOf(paused)
    await server.services.db.update(dataSources).set({ paused: true }).where(eq(dataSources.id, paused))
    expect(await ada.get(`${other.path}?p_country=DE`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/is paused/) },
    })
  })

  it('is refused if dropdowns depend on each other in a circle', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: "select '{{ p }}' as p" })
    const options = { parameters: [{ name: 'p', type: 'query', queryId: query.id, dependsOn: { p: 'p' }, value: 'x' }] }
    expect((await ada.post(`/api/queries/${query.id}`, { options })).status).toBe(200)
    expect(await run(ada, query, { p: 'x' })).toMatchObject({ status: 400, body: { code: 'dropdown_failed' } })
  })
})
