import type { Cell, QueryResult } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'

/** A result that is in the browser as a whole: what the holders of a key get, who may not ask for parts of it. */
export interface WholeResult {
  /** null where the answer did not say: it cannot be downloaded. */
  id: number | null
  columns: SourceColumn[]
  /** In column order. */
  rows: Cell[][]
  retrieved_at: string
}

/** Reads a result as a run answers it, or as its JSON file. */
export function wholeResult(
  id: number | null,
  { data, retrieved_at }: Pick<QueryResult, 'data' | 'retrieved_at'>,
): WholeResult {
  const columns = data.columns.map(({ name, type }) => ({ name, type, source_type: '' }))
  const rows = data.rows.map((row) => columns.map(({ name }) => cellOf(row[name])))
  return { id, columns, rows, retrieved_at }
}

/** Nested values are shown as the JSON that they are. */
function cellOf(value: unknown): Cell {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'undefined':
      return null
    default:
      return value === null ? null : JSON.stringify(value)
  }
}
