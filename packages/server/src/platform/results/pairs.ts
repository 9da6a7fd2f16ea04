import type { Cell } from '@sightline/contract/results.ts'
import { cellSql, textSql } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { cellOf, RESULT_TABLE, ROW_NUMBER, sqlColumns } from './result-table.ts'
import type { StoredResult } from './results.ts'

/**
 * The distinct texts of one column, each with the cell of another column in the same row, in order of first occurrence. Rows
 * without a text are left out; if a text occurs with several names, the first one counts.
 */
export async function readPairs(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: { name: number; value: number; limit: number },
): Promise<{ name: Cell; value: string }[]> {
  const columns = sqlColumns(result.columns)
  const name = columns[ask.name]
  const value = columns[ask.value]
  if (!name || !value)
    throw new RangeError(`The result has ${columns.length} columns, and none at ${ask.name} or ${ask.value}.`)
  const [values = [], names = []] = await engine.all(
    `SELECT value, name FROM (
       SELECT ${textSql(value)} AS value, arg_min(${cellSql(name)}, ${ROW_NUMBER}) AS name, min(${ROW_NUMBER}) AS place
       FROM ${RESULT_TABLE} GROUP BY 1)
     WHERE value IS NOT NULL ORDER BY place LIMIT ${ask.limit}`,
    [path],
  )
  return values.map((text, index) => ({ name: cellOf(names[index] ?? null, name), value: String(text) }))
}
