import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Dashboard, DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query, QueryListItem } from '@sightline/contract/queries.ts'
import type { QueryResult, ResultWindow } from '@sightline/contract/results.ts'
import { valueLiterals } from '@sightline/domain/query-text/value-literals.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { replaceLiterals } from '../../../runners/sql/bound-text.ts'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'
import { accessPermissions } from '../../acl/tables.ts'
import { installSample } from './install.ts'
import { sampleQueries } from './queries.ts'

let server: TestServer
let reader: Person
const database = () => join(server.services.config.dataDir, 'sample.duckdb')
const list = async <Item>(path: string) => (await reader.get<{ results: Item[] }>(path)).body.results
const sources = async () => (await reader.get<DataSource[]>('/api/data_sources')).body.filter(({ is_sample }) => is_sample)
const meetingPlaces = async () => {
  const { body } = await reader.get<DataSource[]>('/api/data_sources')
  return body.filter(({ type }) => type === 'results')
}
const queries = () => list<QueryListItem>('/api/queries?page_size=100')

beforeAll(async () => {
  server = await startTestServer()
  reader = await server.person({ name: 'Reader' })
  await installSample(server.services, server.admin.id, new AbortController().signal)
})
afterAll(() => server.close())

describe('the sample data', () => {
  it('is shared with all users', async () => {
    expect(await sources()).toMatchObject([{ name: 'Sample data', type: 'duckdb', is_sample: true, view_only: false }])
  })

  it('is found after the data directory was moved', async () => {
    const [{ id } = { id: 0 }] = await sources()
    expect((await server.admin.get(`/api/data_sources/${id}`)).body).toMatchObject({ options: { dbpath: 'sample.duckdb' } })
    expect((await server.admin.post(`/api/data_sources/${id}/test`)).body).toEqual({ ok: true, message: 'success' })
  })

  it('is made by a worker on a machine that has none, when a query needs it (OPEN-808)', async () => {
    const [{ id } = { id: 0 }] = await sources()
    rmSync(database())
    const body = { data_source_id: id, query: 'select count(*) as flights from flights', max_age: 0, wait: 20_000 }
    expect((await reader.post<{ window?: ResultWindow }>('/api/query_results', body)).body.window).toMatchObject({
      rows: [[3_000_000]],
    })
    expect(existsSync(database())).toBe(true)
  })

  it('comes with a Query Results data source, which is not part of the sample', async () => {
    expect(await meetingPlaces()).toMatchObject([{ name: 'Query Results', is_sample: false, view_only: false }])
  })

  it('comes with published queries that have results and charts', async () => {
    const shown = await queries()
    expect(shown.map(({ name }) => name).sort()).toEqual(sampleQueries.map(({ name }) => name).sort())
    for (const { id, name, is_draft } of shown) {
      expect(is_draft).toBe(false)
      const visualizations = sampleQueries.find((sample) => sample.name === name)?.visualizations ?? []
      const { body } = await reader.get<Query>(`/api/queries/${id}`)
      expect(body.visualizations.map(({ type }) => type)).toEqual(['TABLE', ...visualizations.map(({ type }) => type)])
      expect(body.latest_query_data_id).not.toBeNull()
    }
  })

  it('has a dashboard that home can lead to, until it is archived, and the numbers of what came with it (HOME-22, OPEN-174)', async () => {
    const shown = async () => (await reader.get<object>('/api/organization/status')).body
    const { body } = await server.admin.get<Dashboard>('/api/dashboards/flight-operations')
    const sample_counters = { data_sources: 2, queries: sampleQueries.length, dashboards: 1 }
    expect(await shown()).toMatchObject({ sample_dashboard: 'flight-operations', sample_counters })
    await server.admin.delete(`/api/dashboards/${body.id}`)
    expect(await shown()).not.toHaveProperty('sample_dashboard')
    await server.admin.post(`/api/dashboards/${body.id}`, { is_archived: false })
    expect(await shown()).toMatchObject({ sample_dashboard: 'flight-operations' })
  })

  it('comes with a dashboard of textbox, counters, charts and table, each with its result', async () => {
    expect(await list('/api/dashboards')).toMatchObject([{ name: 'Flight operations', is_draft: false, tags: ['aviation'] }])
    const { widgets } = (await reader.get<Dashboard>('/api/dashboards/flight-operations')).body
    const drawn = widgets.flatMap((widget) => ('visualization' in widget && widget.visualization ? [widget.visualization] : []))
    const kinds = drawn.map(({ type }) => type)
    expect(['COUNTER', 'CHART', 'TABLE'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([4, 6, 1])
    expect(drawn.every(({ query }) => query.latest_query_data_id !== null)).toBe(true)
    expect(widgets[0]).toMatchObject({ text: expect.stringContaining('## '), visualization_id: null })
  })

  it('is not installed twice', async () => {
    await installSample(server.services, server.admin.id, new AbortController().signal)
    expect(await sources()).toHaveLength(1)
    expect(await meetingPlaces()).toHaveLength(1)
    expect(await queries()).toHaveLength(sampleQueries.length)
  })

  it('returns the same answers when the texts of its queries are typed, filled in, or passed as values (OPEN-212)', async () => {
    let passed = 0
    for (const { id, query, data_source_id } of await queries()) {
      const typed = query ?? ''
      const literals = valueLiterals(typed, 'query-results/duckdb')
      if (literals.length === 0) continue
      const text = replaceLiterals(typed, literals, (_, index) => `'{{ p${index} }}'`)
      const parameters = Object.fromEntries(literals.map(({ value }, index) => [`p${index}`, value]))
      const run = async (text: string, passAsValue: boolean) => {
        const parameter_definitions = Object.keys(parameters).map((name) => ({ name, type: 'text', passAsValue }))
        const asked = { data_source_id, query: text, parameters, parameter_definitions, max_age: 0, wait: 20_000 }
        const { window } = (await server.admin.post<{ window: ResultWindow }>('/api/query_results', asked)).body
        const { query_result } = (
          await server.admin.get<{ query_result: QueryResult }>(`/api/query_results/${window.result.id}`)
        ).body
        const { data, query_hash, query } = query_result
        // Not all of them put their rows in a full order.
        return { columns: data.columns, rows: new Set(data.rows.map((row) => JSON.stringify(row))), query_hash, query }
      }
      const filled = await run(text, false)
      expect(filled, `query ${id}`).toEqual(await run(typed, false))
      expect(await run(text, true), `query ${id}`).toEqual(filled)
      passed += literals.length
    }
    expect(passed).toBeGreaterThan(5)
  })

  it('is removed at once, except for what users made of it', async () => {
    const [original] = await queries()
    const own = (await reader.post<DashboardListItem>('/api/dashboards', { name: 'Mine' })).body
    const drawn = (await reader.get<Query>(`/api/queries/${original?.id}`)).body.visualizations[0]
    await reader.post('/api/widgets', { dashboard_id: own.id, visualization_id: drawn?.id })
    const fork = (await reader.post<Query>(`/api/queries/${original?.id}/fork`)).body
    const grant = { access_type: 'modify', user_id: reader.id }
    expect((await server.admin.post(`/api/queries/${original?.id}/acl`, grant)).status).toBe(200)
    expect((await reader.delete('/api/setup/sample')).status).toBe(403)

    expect((await server.admin.delete('/api/setup/sample')).status).toBe(200)

    expect(await sources()).toEqual([])
    expect(await meetingPlaces()).toHaveLength(1)
    expect(await queries()).toEqual([])
    expect(await list('/api/dashboards')).toMatchObject([{ name: 'Mine' }])
    expect((await reader.get<Dashboard>(`/api/dashboards/${own.slug}`)).body.widgets).toEqual([])
    expect(existsSync(database())).toBe(false)
    expect(await server.services.db.select().from(accessPermissions)).toEqual([])
    expect((await server.admin.get<Query>(`/api/queries/${fork.id}`)).body).toMatchObject({
      name: `Copy of (#${original?.id}) ${original?.name}`,
      query: original?.query,
    })
  })
})

it('is completed by the next attempt if one was interrupted (OPEN-813)', async () => {
  const other = await startTestServer()
  const { signal } = new AbortController()
  let looks = 0
  vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
    looks++
    if (looks > 2) throw new Error('The process stops.')
  })
  const install = () => installSample(other.services, other.admin.id, signal)
  const names = async (path: string) => {
    const { body } = await other.admin.get<{ results: { name: string }[] }>(`${path}?page_size=100`)
    return body.results.map(({ name }) => name).toSorted()
  }
  await expect(install()).rejects.toThrow('The process stops.')
  expect(await names('/api/queries')).toHaveLength(2)
  expect(await names('/api/dashboards')).toEqual([])

  vi.restoreAllMocks()
  await install()
  expect(await names('/api/queries')).toEqual(sampleQueries.map(({ name }) => name).toSorted())
  expect(await names('/api/dashboards')).toHaveLength(1)
  const { body } = await other.admin.get<DataSource[]>('/api/data_sources')
  expect(body.map(({ type }) => type).toSorted()).toEqual(['duckdb', 'results'])
  await other.close()
})
