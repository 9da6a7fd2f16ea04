import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import type { Reply } from '../../testing/client.ts'
import { useDropdownWorld } from '../../testing/dropdown-world.ts'
import { dataSources } from '../data-sources/tables.ts'
import { executions, queryResults } from './tables.ts'

const world = useDropdownWorld()
const { run } = world

describe('a dropdown that depends on another parameter', () => {
  const land = { name: 'country', type: 'enum', enumOptions: 'DE\nFR', value: 'DE' }
  const cities = `select city as name, lower(city) as value
    from (values ('DE', 'Bonn'), ('DE', 'Ulm'), ('FR', 'Lyon')) t(country, city) where country = '{{ country }}' order by city`

  async function citiesOf(data_source_id: number, definition: object = land, text = cities) {
    const dropdown = await buildQuery(world.ada, { data_source_id, query: text, options: { parameters: [definition] } })
    const parent = await buildQuery(world.ada, {
      data_source_id: world.source,
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
    const { path } = await citiesOf(world.source)
    expect(await world.ada.get(`${path}?p_country=DE`)).toMatchObject({
      status: 200,
      body: [
        { name: 'Bonn', value: 'bonn' },
        { name: 'Ulm', value: 'ulm' },
      ],
    })
    expect((await world.ada.get(`${path}?p_country=FR`)).body).toEqual([{ name: 'Lyon', value: 'lyon' }])
  })

  it('runs its query at the source at most once an hour', async () => {
    const { path, dropdown } = await citiesOf(world.source, land, cities.replace('order', 'and true order'))
    const runs = async () =>
      (await world.server.services.db.select().from(executions).where(eq(executions.query_id, dropdown.id))).length
    await world.ada.get(`${path}?p_country=DE`)
    await world.ada.get(`${path}?p_country=DE`)
    expect(await runs()).toBe(1)
    const { db } = world.server.services
    await db.update(queryResults).set({ retrieved_at: new Date(Date.now() - 2 * 3_600_000) })
    await world.ada.get(`${path}?p_country=DE`)
    expect(await runs()).toBe(2)
  })

  it('responds with 503 while its query is still running', async () => {
    const { path } = await citiesOf(world.slowSource, land, cities.replace('order', 'and 1 = 1 order'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let reply: Reply<unknown> | null = null
      const asking = world.ada.get(`${path}?p_country=DE`).then((answered) => {
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
    const { parent } = await citiesOf(world.source)
    expect(await run(world.bob, parent, { land: 'DE', city: 'ulm' })).toMatchObject({
      status: 200,
      body: { window: { rows: [['ulm', 'DE']] } },
    })
    const unfit = (names: string) => ({
      status: 400,
      body: { message: `The following parameter values are incompatible with their definitions: ${names}` },
    })
    expect(await run(world.bob, parent, { land: 'FR', city: 'ulm' })).toMatchObject(unfit('city'))
    expect(await run(world.bob, parent, { city: 'ulm' })).toMatchObject(unfit('city'))
    expect(await run(world.bob, parent, { land: 'XX', city: 'ulm' })).toMatchObject(
      unfit('city (its dropdown query refuses country)'),
    )
  })

  it('is not asked for an optional value that is empty, and is named if it needs another value first (PARAM-46)', async () => {
    const { parent, path, dropdown } = await citiesOf(world.source)
    const text = "select '{{#city}}{{ city }}{{/city}}' as city"
    const [countries, cityDefinition] = parent.options.parameters ?? []
    const options = { parameters: [countries, cityDefinition].map((each) => ({ ...each, optional: true })) }
    await world.ada.post(`/api/queries/${parent.id}`, { query: text, options })
    expect(await run(world.bob, parent, { land: null, city: null })).toMatchObject({
      status: 200,
      body: { window: { rows: [['']] } },
    })
    expect(await run(world.bob, parent, { land: null, city: 'ulm' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/: city \(its dropdown query refuses country\)$/) },
    })
    expect(await world.bob.get(`${path}?p_country=`)).toMatchObject({
      status: 400,
      body: { code: 'incompatible_parameters', details: { names: 'country' } },
    })
    await world.ada.post(`/api/queries/${dropdown.id}`, {
      query: `${cities}, {{ other }}`,
      options: { parameters: [land, { name: 'other', type: 'number' }] },
    })
    expect(await run(world.bob, parent, { land: 'DE', city: 'ulm' })).toMatchObject({
      status: 400,
      body: { message: 'The options of a dropdown could not be read: city: Missing parameter value for: other' },
    })
  })

  it('refuses values that do not fit the dropdown query or that it does not declare', async () => {
    const { path, parent, dropdown } = await citiesOf(world.hiddenSource)
    expect(await world.bob.get(`${path}?p_country=${encodeURIComponent("DE' or 1=1 --")}`)).toMatchObject({
      status: 400,
      body: { code: 'incompatible_parameters' },
    })
    expect((await world.bob.get(`${path}?p_country=DE`)).status).toBe(200)
    const options = { parameters: [{ name: 'city', type: 'query', queryId: dropdown.id }] }
    await world.ada.post(`/api/queries/${parent.id}`, { options })
    expect((await world.bob.get(`${path}?p_country=DE`)).status).toBe(403)
    expect((await world.ada.get(`${path}?p_country=DE`)).status).toBe(200)
  })

  it('is not run for view-only users if it takes free text', async () => {
    const { path, parent } = await citiesOf(world.source, { name: 'country', type: 'text' })
    expect((await world.bob.get(`${path}?p_country=DE`)).status).toBe(403)
    expect((await run(world.bob, parent, { land: 'DE', city: 'ulm' })).status).toBe(403)
    expect((await world.ada.get(`${path}?p_country=DE`)).status).toBe(200)
  })

  it('reports why there are no options when the run fails or the source is paused', async () => {
    const { path } = await citiesOf(world.source, land, "select nonsense from '{{ country }}'")
    expect(await world.ada.get(`${path}?p_country=DE`)).toMatchObject({ status: 400, body: { code: 'dropdown_failed' } })
    const paused = (await buildDataSource(world.server, { groups: { [world.ada.groupIds[0] ?? 0]: false } })).id
    const other = await citiesOf(paused)
    await world.server.services.db.update(dataSources).set({ paused: true }).where(eq(dataSources.id, paused))
    expect(await world.ada.get(`${other.path}?p_country=DE`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/is paused/) },
    })
  })

  it('is refused if dropdowns depend on each other in a circle', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: "select '{{ p }}' as p" })
    const options = { parameters: [{ name: 'p', type: 'query', queryId: query.id, dependsOn: { p: 'p' }, value: 'x' }] }
    expect((await world.ada.post(`/api/queries/${query.id}`, { options })).status).toBe(200)
    expect(await run(world.ada, query, { p: 'x' })).toMatchObject({ status: 400, body: { code: 'dropdown_failed' } })
  })
})
