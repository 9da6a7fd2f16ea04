import type { Cell, DistinctValues } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql, isNullSql, matchSql, type SqlColumn, wallClock } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { cellOf, RESULT_TABLE, ROW_NUMBER, sqlColumns } from './result-table.ts'
import type { DistinctRequest, StoredResult } from './results.ts'

/** The different values of a column and how often each occurs: the most frequent first, then by value, or as they first come up. */
export async function distinctValues(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: DistinctRequest,
): Promise<DistinctValues> {
  const column = sqlColumns(result.columns)[ask.column]
  if (!column) throw new RangeError(`The result has ${result.columns.length} columns, and none at index ${ask.column}.`)
  const texts = new BoundStrings()
  const match = ask.search === '' ? 'true' : (matchSql(column, ask.search, texts) ?? 'false')
  const order = ask.order === 'first' ? 'seen' : 'rows DESC, value NULLS LAST'
  const shown = cellSql({ ref: 'value', storage: column.storage })
  const [totals = [], counts = [], values = []] = await engine.all(
    `WITH found AS MATERIALIZED (
       SELECT value, count(*) AS rows, min(n) AS seen
       FROM (SELECT ${shownAlike(column)} AS value, ${ROW_NUMBER} AS n FROM ${RESULT_TABLE} WHERE ${match}) GROUP BY value
     )
     SELECT (SELECT count(*) FROM found)::INTEGER, rows::INTEGER, ${shown}
     FROM (FROM found ORDER BY ${order} LIMIT ${ask.limit})
     ORDER BY ${order}`,
    [path, ...texts.values],
  )
  return {
    total: Number(totals[0] ?? 0),
    values: merged(values.map((value, index) => ({ value: cellOf(value, column), count: Number(counts[index]) }))),
  }
}

/** One value for all that look the same in a cell. */
export function shownAlike(column: SqlColumn): string {
  switch (column.storage.kind) {
    case 'timestamp':
      return `date_trunc('millisecond', ${column.ref})`
    case 'instant':
      return `date_trunc('millisecond', ${wallClock(column.ref)})`
    case 'double':
    case 'number_text':
      return `CASE WHEN NOT (${isNullSql(column)}) THEN ${column.ref} END`
    default:
      return column.ref
  }
}

/** Digits such as `0.10` and `0.1` are different in the file and the same in a cell. */
function merged(values: { value: Cell; count: number }[]): { value: Cell; count: number }[] {
  const byValue = new Map<Cell, number>()
  for (const { value, count } of values) byValue.set(value, (byValue.get(value) ?? 0) + count)
  return [...byValue].map(([value, count]) => ({ value, count }))
}
