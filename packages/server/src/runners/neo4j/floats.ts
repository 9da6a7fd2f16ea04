import { type Cell, ExactNumber } from '../values/cells.ts'

/** How Neo4j writes the floats that JSON does not have. */
const NOT_IN_JSON: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity'])

/**
 * Converts `"NaN"`, `"Infinity"` and `"-Infinity"` to numbers in the columns whose other values are all numbers. In other columns they
 * may be texts.
 */
export function withFloats(rows: readonly (readonly Cell[])[], columnCount: number): readonly (readonly Cell[])[] {
  const areNumbers = Array.from({ length: columnCount }, (_, column) => isNumeric(rows, column))
  if (!areNumbers.includes(true)) return rows
  return rows.map((row) => row.map((value, column) => (areNumbers[column] && NOT_IN_JSON.has(value) ? Number(value) : value)))
}

function isNumeric(rows: readonly (readonly Cell[])[], column: number): boolean {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null)
  return values.some(isNumber) && values.every((value) => isNumber(value) || NOT_IN_JSON.has(value))
}

const isNumber = (value: Cell): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber
