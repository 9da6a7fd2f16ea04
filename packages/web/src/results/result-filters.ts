import type { ResultInfo, ResultWindow } from '@sightline/contract/results.ts'
import { filterKind } from '@sightline/domain/filters/column-name.ts'
import { type Filter, filtersOf } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LoadData } from '../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'
import { loadData, resultSource } from './load-data.ts'
import { filtersIn, memoryData, type WholeResult } from './memory-data.ts'
import type { ResultReader } from './result-reader.ts'

/** Filter values offered to choose from: as many as the server returns. */
const MAX_FILTER_VALUES = 1000

/**
 * Up to this many rows are grouped, sorted and searched in the browser, so that a small chart needs no request of its own. Of longer
 * results only columns are taken from memory; everything else is left to the server, which is exact for any number of rows.
 */
const MAX_ROWS_IN_BROWSER = 100

const none: readonly Filter[] = []

const indexesOfFilters = ({ columns }: ResultInfo): number[] =>
  columns.flatMap(({ name }, index) => (filterKind(name) === null ? [] : [index]))

/** The values of a column that declares a filter. A result never changes. */
const filterValues = (id: number, column: number, reader: ResultReader) =>
  queryOptions({
    queryKey: ['results', id, 'distinct', column],
    queryFn: ({ signal }) => reader.distinct(id, { column, order: 'first', limit: MAX_FILTER_VALUES }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The requests of `useResultFilters` for a result. If they are made before the result is shown, the filters appear with it. */
export const filterRequests = (first: ResultWindow, reader: ResultReader) =>
  wholeResultOf(first) === null
    ? indexesOfFilters(first.result).map((column) => filterValues(first.result.id, column, reader))
    : []

/**
 * The filters that the column names of a result declare (such as `country::filter`), as they are before anyone changes them. Their
 * values are in the order of the rows, so the query decides which one comes first.
 * @param first the first window of the result
 * @returns null while the values are being loaded
 */
export function useResultFilters(first: ResultWindow | undefined, reader: ResultReader): readonly Filter[] | null {
  const declared = useMemo(() => {
    const indexes = first ? indexesOfFilters(first.result) : []
    return {
      columns: indexes.flatMap((index) => first?.result.columns[index] ?? []),
      indexes,
      whole: first ? wholeResultOf(first) : null,
    }
  }, [first])
  // `combine` returns the same array while the replies are the same; filters are compared by identity further down.
  const values = useQueries({
    queries: first ? filterRequests(first, reader) : [],
    combine: (replies) => (replies.every(({ isPending }) => !isPending) ? replies.map(({ data }) => data?.values ?? []) : null),
  })
  return useMemo(() => {
    if (declared.indexes.length === 0) return none
    if (declared.whole !== null) return filtersIn(declared.whole)
    return (
      values &&
      filtersOf(
        declared.columns,
        values.map((of) => of.map(({ value }) => value)),
      )
    )
  }, [declared, values])
}

/** The complete result, if its first window has all rows; null for a longer one. */
export function wholeResultOf({ result, offset, rows }: ResultWindow): WholeResult | null {
  const { id, columns, row_count } = result
  return offset === 0 && rows.length === row_count ? { id, columns, rows } : null
}

/**
 * Loads the data of visualizations: the rows of a stored result that pass all filters. Short results are already in memory; of
 * longer ones only the needed part is loaded.
 * @param first the first window of the result
 */
export const filteredData = (first: ResultWindow, filters: readonly Filter[], reader: ResultReader): LoadData =>
  Object.assign(rowsPassing(first, filters, reader), reader.latest && { other: reader.latest })

function rowsPassing(first: ResultWindow, filters: readonly Filter[], reader: ResultReader): LoadData {
  const whole = wholeResultOf(first)
  const serverFilters = rowFilters(first.result.columns, filters)
  const rows = serverFilters && { reader, first, filters: serverFilters }
  const inMemory = whole && memoryData(whole, filters, rows && resultSource(rows))
  if (inMemory && first.rows.length <= MAX_ROWS_IN_BROWSER) return inMemory
  if (rows === null) return noRows(first.result)
  const atHand = (needs: Needs): ResultData | null => {
    if (needs.kind === 'windows') return { kind: 'windows', source: resultSource(rows) }
    return needs.kind === 'columns' ? (inMemory?.atHand?.(needs) ?? null) : null
  }
  return Object.assign(async (needs: Needs, signal: AbortSignal) => atHand(needs) ?? loadData(rows, needs, signal), { atHand })
}

/** The data of a result none of whose rows pass the filters. */
export const noRows = ({ id, columns }: ResultInfo): LoadData => memoryData({ id, columns, rows: [] }, [])
