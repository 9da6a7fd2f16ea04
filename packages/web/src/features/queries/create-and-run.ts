import { api } from '@sightline/contract/api.ts'
import type { NewQuery, Query } from '@sightline/contract/queries.ts'
import { call } from '../../api/call.ts'
import { runToEnd } from '../../results/follow-run.ts'
import { sessionJobClient } from '../../results/job-client.ts'

/** How long the first request waits for the result, milliseconds. */
const WAIT_MS = 500

/**
 * Saves a query and runs it. A run that fails leaves the saved query.
 * @throws ApiError, or RunError with the message of the data source
 */
export async function createAndRun(fields: NewQuery): Promise<Query> {
  const { id } = await call(api.queries.create, { body: fields })
  await runToEnd(
    () => call(api.executions.runQuery, { params: { id }, body: { max_age: 0, wait: WAIT_MS } }),
    sessionJobClient,
    () => {},
    new AbortController().signal,
  )
  return call(api.queries.get, { params: { id } })
}
