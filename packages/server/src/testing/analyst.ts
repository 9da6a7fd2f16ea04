import { get, type IncomingMessage } from 'node:http'
import type { Job } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { queryResults } from '../features/executions/tables.ts'
import { buildDataSource, buildQuery } from './builders.ts'
import type { TestClient } from './client.ts'
import { type Person, startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** A test server for a test file, with a data source and a user, Ada, who queries it. */
export interface Analyst {
  readonly server: TestServer
  readonly ada: Person
  /** Id of an empty DuckDB data source, shared with all users. */
  readonly source: number
  /** Runs a query. @returns the id of its result; 0 if there is none */
  run(query: Query, person?: TestClient): Promise<number>
  /** A query of Ada with the id of its result. */
  stored(text: string, name?: string): Promise<{ query: Query; id: number }>
  /** The local file of a stored result. */
  fileOf(id: number): Promise<{ path: string; size: number; name: string }>
  /** A GET request of Ada, resolved with the response headers, without decompression. */
  begun(path: string, headers?: Record<string, string>): Promise<IncomingMessage>
}

/** All download types. */
export const TYPES = ['json', 'csv', 'tsv', 'xlsx', 'parquet'] as const

/** 300,000 rows of 32 random letters: 10 MB as CSV, hardly compressible. */
export const MANY = 'select md5(i::varchar) as hash from range(300000) as t(i)'
export const MANY_ROWS = 300_000

/**
 * Starts the server before the tests of a file, and closes it after them.
 * @param options evaluated at start, so that it can name servers started before
 */
export function useAnalyst(options: () => TestServerOptions = () => ({})): Analyst {
  let server: TestServer
  let ada: Person
  let source: number
  beforeAll(async () => {
    server = await startTestServer(options())
    ada = await server.person({ name: 'Ada' })
    source = (await buildDataSource(server)).id
  })
  afterAll(() => server.close())

  const run = async (query: Query, person: TestClient = ada) => {
    const { body } = await person.post<{ job: Job }>(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    return body.job.query_result_id ?? 0
  }
  return {
    get server() {
      return server
    },
    get ada() {
      return ada
    },
    get source() {
      return source
    },
    run,
    async stored(text, name = 'Some query') {
      const query = await buildQuery(ada, { data_source_id: source, name, query: text })
      return { query, id: await run(query) }
    },
    async fileOf(id) {
      const [row] = await server.services.db.select().from(queryResults).where(eq(queryResults.id, id))
      if (!row) throw new Error('There is no such result.')
      return { path: await server.services.files.open(row.file), size: row.size, name: row.file }
    },
    begun: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const request = get(server.url + path, { headers: { authorization: `Key ${ada.apiKey}`, ...headers } }, resolve)
        request.once('error', reject)
      }),
  }
}

/** All URLs at which a result can be downloaded. */
export const downloadUrls = ({ query, id }: { query: Query; id: number }, type: string): string[] => [
  `/api/query_results/${id}.${type}`,
  `/api/queries/${query.id}/results.${type}`,
  `/api/queries/${query.id}/results/${id}.${type}`,
]
