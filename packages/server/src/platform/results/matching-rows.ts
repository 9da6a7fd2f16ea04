import type { BoundStrings } from './bound-strings.ts'
import type { SqlColumn } from './column-sql.ts'
import { RESULT_TABLE, ROW_NUMBER } from './result-table.ts'
import type { StoredResult } from './results.ts'
import { conditionSql } from './windows.ts'

/**
 * The rows of a result that match, as a table for statements that read it once for each column: that takes less time than one
 * table of many aggregates, because DuckDB filters all of its columns for each filtered or distinct one.
 * @param columns that are read of it
 * @param texts collects the strings of the condition
 * @returns the SQL before the first SELECT, in which a condition is evaluated once, and the name of the table
 */
export function matchingRows(
  result: StoredResult,
  ask: Parameters<typeof conditionSql>[1],
  columns: readonly { column: SqlColumn }[],
  texts: BoundStrings,
): { before: string; name: string } {
  const where = conditionSql(result.columns, ask, texts)
  if (where === '') return { before: '', name: RESULT_TABLE }
  const refs = [...new Set([...columns.map(({ column }) => column.ref), ROW_NUMBER])]
  return { before: `WITH matching AS MATERIALIZED (SELECT ${refs.join(', ')} FROM ${RESULT_TABLE} ${where})`, name: 'matching' }
}
