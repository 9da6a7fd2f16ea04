import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClock } from '../ui/time-zone.tsx'
import { FailedRunError, runToEnd } from './follow-run.ts'
import { keyJobClient } from './job-client.ts'
import { filterRequests } from './result-filters.ts'
import { queryReader, type ResultReader } from './result-reader.ts'
import { runQuery } from './run-query.ts'

/** Concurrent runs of one page. */
const runSlots = new Semaphore(4)

interface SavedQueryRunOptions {
  queryId: number
  /** The query's parameters with their applied values. */
  definitions: readonly Definition[]
  /** Whether options of dropdowns are still loading: a missing value is then not an error yet. */
  isLoadingOptions: boolean
  /** Maximum age of a stored result, seconds; -1 for any age. */
  maxAge: number
  /** Whether the query may run now. */
  isEnabled?: boolean
  /** Seconds between two runs; null for a single one. */
  refreshSeconds?: number | null
}

/** The result of a run. */
interface SavedQueryResult {
  first: ResultWindow
  /** The values with which the query was run. */
  parameters: Values
}

interface SavedQueryRunState {
  /** undefined while there is none. The previous result stays while that for other values is loading. */
  result: SavedQueryResult | undefined
  /** Reads further parts of `result`. */
  reader: ResultReader
  /** Error message of the run, or which value is missing; null if nothing is wrong. */
  failure: string | null
  /** Whether `failure` is the message of the data source. */
  hasRunFailed: boolean
  isFetching: boolean
}

/** Runs a saved query, for public dashboards and embeds, whose visitors may have nothing but a key. */
export function useSavedQueryRun(options: SavedQueryRunOptions): SavedQueryRunState {
  const { queryId, definitions, isLoadingOptions } = options
  // Dynamic dates are those of the time when the page was opened; otherwise the query would run again every second.
  const [clock] = useState(useClock())
  const missing = missingMessage(definitions)
  const { data, error, isFetching } = useQuery(savedQueryRun(options, clock))
  const shown = data?.parameters
  const reader = useMemo(() => queryReader(queryId, shown ?? {}), [queryId, shown])
  return {
    result: data,
    reader,
    failure: error?.message ?? (isLoadingOptions ? null : missing),
    hasRunFailed: error instanceof FailedRunError,
    isFetching,
  }
}

/** The run of a saved query with the values of its parameters at a time. Runs with equal values share their result. */
export function savedQueryRun(
  { queryId, definitions, maxAge, isEnabled = true, refreshSeconds = null }: Omit<SavedQueryRunOptions, 'isLoadingOptions'>,
  clock: ClockContext,
) {
  const parameters = runValues(definitions, clock)
  return queryOptions({
    queryKey: ['saved-query-runs', queryId, parameters],
    queryFn: ({ client, signal }) => runSlots.run(() => runSavedQuery(client, { queryId, parameters, maxAge }, signal), signal),
    enabled: isEnabled && missingMessage(definitions) === null,
    refetchInterval: refreshSeconds === null ? false : refreshSeconds * 1000,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** @throws RunError; an AbortError if the signal aborts */
async function runSavedQuery(
  cache: QueryClient,
  { queryId, parameters, maxAge }: Pick<SavedQueryRunOptions, 'queryId' | 'maxAge'> & { parameters: Values },
  signal: AbortSignal,
): Promise<SavedQueryResult> {
  const client = keyJobClient(queryId, parameters)
  const first = await runToEnd(
    () => runQuery(queryId, parameters, maxAge, { signal }),
    client,
    () => {},
    signal,
  )
  // The previous result stays until the filters of this one are known too. A failure leaves them without values.
  await Promise.all(filterRequests(first, client.reader).map((request) => cache.prefetchQuery(request)))
  return { first, parameters }
}
