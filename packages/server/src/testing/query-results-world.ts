import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from './builders.ts'
import { clientOf, type TestClient } from './client.ts'
import { jobIn } from './jobs.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'

/** The reply to a run. */
export interface Ran {
  job: Job
  window?: {
    result: { id: number; log: string[]; columns: { name: string; type: string }[] }
    rows: unknown[][]
    total: number
  }
}

/** A test server for the tests of a file, with a data source and the Query Results source that joins queries. */
export function useQueryResultsWorld() {
  const folder = mkdtempSync(joinPath(tmpdir(), 'sightline-query-results-'))
  let server: TestServer
  let ada: Person
  let duck: number
  let results: number
  beforeAll(async () => {
    // With one slot, a nested run that waited for a slot would wait forever.
    server = await startTestServer({ config: { executionConcurrency: 1, sourceFolders: [folder] } })
    ada = await server.person({ name: 'Ada' })
    duck = (await buildDataSource(server)).id
    results = (await buildDataSource(server, { type: 'results', options: {} })).id
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const run = (text: string, client: TestClient = ada, fields: object = {}) =>
    client.post<Ran>('/api/query_results', {
      query: text,
      data_source_id: results,
      dialect: 'duckdb',
      max_age: 0,
      wait: 20_000,
      ...fields,
    })
  const runSaved = (client: TestClient, { id }: Query, body: object = {}) =>
    client.post<Ran>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000, ...body })
  const rowsOf = async (text: string, client?: TestClient) => {
    const { body } = await run(text, client)
    if (!body.window) throw new Error(body.job.error)
    return body.window.rows
  }
  /** The error message of a run, whether it fails before or after it starts. */
  const failure = async (text: string, client?: TestClient) => (await run(text, client)).body.job.error

  const ask = (query: string, fields: Record<string, unknown> = {}, owner = ada) =>
    buildQuery(owner, { data_source_id: duck, query, ...fields })
  const join = (query: string, { options, ...fields }: { options?: object; [field: string]: unknown } = {}, owner = ada) =>
    buildQuery(owner, { data_source_id: results, query, options: { dialect: 'duckdb', ...options }, ...fields })
  const keyClientOf = (query: Query) => clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))

  /** A source that only members of a new group may use, with a query on it. */
  async function walledOff({ viewOnly = false } = {}) {
    const group = await buildGroup(server)
    const source = await buildDataSource(server, { groups: { [group]: viewOnly } })
    return { group, source, query: await ask('select 42 as secret', { data_source_id: source.id }, server.admin) }
  }

  /** Waits for the end of a run. */
  const ended = (client: TestClient, id: string) => jobIn(client, id, JobStatus.done, JobStatus.failed)

  return {
    /** For files of other data sources. */
    folder,
    get server() {
      return server
    },
    get ada() {
      return ada
    },
    /** Id of the Query Results source. */
    get results() {
      return results
    },
    run,
    runSaved,
    rowsOf,
    failure,
    ask,
    join,
    keyClientOf,
    walledOff,
    ended,
  }
}
