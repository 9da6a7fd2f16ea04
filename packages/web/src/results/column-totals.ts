import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { type ColumnGroups, columnGroupsAsk, columnGroupsIn } from '@sightline/domain/table-columns/subtotals.ts'
import type { ColumnMeasure } from '../ui/data-table/row-source.ts'
import type { ResultReader } from './result-reader.ts'

/** Measures per request: as many as the server takes. */
const MAX_MEASURES = 50

interface MatchingRows {
  filters: RowFilter[]
  search?: string | undefined
  search_columns?: string | undefined
}

/**
 * Computes measures of whole columns of a stored result.
 * @param rows the rows to compute them of
 * @returns one cell per measure, in their order
 */
export async function columnTotals(
  reader: ResultReader,
  id: number,
  measures: readonly ColumnMeasure[],
  rows: MatchingRows,
  signal: AbortSignal,
): Promise<Cell[]> {
  const parts = Array.from({ length: Math.ceil(measures.length / MAX_MEASURES) }, (_, part) =>
    measures.slice(part * MAX_MEASURES, (part + 1) * MAX_MEASURES),
  )
  const replies = await Promise.all(
    parts.map((part) => reader.groups(id, { ask: { sets: [[]], measures: part, limit: 1 }, ...rows }, signal)),
  )
  return replies.flatMap(({ sets: [all] }) => all?.measures.map(([cell = null]) => cell) ?? [])
}

/** Groups rows of a stored result by the values of a column, in their order. @param measures at most 49 */
export async function columnGroups(
  reader: ResultReader,
  id: number,
  { column, descending, measures }: { column: number; descending: boolean; measures: readonly ColumnMeasure[] },
  rows: MatchingRows,
  signal: AbortSignal,
): Promise<ColumnGroups> {
  const ask = columnGroupsAsk(column, descending, measures.slice(0, MAX_MEASURES - 1))
  return columnGroupsIn(await reader.groups(id, { ask, ...rows }, signal))
}
