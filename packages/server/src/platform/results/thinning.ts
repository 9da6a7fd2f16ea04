import type { Cell, ResultColumns } from '@sightline/contract/executions.ts'
import { extremeSql, type SqlColumn } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { RESULT_TABLE, ROW_NUMBER, readCells, sqlColumns } from './result-table.ts'
import type { StoredResult } from './results.ts'

/**
 * Reads some columns whole, or thinned when there are more rows than `limit`, always in source order. Thinning keeps the first
 * and the last row, and of each of equally long stretches between them the rows with the smallest and the largest value of
 * `extreme`; without an `extreme` it keeps every n-th row.
 */
export async function readColumns(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: { columns: readonly number[]; limit: number; extreme: number | null },
): Promise<ResultColumns> {
  const all = sqlColumns(result.columns)
  const chosen = ask.columns.map((index) => {
    const column = all[index]
    if (!column) throw new RangeError(`The result has ${all.length} columns, and none at index ${index}.`)
    return column
  })
  const total = result.rowCount
  const extreme = ask.extreme === null ? null : (all[ask.extreme] ?? null)
  const which =
    total <= ask.limit ? '>= 0' : `IN (${[...(await keptRows(engine, path, total, ask.limit, extreme))].join(', ')})`
  const { rowNumbers, columns } = await readCells(engine, path, chosen, which)
  return { total, shown: rowNumbers.length, values: columns satisfies Cell[][] }
}

/** Row numbers that stay, at most `limit` of them. */
async function keptRows(
  engine: Engine,
  path: string,
  total: number,
  limit: number,
  extreme: SqlColumn | null,
): Promise<Set<number>> {
  const first = 0
  const last = total - 1
  if (limit === 1) return new Set([first])
  if (limit === 2) return new Set([first, last])
  if (!extreme || limit < 4) {
    const step = Math.ceil(total / (limit - 1))
    return new Set([...Array.from({ length: Math.ceil(total / step) }, (_, n) => n * step), last])
  }
  const buckets = Math.floor((limit - 2) / 2)
  const value = extremeSql(extreme)
  // A stretch without any value is kept as its first row, so that its gap stays visible.
  const [lows = [], highs = []] = await engine.all(
    `SELECT coalesce(arg_min(n, x), min(n))::INTEGER, coalesce(arg_max(n, x), min(n))::INTEGER
     FROM (SELECT ${ROW_NUMBER} AS n, ${value} AS x FROM ${RESULT_TABLE})
     GROUP BY n * ${buckets} // ${total}`,
    [path],
  )
  return new Set([first, ...lows.map(Number), ...highs.map(Number), last])
}
