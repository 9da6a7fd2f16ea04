import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { missingMessage } from '@sightline/domain/parameters/missing.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentHere } from './moment.ts'
import { createRunLimit } from './run-limit.ts'
import { runWhole, type WholeRun } from './run-whole.ts'
import type { WholeResult } from './whole-result.ts'

/** Concurrent runs of one page. */
const limit = createRunLimit(4)

interface WholeRunOptions extends Omit<WholeRun, 'parameters'> {
  /** The query's parameters with their applied values. */
  definitions: readonly Definition[]
  /** Whether options of dropdowns are still loading: a missing value is then not an error yet. */
  isLoadingOptions: boolean
  /** Whether the query may run now. */
  isEnabled?: boolean
  /** Seconds between two runs; null for a single one. */
  refreshSeconds?: number | null
}

interface WholeRunState {
  /** undefined while there is none. The previous result stays while that for other values is loading. */
  result: WholeResult | undefined
  /** Error message of the run, or which value is missing; null if nothing is wrong. */
  failure: string | null
}

/** Runs a saved query and loads its whole result, for public dashboards and embeds, whose visitors may have nothing but a key. */
export function useWholeRun(options: WholeRunOptions): WholeRunState {
  const { definitions, isLoadingOptions, isEnabled = true, refreshSeconds = null, ...run } = options
  // Dynamic dates are those of the time when the page was opened; otherwise the query would run again every second.
  const [clock] = useState(momentHere)
  const parameters = runValues(definitions, clock)
  const missing = missingMessage(definitions)
  const { data, error } = useQuery({
    queryKey: ['whole-runs', run.queryId, parameters],
    queryFn: ({ signal }) => limit(() => runWhole({ ...run, parameters }, signal), signal),
    enabled: isEnabled && missing === null,
    refetchInterval: refreshSeconds === null ? false : refreshSeconds * 1000,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { result: data, failure: error?.message ?? (isLoadingOptions ? null : missing) }
}
