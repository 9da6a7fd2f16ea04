import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { useDropdownWorld } from '../../testing/dropdown-world.ts'
import { queries } from '../queries/tables.ts'

const world = useDropdownWorld()
const { run } = world

const keyClientOf = (query: Query) => clientOf(world.server.url, () => ({ authorization: `Key ${query.api_key}` }))

/** A query of Ada's that has run, so it has options. */
async function optionsQuery(text: string, data_source_id = world.source): Promise<Query> {
  const query = await buildQuery(world.ada, { data_source_id, query: text })
  expect(await run(world.ada, query)).toMatchObject({ status: 200, body: { job: { status: JobStatus.done } } })
  return query
}

/** A query of Ada's with one dropdown. */
const withDropdown = (queryId: number, definition: object = {}, text = "select '{{ p }}' as p") =>
  buildQuery(world.ada, {
    data_source_id: world.source,
    query: text,
    options: { parameters: [{ name: 'p', type: 'query', queryId, ...definition }] },
  })

describe('the options of a dropdown', () => {
  it('are the columns "name" and "value" of the latest result, in any case (API-22, OPEN-54, PARAM-24)', async () => {
    const query = await optionsQuery(
      `select * from (values (1, 'one', 'x'), (2, 'two', 'y'), (3, null, 'z')) t("VALUE", "Name", other)`,
    )
    expect(await world.ada.get(`/api/queries/${query.id}/dropdown`)).toMatchObject({
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
    expect((await world.ada.get(`/api/queries/${query.id}/dropdown`)).body).toEqual([
      { name: true, value: 'true' },
      { name: false, value: 'false' },
    ])
  })

  it('contain each value once, in the order of the rows, and no nulls', async () => {
    const query = await optionsQuery(
      `select case when i % 3 = 2 then null else 'v' || (i % 3) end as v from range(20000) t(i) order by i`,
    )
    expect((await world.ada.get(`/api/queries/${query.id}/dropdown`)).body).toEqual([
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
      const { body } = await world.ada.get<{ value: string }[]>(`/api/queries/${query.id}/dropdown`)
      expect(body.map(({ value }) => value)).toEqual([['2024-05-01', '1.50', '0.5', '9007199254740993'][index]])
    }
    const query = await optionsQuery(`select 9007199254740993 as "Name", timestamp '2024-05-01 10:00:00' as value`)
    expect((await world.ada.get(`/api/queries/${query.id}/dropdown`)).body).toEqual([
      { name: '9007199254740993', value: '2024-05-01T10:00:00' },
    ])
  })

  it('are at most fifty thousand', async () => {
    const query = await optionsQuery('select i from range(50001) t(i) order by i')
    const { body } = await world.ada.get<{ value: string }[]>(`/api/queries/${query.id}/dropdown`)
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
    const find = (path: string, body: object) => world.ada.post<{ value: string }[]>(`/api/queries/${path}/search`, body)
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
    expect(await run(world.ada, parent, { p: '60001' })).toMatchObject({
      status: 200,
      body: { job: { status: JobStatus.done } },
    })
    expect(await run(world.ada, parent, { p: '60002' })).toMatchObject({
      status: 400,
      body: { code: 'incompatible_parameters' },
    })
    const several = await withDropdown(query.id, { multiValuesOptions: {} })
    expect(await run(world.ada, several, { p: ['1', '60001'] })).toMatchObject({ status: 200 })
    expect(await run(world.ada, several, { p: ['1', '60002'] })).toMatchObject({ status: 400 })
  })

  it('without a name are found by their value (PARAM-55)', async () => {
    const query = await optionsQuery(`select * from (values ('x1', null), ('x2', 'Two')) t(value, name)`)
    expect((await world.ada.post(`/api/queries/${query.id}/dropdown/search`, { search: 'X' })).body).toEqual([
      { name: null, value: 'x1' },
    ])
  })

  it('are missing with status 404 if the query has no result (OPEN-54)', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source })
    const parent = await withDropdown(query.id)
    for (const path of [`${query.id}/dropdown`, `${parent.id}/dropdowns/${query.id}`])
      expect(await world.ada.get(`/api/queries/${path}`)).toMatchObject({ status: 404, body: { code: 'no_cached_result' } })
  })

  it('are available through the query that declares them (API-23, PARAM-25)', async () => {
    const dropdown = await optionsQuery("select 'a' as x")
    const parent = await withDropdown(dropdown.id)
    expect(await world.ada.get(`/api/queries/${parent.id}/dropdowns/${dropdown.id}`)).toMatchObject({
      status: 200,
      body: [{ name: 'a', value: 'a' }],
    })
  })
})

describe('access to dropdown options', () => {
  it('is granted by the query that declares them; otherwise it takes access to the dropdown query itself (API-23)', async () => {
    const hidden = await optionsQuery("select 'secret' as x", world.hiddenSource)
    const other = await optionsQuery("select 'other' as x", world.hiddenSource)
    const parent = await withDropdown(hidden.id)
    expect((await world.bob.get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).body).toEqual([
      { name: 'secret', value: 'secret' },
    ])
    expect((await world.bob.get(`/api/queries/${parent.id}/dropdowns/${other.id}`)).status).toBe(403)
    expect((await world.bob.get(`/api/queries/${hidden.id}/dropdown`)).status).toBe(403)
    expect((await world.bob.get(`/api/queries/${hidden.id}/dropdowns/${hidden.id}`)).status).toBe(403)
    expect((await world.ada.get(`/api/queries/${parent.id}/dropdowns/${other.id}`)).status).toBe(200)
  })

  it('is granted to the holder of the key of the declaring query (API-23)', async () => {
    const hidden = await optionsQuery("select 'k' as x", world.hiddenSource)
    const parent = await withDropdown(hidden.id)
    const key = keyClientOf(parent)
    expect((await key.get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).status).toBe(200)
    const other = await optionsQuery("select 'o' as x", world.hiddenSource)
    expect((await key.get(`/api/queries/${parent.id}/dropdowns/${other.id}`)).status).toBe(403)
    // The key is unknown to other queries.
    expect((await key.get(`/api/queries/${hidden.id}/dropdown`)).status).toBe(404)
    expect((await keyClientOf(hidden).get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).status).toBe(404)
    expect((await world.server.anonymous.get(`/api/queries/${parent.id}/dropdowns/${hidden.id}`)).status).toBe(404)
  })

  it('is refused with 404 for ids that do not exist or are invalid', async () => {
    const parent = await withDropdown((await optionsQuery("select 'a' as x")).id)
    const paths = ['999999/dropdown', 'x/dropdown', '-1/dropdown', `${parent.id}/dropdowns/999999`, `${parent.id}/dropdowns/x`]
    for (const path of paths) expect([400, 404]).toContain((await world.ada.get(`/api/queries/${path}`)).status)
  })
})

describe('a query without a data source', () => {
  it("has no options and accepts no choice: status 400 with Redash's message", async () => {
    const detached = await optionsQuery("select 'a' as x")
    const parent = await withDropdown(detached.id)
    await world.server.services.db.update(queries).set({ data_source_id: null }).where(eq(queries.id, detached.id))
    const message = 'This query is detached from any data source. Please select a different query.'
    const refused = { status: 400, body: { message } }
    expect(await world.ada.get(`/api/queries/${parent.id}/dropdowns/${detached.id}`)).toMatchObject(refused)
    expect(await run(world.ada, parent, { p: 'a' })).toMatchObject(refused)
  })

  it('cannot be declared as a dropdown', async () => {
    const detached = await optionsQuery("select 'a' as x")
    await world.server.services.db.update(queries).set({ data_source_id: null }).where(eq(queries.id, detached.id))
    const message =
      'You are trying to associate a dropdown query that does not have a matching group. Please verify the dropdown query id you are trying to associate with this query.'
    const plain = await buildQuery(world.ada, { data_source_id: world.source })
    for (const queryId of [detached.id, 999_999]) {
      const options = { parameters: [{ name: 'p', type: 'query', queryId }] }
      const refused = { status: 400, body: { message } }
      expect(
        await world.ada.post('/api/queries', { name: 'x', query: '{{ p }}', data_source_id: world.source, options }),
      ).toMatchObject(refused)
      expect(await world.ada.post(`/api/queries/${plain.id}`, { options })).toMatchObject(refused)
    }
  })
})

describe('declaring a dropdown', () => {
  it('is only allowed to users who may see the dropdown query', async () => {
    const group = await buildGroup(world.server)
    const cyd = await world.server.person({ name: 'Cyd', groups: [group] })
    const own = (await buildDataSource(world.server, { groups: { [group]: false } })).id
    const hidden = await optionsQuery("select 'secret' as x", world.hiddenSource)
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
    const query = await buildQuery(world.ada, {
      data_source_id: world.source,
      query: '{{ p }}',
      options: { parameters: [{ ...kept, ...browserOnly }], apply_auto_limit: true },
    })
    expect(query.options).toEqual({ parameters: [kept], apply_auto_limit: true })
    const { body } = await world.ada.post<Query>(`/api/queries/${query.id}`, {
      options: { parameters: [{ ...kept, ...browserOnly }] },
    })
    expect(body.options).toEqual({ parameters: [kept] })
  })

  it('is refused with one sentence if the definition is malformed', async () => {
    for (const definition of [{}, { name: 1 }, { name: 'p', queryId: 'x' }, { name: 'p', dependsOn: { a: 1 } }, 'p', null]) {
      const options = { parameters: [definition] }
      const { status, body } = await world.ada.post<{ code: string }>('/api/queries', {
        query: 'select 1',
        data_source_id: world.source,
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
    expect(await run(world.bob, parent, { p: 'DE' })).toMatchObject({ status: 200, body: { window: { rows: [['DE']] } } })
    for (const value of ['Germany', 'XX', '', "'; drop table x; --", null, ['DE'], { start: 'DE', end: 'DE' }])
      expect(await run(world.bob, parent, { p: value })).toMatchObject(unfit)
  })

  it('accepts several values where several may be chosen', async () => {
    const dropdown = await optionsQuery('select * from (values (1), (2), (3)) t(n)')
    const multiValuesOptions = { prefix: "'", suffix: "'", separator: ',' }
    const parent = await withDropdown(dropdown.id, { multiValuesOptions }, 'select [{{ p }}]::varchar as p')
    expect(await run(world.ada, parent, { p: ['1', 3] })).toMatchObject({ body: { window: { rows: [['[1, 3]']] } } })
    expect(await run(world.ada, parent, { p: ['1', '4'] })).toMatchObject(unfit)
  })

  it('accepts no value while there are no options', async () => {
    const parent = await withDropdown((await buildQuery(world.ada, { data_source_id: world.source })).id)
    expect(await run(world.ada, parent, { p: '1' })).toMatchObject(unfit)
    const open = await buildQuery(world.ada, {
      data_source_id: world.source,
      query: '{{ p }}',
      options: { parameters: [{ name: 'p', type: 'query' }] },
    })
    expect(await run(world.ada, open, { p: '1' })).toMatchObject(unfit)
  })

  it('checks values against the latest result', async () => {
    const dropdown = await optionsQuery("select 'old' as x")
    const parent = await withDropdown(dropdown.id)
    const { body } = await world.ada.post<Query>(`/api/queries/${dropdown.id}`, { query: "select 'new' as x" })
    await run(world.ada, body)
    expect(await run(world.ada, parent, { p: 'old' })).toMatchObject(unfit)
    expect(await run(world.ada, parent, { p: 'new' })).toMatchObject({ status: 200 })
  })
})
