import type { ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import { type Condition, type ExploredColumn, isTime } from '@sightline/domain/explore/exploration.ts'
import { rowFilters as conditionFilters } from '@sightline/domain/explore/request.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import { isInstant } from '@sightline/domain/format/date.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import { loadData, resultSource } from './load-data.ts'
import { noRows } from './result-filters.ts'
import type { ResultReader } from './result-reader.ts'

/** The columns of a result, with what its first rows tell about their times. */
export function exploredColumns({ result, rows }: ResultWindow): (SourceColumn & ExploredColumn)[] {
  return result.columns.map((column, index) => {
    const first = isTime(column) ? rows.find((row) => row[index] != null)?.[index] : null
    return { ...column, isInstant: typeof first === 'string' && isInstant(first) }
  })
}

export interface RowsOfMark {
  /** The first window of the result. */
  first: ResultWindow
  /** The filters that the rows of the visualization pass. */
  filters: readonly Filter[]
  /** The conditions of the mark. */
  conditions: readonly Condition[]
  /** Of the reader, whose days the conditions mean. */
  timeZone: string
}

/** The filters of the rows behind a mark as the server takes them; null if no row can pass. */
export function markFilters({ first, filters, conditions, timeZone }: RowsOfMark): RowFilter[] | null {
  const passed = rowFilters(first.result.columns, filters)
  return passed && [...passed, ...conditionFilters({ conditions: [...conditions] }, exploredColumns(first), timeZone)]
}

/** Loads the rows behind a mark. They are found by the server, which compares values exactly. */
export function markRows(rows: RowsOfMark, reader: ResultReader): LoadData {
  const { first } = rows
  const filters = markFilters(rows)
  if (filters === null) return noRows(first.result)
  const stored = { reader, first, filters }
  const atHand = (needs: Parameters<LoadData>[0]) =>
    needs.kind === 'windows' ? { kind: 'windows' as const, source: resultSource(stored) } : null
  return Object.assign(
    async (needs: Parameters<LoadData>[0], signal: AbortSignal) => atHand(needs) ?? loadData(stored, needs, signal),
    { atHand },
  )
}
