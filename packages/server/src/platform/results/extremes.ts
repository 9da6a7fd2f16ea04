import { type SqlColumn, textSql } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { RESULT_TABLE, sqlColumns } from './result-table.ts'
import type { StoredResult } from './results.ts'

/** The smallest and the largest number of a column; null if it has no rows, or if a cell is not a number. */
export async function readExtremes(
  engine: Engine,
  path: string,
  result: StoredResult,
  index: number,
): Promise<{ min: number; max: number } | null> {
  const column = sqlColumns(result.columns)[index]
  if (!column) throw new RangeError(`The result has ${result.columns.length} columns, but none at index ${index}.`)
  const [smallest = [], largest = [], strangers = []] = await engine.all(
    `SELECT min(number), max(number), (count(*) FILTER (NOT coalesce(isfinite(number), false)))::INTEGER
     FROM (SELECT ${numberSql(column)} AS number FROM ${RESULT_TABLE})`,
    [path],
  )
  const [min, max] = [smallest[0] ?? null, largest[0] ?? null]
  return strangers[0] === 0 && min !== null && max !== null ? { min: Number(min), max: Number(max) } : null
}

/** The number in a cell, even if it is stored as text; null if it is not a number. */
function numberSql(column: SqlColumn): string {
  const { kind } = column.storage
  const isNumber = kind === 'int32' || kind === 'int64' || kind === 'double' || kind === 'decimal'
  return isNumber ? `${column.ref}::DOUBLE` : `TRY_CAST(${textSql(column)} AS DOUBLE)`
}
