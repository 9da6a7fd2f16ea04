import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { batched } from '../api/batched.ts'

/** A saved query with the values of its parameters. */
export interface StoredResultRequest {
  query_id: number
  parameters: Values
}

/** Loads a stored result; null if there is none or loading it failed: the query is run then. */
export type FetchStoredResult = (request: StoredResultRequest) => Promise<ResultWindow | null>

/** The endpoint accepts this many requests at once. */
const MAX_BATCH = 100

/**
 * Batches the stored results requested in the same task (as by the widgets of a dashboard) into one call.
 * @param load returns the results in the order of the requests
 */
export function batchStoredResults(
  load: (requests: StoredResultRequest[]) => Promise<readonly (ResultWindow | null)[]>,
): FetchStoredResult {
  const fetchOne = batched(load, { max: MAX_BATCH, soon: queueMicrotask })
  // A failure is not reported here: each query is run instead, and shows its own error.
  return async (request) => (await fetchOne(request).catch(() => null)) ?? null
}
