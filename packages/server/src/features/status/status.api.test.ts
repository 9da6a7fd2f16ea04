import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('API-04 counts what there is, data sources and queries only as far as the caller may see them', async () => {
  const group = await buildGroup(server)
  const shared = await buildDataSource(server)
  const hidden = await buildDataSource(server, { groups: { [group]: false } })
  await buildQuery(server.admin, { data_source_id: shared.id })
  await buildQuery(server.admin, { data_source_id: hidden.id })
  const archived = await buildQuery(server.admin, { data_source_id: shared.id })
  await server.admin.delete(`/api/queries/${archived.id}`)
  const person = await server.person()

  const counters = { alerts: 0, dashboards: 0, users: 2 }
  expect((await person.get('/api/organization/status')).body).toEqual({
    object_counters: { ...counters, data_sources: 1, queries: 1 },
  })
  expect((await server.admin.get('/api/organization/status')).body).toEqual({
    object_counters: { ...counters, data_sources: 2, queries: 2 },
  })
})
