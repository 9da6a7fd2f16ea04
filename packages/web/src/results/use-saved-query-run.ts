import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClock } from './browser-clock.ts'
import { runSavedQuery, type SavedQueryRun, type WholeResult } from './run-saved-query.ts'

/** Concurrent runs of one page. */
const runSlots = new Semaphore(4)

interface SavedQueryRunOptions extends Omit<SavedQueryRun, 'parameters'> {
  /** The query's parameters with their applied values. */
  definitions: readonly Definition[]
  /** Whether options of dropdowns are still loading: a missing value is then not an error yet. */
  isLoadingOptions: boolean
  /** Whether the query may run now. */
  isEnabled?: boolean
  /** Seconds between two runs; null for a single one. */
  refreshSeconds?: number | null
}

interface SavedQueryRunState {
  /** undefined while there is none. The previous result stays while that for other values is loading. */
  result: WholeResult | undefined
  /** Error message of the run, or which value is missing; null if nothing is wrong. */
  failure: string | null
}

/** Runs a saved query and loads its whole result, for public dashboards and embeds, whose visitors may have nothing but a key. */
export function useSavedQueryRun(options: SavedQueryRunOptions): SavedQueryRunState {
  const { definitions, isLoadingOptions, isEnabled = true, refreshSeconds = null, ...run } = options
  // Dynamic dates are those of the time when the page was opened; otherwise the query would run again every second.
  const [clock] = useState(browserClock)
  const parameters = runValues(definitions, clock)
  const missing = missingMessage(definitions)
  const { data, error } = useQuery({
    queryKey: ['saved-query-runs', run.queryId, parameters],
    queryFn: ({ signal }) => runSlots.run(() => runSavedQuery({ ...run, parameters }, signal), signal),
    enabled: isEnabled && missing === null,
    refetchInterval: refreshSeconds === null ? false : refreshSeconds * 1000,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { result: data, failure: error?.message ?? (isLoadingOptions ? null : missing) }
}
