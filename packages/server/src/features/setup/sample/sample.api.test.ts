import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query, QueryListItem } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'
import { installSample } from './install.ts'
import { sampleQueries } from './queries.ts'

let server: TestServer
let reader: Person
const database = () => join(server.services.config.dataDir, 'sample.duckdb')
const list = async <Item>(path: string) => (await reader.get<{ results: Item[] }>(path)).body.results
const queries = () => list<QueryListItem>('/api/queries?page_size=100')

beforeAll(async () => {
  server = await startTestServer()
  reader = await server.person({ name: 'Reader' })
  await installSample(server.services, server.admin.id)
}, 120_000)
afterAll(() => server.close())

describe('the sample data', () => {
  it('is shared with everybody', async () => {
    const { body } = await reader.get<DataSource[]>('/api/data_sources')
    expect(body).toMatchObject([{ name: 'Sample data', type: 'duckdb', is_sample: true, view_only: false }])
  })

  it('comes with published queries that have results and charts', async () => {
    const shown = await queries()
    expect(shown.map(({ name }) => name).sort()).toEqual(sampleQueries.map(({ name }) => name).sort())
    for (const { id, is_draft } of shown) {
      expect(is_draft).toBe(false)
      const { body } = await reader.get<Query>(`/api/queries/${id}`)
      expect(body.visualizations.map(({ type }) => type)).toEqual(['TABLE', 'CHART'])
      expect(body.latest_query_data_id).not.toBeNull()
    }
  })

  it('comes with a dashboard', async () => {
    expect(await list('/api/dashboards')).toMatchObject([{ name: 'Flight operations', is_draft: false }])
  })

  it('is not installed twice', async () => {
    await installSample(server.services, server.admin.id)
    expect((await reader.get<DataSource[]>('/api/data_sources')).body).toHaveLength(1)
    expect(await queries()).toHaveLength(sampleQueries.length)
  })

  it('goes away at once, save for what people made of it', async () => {
    const [original] = await queries()
    const fork = (await reader.post<Query>(`/api/queries/${original?.id}/fork`)).body
    expect((await reader.delete('/api/setup/sample')).status).toBe(403)

    expect((await server.admin.delete('/api/setup/sample')).status).toBe(200)

    expect((await reader.get<DataSource[]>('/api/data_sources')).body).toEqual([])
    expect(await queries()).toEqual([])
    expect(await list('/api/dashboards')).toEqual([])
    expect(existsSync(database())).toBe(false)
    expect((await server.admin.get<Query>(`/api/queries/${fork.id}`)).body).toMatchObject({
      name: `Copy of (#${original?.id}) ${original?.name}`,
      query: original?.query,
    })
  })
})
