import { api } from '@sightline/contract/api.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { batchStoredResults } from '../../../results/batch-stored-results.ts'
import { browserClock } from '../../../results/browser-clock.ts'
import { RunError, runToEnd } from '../../../results/follow-run.ts'
import { sessionJobClient } from '../../../results/job-client.ts'
import { pageWork } from '../../../ui/page-work.ts'
import { recordEvent } from '../../events/api.ts'
import { MaxAge, runQuery } from '../../executions/api.ts'

/**
 * Runs of one page at a time. Each that takes longer holds a connection on which the server tells how it goes, and browsers open
 * six of them to one site: two are left for the data of what is done.
 */
const runSlots = new Semaphore(4)

/** What a widget runs: a query with the values that it has for its parameters. Widgets with the same run share its result. */
export interface WidgetRun {
  queryId: number
  definitions: readonly Definition[]
}

/** Tells runs apart: the query, and the values as they are stored. A dynamic date is the same run on any day. */
const keyOf = ({ queryId, definitions }: WidgetRun) => [queryId, definitions.map(({ name, value }) => [name, value ?? null])]

const jobKey = (run: WidgetRun) => ['widget-jobs', ...keyOf(run)]

/**
 * The result of a run: a stored one, or a new one where there is none.
 * @param since milliseconds since the epoch: an older one will not do; null for whatever age
 */
export const runResultQuery = (run: WidgetRun, since: number | null = null) =>
  queryOptions({
    queryKey: ['widget-runs', ...keyOf(run)],
    queryFn: (asker) => startRun(run, ageSince(since), asker),
    retry: false,
  })

/** Seconds, rounded up: what was made right then will do. */
const ageSince = (since: number | null): number => (since === null ? MaxAge.any : Math.ceil((Date.now() - since) / 1000))

/** Forgets the results that no widget shows, so that going back to other values runs them anew. */
export const forgetOtherRuns = (cache: QueryClient): void =>
  cache.removeQueries({ queryKey: ['widget-runs'], type: 'inactive' })

/** Runs it anew; whoever shows its result shows the new one when it is there. */
export async function refreshRun(cache: QueryClient, run: WidgetRun): Promise<void> {
  const fresh = { ...runResultQuery(run), staleTime: 0 }
  // A failure is shown by the widgets.
  await cache.fetchQuery({ ...fresh, queryFn: (asker) => startRun(run, MaxAge.none, asker) }).catch(() => {})
}

/** Asks the server to end a run; it goes on until the server has ended it. */
export async function cancelRun(cache: QueryClient, run: WidgetRun): Promise<void> {
  recordEvent('cancel_execute', 'query', run.queryId)
  const job = cache.getQueryData<string>(jobKey(run))
  if (job === undefined) await cache.cancelQueries({ queryKey: runResultQuery(run).queryKey })
  else await call(api.executions.cancel, { params: { job } })
}

/** Stored results of widgets that come into sight together. What can wait does until they are here. */
const fetchStored = batchStoredResults(async (runs) => {
  const end = pageWork.begin()
  try {
    return (await call(api.executions.stored, { body: { runs } })).windows
  } finally {
    end()
  }
})

/** Whoever keeps the result, and says when nobody waits for it any more. */
interface Asker {
  client: QueryClient
  signal: AbortSignal
}

/**
 * Gets a result: a stored one where it may be of any age, or that of a new run.
 * @param maxAge seconds
 * @throws RunError in the words of the engine
 */
export async function startRun(run: WidgetRun, maxAge: number, { client: cache, signal }: Asker): Promise<ResultWindow> {
  const missing = missingMessage(run.definitions)
  if (missing !== null) throw new RunError(missing)
  // Most runs have none.
  const parameters = run.definitions.length === 0 ? {} : runValues(run.definitions, browserClock())
  const stored = maxAge === MaxAge.any ? await fetchStored({ query_id: run.queryId, parameters }) : null
  if (stored !== null) return stored
  signal.throwIfAborted()
  const send = () => runQuery(run.queryId, parameters, maxAge, signal)
  const noteJob = (job: string) => cache.setQueryData(jobKey(run), job)
  return runSlots.run(async () => {
    try {
      return await runToEnd(send, sessionJobClient, noteJob, signal)
    } finally {
      cache.removeQueries({ queryKey: jobKey(run) })
    }
  }, signal)
}
