import { useDebouncedValue } from '@mantine/hooks'
import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { type Chosen, type Filter, withChosen } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { loadData, rowsInMemory } from '../../../results/load-data.ts'
import { noRows, useResultFilters } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import type { RowsSoFar } from '../../../results/use-execution.ts'
import { useMatchCount } from '../../../ui/data-table/MatchCount.tsx'
import type { RowCount, SourceColumn } from '../../../ui/data-table/row-source.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import { resultQuery } from '../../executions/api.ts'
import type { VisualizationSettings } from './visualization-tabs.ts'

/** The result of a run on this page. */
export interface RunResult {
  window: ResultWindow
  /** The text that was run; '' for a part of the text. */
  text: string
  isOfSelection: boolean
  /** Number of statements that were run. Only the last result of several is stored. */
  statements: number
  /** The values of the parameters with which it was run. */
  values: Values
}

/** The result that the page shows. */
interface VisibleResult {
  /** The newest result; the stored one until something was run on this page. */
  result: ResultWindow | null
  isOfSelection: boolean
  /** Number of statements behind the result; 1 for the stored result. */
  statements: number
  /** The values of the parameters of the run; none for the stored result, which only queries without parameters open with. */
  values: Values
  /** Whether the stored result is being loaded. */
  isLoading: boolean
  /** Why the stored result could not be loaded; null if it could, or if there is none. */
  failure: { error: Error; retry(): void } | null
  /** The id of the result that this text returned on this page; null if there is none. */
  resultIdOf(text: string): number | null
  show(result: RunResult): void
  /** Shows no result until something is run. */
  clear(): void
}

/** @param latestId the stored result to start with; null for none */
export function useVisibleResult(latestId: number | null): VisibleResult {
  const [latestRun, setLatestRun] = useState<RunResult | null>(null)
  const [isCleared, setIsCleared] = useState(false)
  const stored = useQuery({ ...resultQuery(latestId ?? 0), enabled: latestId !== null && latestRun === null && !isCleared })
  const result = latestRun?.window ?? (isCleared || latestId === null ? null : (stored.data ?? null))
  return {
    result,
    isOfSelection: latestRun?.isOfSelection ?? false,
    statements: latestRun?.statements ?? 1,
    values: latestRun?.values ?? noValues,
    isLoading: stored.isLoading,
    failure: result === null && stored.isLoadingError ? { error: stored.error, retry: () => void stored.refetch() } : null,
    resultIdOf: (text) => (latestRun !== null && latestRun.text === text ? latestRun.window.result.id : null),
    show(next) {
      setLatestRun(next)
      setIsCleared(false)
    },
    clear() {
      setLatestRun(null)
      setIsCleared(true)
    },
  }
}

const noValues: Values = {}

const none: readonly Filter[] = []

const noRowsLeft: RowCount = { rows: 0, isExact: true }

/** The rows of the result that pass its filters and the search. */
export interface VisibleRows {
  /** The filters that the column names declare, with their chosen values. */
  filters: readonly Filter[]
  choose(name: string, current: Cell[]): void
  loadData: LoadData
  /** Changes whenever `loadData` would load other data. */
  key: string
  /** Whether the search or a filter leaves rows out. */
  isNarrowed: boolean
  /** The number of rows that are left; null while it is unknown. */
  found: RowCount | null
}

/** @param search '' for all rows */
export function useVisibleRows(result: ResultWindow | null, search: string): VisibleRows {
  const first = useResultFilters(result ?? undefined, sessionReader)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => first && withChosen(first, chosen), [first, chosen])
  // undefined while the values of the filters are being loaded: nothing is shown before.
  const serverFilters = useMemo(
    () => (filters === null || result === null ? undefined : rowFilters(result.result.columns, filters)),
    [filters, result],
  )

  const { countFor, withCounting } = useMatchCount()
  const key = `${result?.result.id} ${search} ${JSON.stringify(serverFilters)}`
  const load = useMemo((): LoadData => {
    const visible: LoadData = async (needs, signal) => {
      if (result === null) throw new Error('There is no result to show.')
      if (serverFilters === undefined) return new Promise(() => {})
      const data =
        serverFilters === null
          ? await noRows(result.result)(needs, signal)
          : await loadData({ reader: sessionReader, first: result, filters: serverFilters, search }, needs, signal)
      return data.kind === 'windows' ? { ...data, source: withCounting(data.source, key) } : data
    }
    return Object.assign(visible, { other: sessionReader.latest })
  }, [result, serverFilters, search, key, withCounting])
  return {
    filters: filters ?? none,
    choose: (name, current) => setChosen((now) => new Map(now).set(name, current)),
    loadData: load,
    key,
    isNarrowed: search !== '' || serverFilters === null || (serverFilters !== undefined && serverFilters.length > 0),
    found: serverFilters === null ? noRowsLeft : countFor(key),
  }
}

/** The first rows of a run that goes on, as a table shows them. */
export interface LiveRows {
  visualization: VisualizationSettings
  columns: SourceColumn[]
  loadData: LoadData
  /** Changes with the rows. */
  key: string
  /** The number of rows that have arrived; the run may have returned more by now. */
  count: number
}

/**
 * @param rowsSoFar null while there are none
 * @param visualization the one in the selected tab
 * @returns null if there is nothing to show yet: only tables show the rows of a run that goes on
 */
export function useLiveRows(rowsSoFar: RowsSoFar | null, visualization: VisualizationSettings): LiveRows | null {
  return useMemo(() => {
    if (rowsSoFar === null || visualization.type !== 'TABLE') return null
    const { rows } = rowsSoFar
    const columns = rowsSoFar.columns.map((column) => ({ ...column, source_type: '' }))
    const key = `live ${rows.length}`
    return {
      // On one page: a paginator would count the rows that have arrived, while the run has returned many more.
      visualization: { ...visualization, options: { ...visualization.options, itemsPerPage: Math.max(1, rows.length) } },
      columns,
      loadData: () => Promise.resolve({ kind: 'windows', source: rowsInMemory(key, columns, rows) }),
      key,
      count: rows.length,
    }
  }, [rowsSoFar, visualization])
}

/** Milliseconds without a key before the rows are searched. */
const SEARCH_DELAY_MS = 250

/** The search for rows. It is cleared when a result has other columns, as are their order and widths. */
export function useRowSearch(result: ResultWindow | null) {
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const columns = result === null ? null : result.result.columns.map(({ name }) => name).join('\n')
  const [searchedColumns, setSearchedColumns] = useState(columns)
  // Without a result nothing is cleared: the next one may have the same columns.
  if (columns !== null && columns !== searchedColumns) {
    setSearchedColumns(columns)
    setTyped('')
  }
  return {
    typed,
    setTyped,
    /** The text to search for; '' for none. */
    text: typed.trim() === '' ? '' : debounced,
  }
}
