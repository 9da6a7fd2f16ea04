import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import {
  answerColumns,
  type Exploration,
  type ExploredColumn,
  groupTerms,
  isGrouped,
  isSameTerm,
  type SortKey,
  type SortTerm,
  sortOf,
} from '@sightline/domain/explore/exploration.ts'
import {
  answerSort,
  cellsOf,
  cellsOfFirstLines,
  isPivoted,
  type PivotedAnswer,
  pivoted,
} from '@sightline/domain/explore/pivot.ts'
import { groupsRequest, rowFilters } from '@sightline/domain/explore/request.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadData } from '../../../results/load-data.ts'
import { memoryData } from '../../../results/memory-data.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../../../visualizations/visualization.ts'

const untold = (column: ExploredColumn): SourceColumn => ({ ...column, source_type: '' })

/** The rows that answer an exploration. */
export interface Answer {
  /** Changes with the rows. */
  key: string
  columns: SourceColumn[]
  /** The sort term of each column. */
  terms: SortTerm[]
  /** The rows from which the chart is suggested. */
  rows: Cell[][]
  loadData: LoadData
  /** null if the rows of the result are shown. */
  groups: { shown: number; total: number } | null
  /** The pivot table that the answer is; null for another answer. */
  pivot: PivotedAnswer | null
  /** The rows for a chart: the groups of a pivot table, else the same as in the table. */
  charted: Pick<Answer, 'columns' | 'rows' | 'loadData'> & { exploration: Exploration }
}

interface Explored {
  /** The previous answer while another one loads; null before the first. */
  answer: Answer | null
  /** Number of rows that pass the filters; null without filters, and until they are counted. */
  matching: number | null
  isLoading: boolean
  /** Why there is no answer; null if there is one. */
  error: Error | null
  retry(): void
}

/** Answers an exploration from the stored result. Small answers are complete, so that table and chart need no further request. */
export function useExplored(
  window: ResultWindow,
  exploration: Exploration,
  columns: readonly (SourceColumn & ExploredColumn)[],
  timeZone: string,
): Explored {
  const { id } = window.result
  const filtersText = JSON.stringify(rowFilters(exploration, columns, timeZone))
  const ask = isGrouped(exploration) ? groupsRequest(cellsOf(exploration), columns, timeZone) : null
  const groups = useQuery({
    queryKey: ['results', id, 'explored', ask, exploration.across, exploration.limit, filtersText],
    queryFn: async ({ signal }) => {
      if (ask === null) return null
      const { sets } = await sessionReader.groups(id, { ask: ask, filters: JSON.parse(filtersText) }, signal)
      return { exploration, filters: filtersText, set: sets[0] }
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const count = useQuery({
    queryKey: ['results', id, 'explored', 'rows', filtersText],
    queryFn: async ({ signal }) => {
      const request = { sets: [[]], measures: [{ kind: 'count' as const, column: null }], limit: 1 }
      const { sets } = await sessionReader.groups(id, { ask: request, filters: JSON.parse(filtersText) }, signal)
      return Number(sets[0]?.measures[0]?.[0] ?? 0)
    },
    enabled: filtersText !== '[]',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const matching = filtersText === '[]' ? null : (count.data ?? null)
  const { data } = groups
  const answer = useMemo((): Answer | null => {
    if (data === undefined) return null
    if (data === null) {
      const filters = JSON.parse(filtersText)
      const load: LoadData = async (needs, signal) =>
        filtered(await loadData({ reader: sessionReader, first: window, filters }, needs, signal), filters.length > 0)
      const whole = { columns: window.result.columns, rows: window.rows, loadData: load }
      const terms = whole.columns.map(({ name }) => ({ kind: null, column: name }))
      return { key: filtersText, ...whole, terms, groups: null, pivot: null, charted: { ...whole, exploration } }
    }
    const answered = answerColumns(cellsOf(data.exploration), columns).map(untold)
    const measures = data.exploration.measures.length > 0 ? (data.set?.measures ?? []) : []
    const cells = [...(data.set?.keys ?? []), ...measures]
    const groupRows = (cells[0] ?? []).map((_, row) => cells.map((column) => column[row] ?? null))
    const key = JSON.stringify([id, data.exploration, data.filters, timeZone])
    const total = data.set?.total ?? 0
    const inMemory = (name: string, of: SourceColumn[], rows: Cell[][], terms: SortTerm[], sort: readonly SortKey[]) => ({
      columns: of,
      rows,
      terms,
      loadData: inOrder(memoryData({ id: name, columns: of, rows }, []), placesIn(terms, sort)),
    })
    const cellsAsked = cellsOf(data.exploration)
    const shown = cellsOfFirstLines(data.exploration, groupRows)
    const flat = inMemory(key, answered, shown, groupTerms(cellsAsked), sortOf(cellsAsked))
    const pivot = isPivoted(data.exploration) ? pivoted(data.exploration, columns, groupRows, total, timeZone) : null
    return {
      key,
      ...(pivot === null
        ? flat
        : inMemory(`${key} pivot`, pivot.columns.map(untold), pivot.rows, pivot.terms, answerSort(data.exploration))),
      groups: { shown: groupRows.length, total },
      pivot,
      charted: { ...flat, exploration: data.exploration },
    }
  }, [data, columns, exploration, filtersText, id, timeZone, window])
  return {
    answer,
    matching,
    isLoading: groups.isPlaceholderData || count.isPlaceholderData,
    error: groups.error ?? count.error,
    retry: () => {
      void groups.refetch()
      if (count.error) void count.refetch()
    },
  }
}

/** Rows that meet the conditions of their table already: the heads change these conditions, and the server applies them. */
function filtered(data: ResultData, isSearched: boolean): ResultData {
  if (data.kind !== 'windows') return data
  const source: typeof data.source = { ...data.source, isSearched, filter: () => source }
  return { ...data, source }
}

type TableSort = { column: number; descending: boolean }[]

/** An order by the places of the columns. */
const placesIn = (terms: readonly SortTerm[], sort: readonly SortKey[]): TableSort =>
  sort.map(({ descending, ...key }) => ({ column: terms.findIndex((term) => isSameTerm(term, key)), descending }))

/** Data whose rows already have an order: sorting them again would sort texts by the alphabet of the reader, unlike the SQL. */
function inOrder(load: LoadData, order: TableSort): LoadData {
  const text = JSON.stringify(order)
  const isOrder = (sort: TableSort) => JSON.stringify(sort.map(({ column, descending }) => ({ column, descending }))) === text
  const ordered = (data: ResultData): ResultData => {
    if (data.kind !== 'windows') return data
    const { source } = data
    const rowsOf: typeof source.load = (window, signal) =>
      source.load({ ...window, sort: isOrder(window.sort) ? [] : window.sort }, signal)
    return { ...data, source: { ...source, load: rowsOf } }
  }
  const { atHand } = load
  const ordering = async (...args: Parameters<LoadData>) => ordered(await load(...args))
  if (atHand === undefined) return ordering
  return Object.assign(ordering, {
    atHand(needs: Needs) {
      const data = atHand(needs)
      return data === null ? null : ordered(data)
    },
  })
}
