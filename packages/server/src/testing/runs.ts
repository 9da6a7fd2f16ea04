import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { beforeAll } from 'vitest'
import { useAnalyst } from './analyst.ts'
import { clientOf, type TestClient } from './client.ts'
import { jobIn } from './jobs.ts'
import type { Person } from './server.ts'

/** Runs until it is cancelled. */
export const ENDLESS = 'select count(*) as n from range(100000000000) a, range(1000) b where a.range % 7 = b.range % 5'

/** The reply to a run. */
export interface Ran {
  job: Job
  query_result?: { id: number; data: { rows: object[] }; retrieved_at: string }
  window?: { result: { id: number; auto_limit: boolean }; rows: unknown[][]; total: number }
}

/** Waits for the end of a run. */
export const ended = (client: TestClient, id: string): Promise<Job> => jobIn(client, id, JobStatus.done, JobStatus.failed)

/** A test server with Ada and Bob, who run queries. */
export function useRuns() {
  const analyst = useAnalyst()
  let bob: Person
  beforeAll(async () => {
    bob = await analyst.server.person({ name: 'Bob' })
  })
  return {
    get server() {
      return analyst.server
    },
    get ada() {
      return analyst.ada
    },
    get bob() {
      return bob
    },
    get source() {
      return analyst.source
    },
    runText: (client: TestClient, query: string, fields: object = {}) =>
      client.post<Ran>('/api/query_results', { query, data_source_id: analyst.source, max_age: 0, ...fields }),
    /** A client with the key of a query. */
    keyClientOf: (query: Query) => clientOf(analyst.server.url, () => ({ authorization: `Key ${query.api_key}` })),
  }
}
