import { api } from '@sightline/contract/api.ts'
import type { AdhocRun, RunReply } from '@sightline/contract/executions.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { call } from '../api/call.ts'

/** How long the server may hold the reply to a run, milliseconds: a quick query needs no second request. */
export const WAIT_MS = 500

/** The events that end the wait before its time. */
export type WaitUntil = NonNullable<AdhocRun['wait_until']>

/** Maximum age of a stored result that is returned instead of running the query, seconds. */
export const MaxAge = { none: 0, any: -1 } as const

/**
 * Runs a saved query.
 * @param parameters by name
 * @param maxAge maximum age of a stored result, seconds; -1 for any age
 * @param options.waitUntil `first_rows` for a caller that shows them before the run has ended
 * @param options.autoLimit whether 1,000 rows at most are read; by default as saved with the query
 */
export const runQuery = (
  id: number,
  parameters: Values,
  maxAge: number,
  { autoLimit, signal, waitUntil }: { autoLimit?: boolean; signal?: AbortSignal; waitUntil?: WaitUntil } = {},
): Promise<RunReply> =>
  call(api.executions.runQuery, {
    params: { id },
    body: { parameters, max_age: maxAge, apply_auto_limit: autoLimit, wait: WAIT_MS, wait_until: waitUntil },
    signal,
  })
