import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { type Chosen, type Filter, withChosen } from '@sightline/domain/filters/filters.ts'
import { useCallback, useMemo, useState } from 'react'
import { loadData } from '../../../results/load-data.ts'
import { noRows, rowFilters, useResultFilters } from '../../../results/result-filters.ts'
import { useMatchCount } from '../../../ui/data-table/MatchCount.tsx'
import type { RowCount } from '../../../ui/data-table/row-source.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'

const none: readonly Filter[] = []

const nothingLeft: RowCount = { rows: 0, isExact: true }

/** What of a stored result the page draws. */
interface VisibleRows {
  /** What the names of the columns ask for, as it is chosen. */
  filters: readonly Filter[]
  choose(name: string, current: Cell[]): void
  loadData: LoadData
  /** Changes when `loadData` would give other data. */
  key: string
  /** Whether a search or a filter leaves rows out. */
  isNarrowed: boolean
  /** How many rows are left; null while nothing is known of it. */
  found: RowCount | null
}

/**
 * The rows of a result that pass its filters and contain a text.
 * @param search '' for all rows
 */
export function useVisibleRows(result: ResultWindow | null, search: string): VisibleRows {
  const first = useResultFilters(result ?? undefined)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => first && withChosen(first, chosen), [first, chosen])
  // undefined while the values of the filters are on their way: nothing is drawn before.
  const passing = useMemo(
    () => (filters === null || result === null ? undefined : rowFilters(result.result.columns, filters)),
    [filters, result],
  )

  const { countFor, withCounting } = useMatchCount()
  const key = `${result?.result.id} ${search} ${JSON.stringify(passing)}`
  const load = useCallback<LoadData>(
    async (needs, signal) => {
      if (result === null) throw new Error('There is no result to draw.')
      if (passing === undefined) return new Promise(() => {})
      const data =
        passing === null
          ? await noRows(result.result)(needs, signal)
          : await loadData(result.result, needs, search, result, signal, passing)
      return data.kind === 'windows' ? { ...data, source: withCounting(data.source, key) } : data
    },
    [result, passing, search, key, withCounting],
  )
  return {
    filters: filters ?? none,
    choose: (name, current) => setChosen((now) => new Map(now).set(name, current)),
    loadData: load,
    key,
    isNarrowed: search !== '' || passing === null || (passing !== undefined && passing.length > 0),
    found: passing === null ? nothingLeft : countFor(key),
  }
}
