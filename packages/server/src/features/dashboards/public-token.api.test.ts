import type { Dashboard, PublicDashboard } from '@sightline/contract/dashboards.ts'
import { type Job, JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { buildGroup, buildQuery } from '../../testing/builders.ts'
import type { TestClient } from '../../testing/client.ts'
import { useSharedDashboard } from '../../testing/shared-dashboard.ts'

const world = useSharedDashboard()
const { add, share, tokenOfShared, visitor, publicAddress } = world

describe('the token of a public dashboard', () => {
  it('runs the queries of the dashboard, and gets only their rows (SHARE-17)', async () => {
    const viewer = visitor(await tokenOfShared())
    const run = () =>
      viewer.post<RunReply>(`/api/queries/${world.open.id}/results`, { parameters: { region: 'south' }, max_age: -1 })
    const asked = { parameters: { region: 'south' }, max_age: 0, wait: 20_000 }
    const started = (await viewer.post<{ job: Job }>(`/api/queries/${world.open.id}/results`, asked)).body
    expect(started).toEqual({
      job: expect.objectContaining({ status: JobStatus.done }),
      window: expect.objectContaining({ total: 1, rows: [['south', 7]] }),
    })
    const { body: followed } = await viewer.get<{ job: Job }>(`/api/queries/${world.open.id}/jobs/${started.job.id}`)
    expect(followed.job).toMatchObject({ status: JobStatus.done, query_result_id: expect.any(Number) })
    const { body } = await run()
    expect(body).toEqual({
      query_result: {
        data: expect.objectContaining({ rows: [{ region: 'south', orders: 7 }] }),
        retrieved_at: expect.any(String),
      },
    })
  })

  it('accepts only values that the parameter definitions allow (PERM-09, SHARE-18)', async () => {
    const viewer = visitor(await tokenOfShared())
    expect(
      await viewer.post(`/api/queries/${world.open.id}/results`, { parameters: { region: "x' union select 1" } }),
    ).toMatchObject({ status: 400 })
  })

  it('reads a shown query without its SQL and key', async () => {
    const viewer = visitor(await tokenOfShared())
    expect(await viewer.get(`/api/queries/${world.open.id}`)).toMatchObject({
      status: 200,
      body: { id: world.open.id, query: null, api_key: null },
    })
  })

  it('grants access to nothing else (PERM-09)', async () => {
    const viewer = visitor(await tokenOfShared())
    const latest = (await run(world.other)).latest_query_data_id
    const forbidden: [string, string, object?][] = [
      ['GET', `/api/queries/${world.other.id}`],
      ['POST', `/api/queries/${world.other.id}/results`, {}],
      ['GET', `/api/queries/${world.other.id}/results.json`],
      ['GET', `/api/queries/${world.open.id}/dropdown`],
      ['GET', `/api/queries/${world.open.id}/dropdowns/${world.other.id}`],
      ['POST', `/api/queries/${world.open.id}/refresh`],
      ['GET', `/api/query_results/${latest}`],
      ['GET', `/api/query_results/${latest}.csv`],
      ['GET', `/api/query_results/${latest}/window`],
      ['GET', `/api/query_results/${latest}/columns?columns=0`],
      ['POST', '/api/query_results', { query: 'select 1', data_source_id: world.source }],
      ['POST', `/api/queries/${world.open.id}`, { name: 'Taken' }],
      ['DELETE', `/api/queries/${world.open.id}`],
      ['POST', `/api/queries/${world.open.id}/favorite`],
      ['GET', '/api/queries'],
      ['GET', '/api/queries/recent'],
      ['GET', '/api/queries/tags'],
      ['GET', '/api/dashboards'],
      ['GET', '/api/dashboards/recent'],
      ['GET', `/api/dashboards/${world.dashboard.id}`],
      ['POST', `/api/dashboards/${world.dashboard.id}`, { name: 'Taken' }],
      ['DELETE', `/api/dashboards/${world.dashboard.id}/share`],
      ['POST', `/api/dashboards/${world.dashboard.id}/fork`],
      ['GET', `/api/dashboards/${world.dashboard.id}/acl`],
      ['POST', '/api/widgets', { dashboard_id: world.dashboard.id, visualization_id: null, text: 'Hi' }],
      ['GET', '/api/data_sources'],
      ['GET', `/api/data_sources/${world.source}/schema`],
    ]
    for (const [method, path, body] of forbidden) {
      const { status } = await viewer.fetch(path, { method, body: body && JSON.stringify(body) })
      expect([method, path, status]).toEqual([method, path, 403])
    }
  })

  it('does not grant access to stored results of a shown query, only to what it runs (PERM-09)', async () => {
    const shown = await run(await buildQuery(world.ada, { query: 'select 5 as five', data_source_id: world.source }))
    await add(shown)
    const viewer = visitor(await tokenOfShared())
    const stored = `results/${shown.latest_query_data_id}.json`
    for (const path of ['results', 'results.json', 'results.csv', stored]) {
      expect((await viewer.get(`/api/queries/${shown.id}/${path}`)).status, path).toBe(403)
    }
  })

  it('reads the options of a dropdown of a shown query, and cannot cancel anything', async () => {
    const choices = await buildQuery(world.ada, { query: "select 'a' as name, 'b' as value", data_source_id: world.source })
    await run(choices)
    const asking = await buildQuery(world.ada, {
      query: "select '{{choice}}' as choice",
      options: { parameters: [{ name: 'choice', type: 'query', queryId: choices.id, value: 'b' }] },
      data_source_id: world.source,
    })
    await add(asking)
    const viewer = visitor(await tokenOfShared())
    expect((await viewer.get(`/api/queries/${asking.id}/dropdowns/${choices.id}`)).body).toEqual([{ name: 'a', value: 'b' }])
    expect((await viewer.get(`/api/queries/${choices.id}`)).status).toBe(403)

    const started = (await viewer.post<RunReply>(`/api/queries/${asking.id}/results`, { parameters: { choice: 'b' } })).body
    const job = 'job' in started ? started.job.id : ''
    expect((await viewer.delete(`/api/jobs/${job}`)).status).toBe(403)
  })

  it('accepts only options of a dropdown, whatever other values it depends on (PERM-09)', async () => {
    const lands = await buildQuery(world.ada, {
      query: "select 'de' as value union all select 'fr'",
      data_source_id: world.source,
    })
    await run(lands)
    const cities = await buildQuery(world.ada, {
      query: "select v as value from (values ('de', 'Bonn'), ('fr', 'Lyon')) t(l, v) where l = '{{land}}'",
      options: { parameters: [{ name: 'land', type: 'enum', enumOptions: 'de\nfr', value: 'de' }] },
      data_source_id: world.source,
    })
    const asking = await buildQuery(world.ada, {
      query: "select '{{land}}' as land, '{{city}}' as city",
      options: {
        parameters: [
          { name: 'land', type: 'query', queryId: lands.id, value: 'de' },
          { name: 'city', type: 'query', queryId: cities.id, dependsOn: { land: 'land' }, value: 'Bonn' },
        ],
      },
      data_source_id: world.source,
    })
    await add(asking)
    const viewer = visitor(await tokenOfShared())
    const ask = async (land: unknown, city: unknown) =>
      (await viewer.post(`/api/queries/${asking.id}/results`, { parameters: { land, city }, max_age: 0, wait: 20_000 })).status
    expect([await ask('de', 'Bonn'), await ask('fr', 'Lyon')]).toEqual([200, 200])
    for (const [land, city] of [
      ['de', 'Lyon'],
      ['it', 'Bonn'],
      ['de', "Bonn' union select 1"],
      [['de'], 'Bonn'],
    ])
      expect([land, city, await ask(land, city)]).toEqual([land, city, 400])
    const options = (search: string) => viewer.get(`/api/queries/${asking.id}/dropdowns/${cities.id}${search}`)
    expect((await options('?p_land=fr')).body).toEqual([{ name: 'Lyon', value: 'Lyon' }])
    expect((await options("?p_land=fr'--")).status).toBe(400)
  })

  it('sees only the jobs of shown queries, and none once sharing has ended (PERM-09)', async () => {
    const token = await tokenOfShared()
    const viewer = visitor(token)
    const jobOf = async (query: Query, parameters: object) => {
      const { body } = await world.ada.post<RunReply>(`/api/queries/${query.id}/results`, { parameters, max_age: 0 })
      return 'job' in body ? body.job.id : ''
    }
    const own = await jobOf(world.open, { region: 'north' })
    const foreign = await jobOf(world.other, {})
    expect((await viewer.get(`/api/queries/${world.open.id}/jobs/${own}`)).status).toBe(200)
    for (const path of [`/api/queries/${world.open.id}/jobs/${foreign}`, `/api/jobs/${foreign}`, `/api/jobs/${foreign}/events`])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 403])
    await world.ada.delete(`/api/dashboards/${world.dashboard.id}/share`)
    expect((await viewer.get(`/api/queries/${world.open.id}/jobs/${own}`)).status).toBe(404)
    expect((await viewer.get('/api/session')).status).toBe(404)
  })

  it('follows the widgets of the dashboard as they are added and removed', async () => {
    const viewer = visitor(await tokenOfShared())
    expect((await viewer.get(`/api/queries/${world.other.id}`)).status).toBe(403)
    const { id } = await add(world.other)
    expect((await viewer.get(`/api/queries/${world.other.id}`)).status).toBe(200)
    await world.ada.delete(`/api/widgets/${id}`)
    expect((await viewer.get(`/api/queries/${world.other.id}`)).status).toBe(403)
  })
})

/** Runs a query to its end. @returns the query with its latest result */
async function run({ id }: Query): Promise<Query> {
  await world.ada.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
  return (await world.ada.get<Query>(`/api/queries/${id}`)).body
}

describe('the rows behind the marks of a public dashboard', () => {
  const inNorth = { parameters: { region: 'north' } }
  const choose = (rows_behind_marks: boolean, person = world.ada) =>
    person.post<{ api_key: string; code?: string }>(`/api/dashboards/${world.dashboard.id}/share`, { rows_behind_marks })
  const seen = async (token: string) => (await world.server.anonymous.get<PublicDashboard>(publicAddress(token))).body.options

  /** The rows of the shown query, read by a page as those behind a mark or as its own. */
  async function readBy(client: TestClient, behindMark: boolean) {
    const { body } = await world.ada.post<{ job: Job }>(`/api/queries/${world.open.id}/results`, {
      ...inNorth,
      max_age: -1,
      wait: 20_000,
    })
    const filters = [{ column: 1, below: 8 }]
    const asked = { ...inNorth, filters, ...(behindMark && { behind_mark: true }) }
    return client.post<{ rows?: unknown[]; code?: string }>(
      `/api/queries/${world.open.id}/results/${body.job.query_result_id}/window`,
      asked,
    )
  }

  it('are not read with its token unless its owner chose so, and again when the choice is taken back (OPEN-246)', async () => {
    const token = await tokenOfShared()
    expect(await readBy(visitor(token), true)).toMatchObject({ status: 403, body: { code: 'rows_not_shared' } })
    // The page reads the rows that it draws as before.
    expect(await readBy(visitor(token), false)).toMatchObject({ status: 200, body: { rows: [['north', 7]] } })
    expect(await seen(token)).not.toHaveProperty('visitorsSeeRows')

    expect((await choose(true)).body.api_key).toBe(token)
    expect(await readBy(visitor(token), true)).toMatchObject({ status: 200, body: { rows: [['north', 7]] } })
    expect(await seen(token)).toMatchObject({ visitorsSeeRows: true })
    expect((await share()).body.api_key).toBe(token)
    expect((await readBy(visitor(token), true)).status).toBe(200)

    await choose(false)
    expect(await readBy(visitor(token), true)).toMatchObject({ status: 403, body: { code: 'rows_not_shared' } })
  })

  it('end with its public URL: the next one begins without them (OPEN-246)', async () => {
    const token = (await choose(true)).body.api_key
    await world.ada.delete(`/api/dashboards/${world.dashboard.id}/share`)
    expect((await readBy(visitor(token), true)).status).toBe(404)
    expect((await readBy(visitor(await tokenOfShared()), true)).status).toBe(403)
  })

  it('are chosen by its owner and admins alone, and by no other change to the dashboard (OPEN-246)', async () => {
    const token = await tokenOfShared()
    await world.ada.post(`/api/dashboards/${world.dashboard.id}/acl`, { access_type: 'modify', user_id: world.bob.id })
    expect(await choose(true, world.bob)).toMatchObject({ status: 403, body: { code: 'not_owner' } })
    const options = { globalParamOrder: [], visitorsSeeRows: true }
    expect((await world.bob.post<Dashboard>(`/api/dashboards/${world.dashboard.id}`, { options })).body.options).toEqual({
      globalParamOrder: [],
    })
    expect((await readBy(visitor(token), true)).status).toBe(403)

    await choose(true)
    await world.bob.post(`/api/dashboards/${world.dashboard.id}`, { options: { globalParamOrder: [] } })
    expect((await readBy(visitor(token), true)).status).toBe(200)
    const copy = (await world.bob.post<Dashboard>(`/api/dashboards/${world.dashboard.id}/fork`)).body
    expect(copy.options).toEqual({ globalParamOrder: [] })
  })

  it('are for nobody without the token, and for users only as far as they see the data source (OPEN-246)', async () => {
    await choose(true)
    expect((await readBy(world.server.anonymous, true)).status).toBe(404)
    expect((await readBy(world.bob, true)).status).toBe(200)
    const restricted = await buildGroup(world.server, { name: 'Restricted' })
    const outsider = await world.server.person({ name: 'Eve', groups: [restricted] })
    expect([403, 404]).toContain((await readBy(outsider, true)).status)
  })
})
