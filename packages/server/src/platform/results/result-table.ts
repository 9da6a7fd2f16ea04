import type { Cell } from '@sightline/contract/results.ts'
import type { Column } from './batch.ts'
import { doubleCell, integerCell, namesNumbers, notFiniteName, numberCell } from './cells.ts'
import { cellSql, type SqlColumn, sqlColumn } from './column-sql.ts'
import type { Engine, Selected } from './engine.ts'
import { numberedName } from './parquet-footer.ts'

/** A result file in SQL. `$1` is bound to its path; `file_row_number` is the row number from 0, in source order. */
export const RESULT_TABLE = 'read_parquet($1, file_row_number = true)'
export const ROW_NUMBER = 'file_row_number'

export function sqlColumns(columns: readonly Column[]): SqlColumn[] {
  return columns.map(({ storage }, index) => sqlColumn(index, storage))
}

/** The column at an index. @throws RangeError for an index that the caller has not checked */
export function sqlColumnAt(columns: readonly Column[], index: number): SqlColumn {
  const column = columns[index]
  if (!column) throw new RangeError(`The result has ${columns.length} columns, but none at index ${index}.`)
  return sqlColumn(index, column.storage)
}

/** Converts a value that was selected with `cellSql` to a cell. */
export function cellOf(value: Selected, { storage: { kind } }: SqlColumn): Cell {
  switch (typeof value) {
    case 'bigint':
      return integerCell(value)
    case 'number':
      return doubleCell(value)
    case 'string':
      return kind === 'decimal' || kind === 'number_text' ? numberCell(value) : value
    default:
      return value
  }
}

/** Returns a function like `cellOf` that names the numbers of number columns that are not finite. */
export function shownCells(columns: readonly Column[]): (value: Selected, column: SqlColumn) => Cell {
  const named = new Set(columns.flatMap((column, index) => (namesNumbers(column) ? numberedName(index) : [])))
  return (value, column) => cellOf(value, column) ?? (named.has(column.ref) ? notFiniteName(value) : null)
}

/**
 * Reads some rows of a file.
 * @param which SQL condition for the row number, such as `BETWEEN 5 AND 9`, built from numbers only
 * @param toCell converts a value that was selected with `cellSql`
 * @returns the row numbers, ascending, and the cells of each column
 */
export async function readCells(
  engine: Engine,
  path: string,
  columns: readonly SqlColumn[],
  which: string,
  toCell = cellOf,
): Promise<{ rowNumbers: number[]; columns: Cell[][] }> {
  const cells = columns.map(cellSql)
  const [rowNumbers = [], ...values] = await engine.all(
    `SELECT ${[`${ROW_NUMBER}::INTEGER`, ...cells].join(', ')} FROM ${RESULT_TABLE} WHERE ${ROW_NUMBER} ${which}`,
    [path],
  )
  return {
    rowNumbers: rowNumbers.map(Number),
    columns: columns.map((column, index) => (values[index] ?? []).map((value) => toCell(value, column))),
  }
}

/** Transposes columns of cells to rows of cells. */
export function rowsOf(columns: readonly Cell[][], rowCount: number): Cell[][] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((column) => column[row] ?? null))
}
