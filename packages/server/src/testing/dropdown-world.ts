import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { dataSources } from '../features/data-sources/tables.ts'
import { buildDataSource, buildGroup } from './builders.ts'
import type { TestClient } from './client.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'

/** A test server for the tests of a file, with users and data sources for dropdowns of query results. */
export function useDropdownWorld() {
  let server: TestServer
  let ada: Person
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
    await server.services.db.update(dataSources).set({ concurrency: 0 }).where(eq(dataSources.id, slowSource))
    hiddenSource = (await buildDataSource(server, { groups: { [all]: false } })).id
  })
  afterAll(() => server.close())
  return {
    get server() {
      return server
    },
    get ada() {
      return ada
    },
    /** Sees `source` only. */
    get bob() {
      return bob
    },
    get source() {
      return source
    },
    get hiddenSource() {
      return hiddenSource
    },
    /** Never responds. */
    get slowSource() {
      return slowSource
    },
    /** Runs a query, whatever results there are. */
    run: (client: TestClient, query: Query, parameters: object = {}) =>
      client.post(`/api/queries/${query.id}/results`, { parameters, max_age: 0, wait: 20_000 }),
  }
}
