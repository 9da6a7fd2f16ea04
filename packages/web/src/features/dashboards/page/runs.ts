import { api } from '@sightline/contract/api.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sessionQuery } from '../../../app/session.ts'
import { batchStoredResults } from '../../../results/batch-stored-results.ts'
import { RunError, runToEnd } from '../../../results/follow-run.ts'
import { sessionJobClient } from '../../../results/job-client.ts'
import { MaxAge, runQuery } from '../../../results/run-query.ts'
import { loadingTracker } from '../../../ui/loading-tracker.ts'
import { resolvedCalendar } from '../../../ui/time-zone.tsx'
import { recordEvent } from '../../events/api.ts'

/**
 * Concurrent runs of one page. Each longer run holds a connection on which the server sends its progress, and browsers open six
 * connections to one site: two are left for the data of finished runs.
 */
const runSlots = new Semaphore(4)

/** A query with the values of its parameters. Widgets with the same run share its result. */
export interface WidgetRun {
  queryId: number
  definitions: readonly Definition[]
}

/** The first window of a result, with the values of the parameters of its run; none without parameters. */
export type WidgetResult = ResultWindow & { values?: Values }

/** Identifies a run by the query and the values as they are stored: a dynamic date is the same run on any day. */
const keyOf = ({ queryId, definitions }: WidgetRun) => [queryId, definitions.map(({ name, value }) => [name, value ?? null])]

const jobKey = (run: WidgetRun) => ['widget-jobs', ...keyOf(run)]

/**
 * The result of a run: a stored one, or that of a new run if there is none.
 * @param since milliseconds since the epoch: the oldest acceptable result; null for any age
 */
export const runResultQuery = (run: WidgetRun, since: number | null = null) =>
  queryOptions({
    queryKey: ['widget-runs', ...keyOf(run)],
    queryFn: (context): Promise<WidgetResult> => startRun(run, maxAgeSince(since), context),
    retry: false,
  })

/** Seconds, rounded up so that a result from that very moment is acceptable. */
const maxAgeSince = (since: number | null): number => (since === null ? MaxAge.any : Math.ceil((Date.now() - since) / 1000))

/** The results of all runs of one query on the page. */
export const runsOfQueryKey = (queryId: number) => ['widget-runs', queryId]

/** Drops the results that no widget shows, so that going back to other values runs the queries again. */
export const dropInactiveRuns = (cache: QueryClient): void =>
  cache.removeQueries({ queryKey: ['widget-runs'], type: 'inactive' })

/** Runs a query again. All widgets that show its result switch to the new one, or show the failure. @returns whether it has a result */
export async function refreshRun(cache: QueryClient, run: WidgetRun): Promise<boolean> {
  const fresh = { ...runResultQuery(run), staleTime: 0 }
  return cache.fetchQuery({ ...fresh, queryFn: (context) => startRun(run, MaxAge.none, context) }).then(
    () => true,
    () => false,
  )
}

/** Asks the server to cancel a run, which stays pending until the server has ended it. */
export async function cancelRun(cache: QueryClient, run: WidgetRun): Promise<void> {
  recordEvent('cancel_execute', 'query', run.queryId)
  const job = cache.getQueryData<string>(jobKey(run))
  if (job === undefined) await cache.cancelQueries({ queryKey: runResultQuery(run).queryKey })
  else await call(api.executions.cancel, { params: { job } })
}

/** Loads the stored results of widgets that come into view together in one call. Idle work waits for them. */
const fetchStored = batchStoredResults(async (runs) => {
  const end = loadingTracker.begin()
  try {
    return (await call(api.executions.stored, { body: { runs } })).windows
  } finally {
    end()
  }
})

/** The parts of the query cache's context that a run needs. */
interface QueryContext {
  client: QueryClient
  /** Aborted when no widget needs the result any more. */
  signal: AbortSignal
}

/**
 * Loads a stored result if one of any age is acceptable, and otherwise runs the query.
 * @param maxAge seconds
 * @throws RunError with the message of the data source
 */
export async function startRun(run: WidgetRun, maxAge: number, { client: cache, signal }: QueryContext): Promise<WidgetResult> {
  const missing = missingMessage(run.definitions)
  if (missing !== null) throw new RunError(missing)
  const parameters = await valuesNow(run.definitions, cache)
  const stored = maxAge === MaxAge.any ? await fetchStored({ query_id: run.queryId, parameters }) : null
  if (stored !== null) return { ...stored, values: parameters }
  signal.throwIfAborted()
  const send = () => runQuery(run.queryId, parameters, maxAge, { signal })
  // biome-ignore lint/plugin: no request loads the id of a job.
  const onJob = (job: string) => cache.setQueryData(jobKey(run), job)
  return runSlots.run(async () => {
    try {
      return { ...(await runToEnd(send, sessionJobClient, onJob, signal)), values: parameters }
    } finally {
      cache.removeQueries({ queryKey: jobKey(run) })
    }
  }, signal)
}

/** The values of parameters now, in the calendar of the reader. The first results of a page are requested before the session is known. */
async function valuesNow(definitions: readonly Definition[], cache: QueryClient): Promise<Values> {
  if (definitions.length === 0) return {}
  const { client_config: settings } = await cache.ensureQueryData(sessionQuery)
  return runValues(definitions, { now: new Date(), ...resolvedCalendar(settings) })
}
