import type { Cell, ResultColumns, RowFilter } from '@sightline/contract/results.ts'
import type { Column } from './batch.ts'
import { BoundStrings } from './bound-strings.ts'
import { extremeSql, type SqlColumn } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { filterSql } from './filter-sql.ts'
import { RESULT_TABLE, ROW_NUMBER, readCells, sqlColumnAt, sqlColumns } from './result-table.ts'
import type { ColumnsRequest, StoredResult } from './results.ts'

/**
 * Reads some columns, whole or, if more rows pass the filters than `limit`, thinned, always in source order. Thinning keeps the
 * first and the last row and, of each of several equally long ranges between them, the rows with the smallest and the largest
 * value of `extreme`; without an `extreme` it keeps every n-th row.
 */
export async function readColumns(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ColumnsRequest,
): Promise<ResultColumns> {
  const { limit, filters = [] } = ask
  const all = sqlColumns(result.columns)
  const chosen = ask.columns.map((index) => sqlColumnAt(result.columns, index))
  const extreme = ask.extreme === null ? null : (all[ask.extreme] ?? null)
  const rows = filters.length === 0 ? everyRow(path, result.rowCount) : await passingRows(engine, path, result.columns, filters)
  const kept = rows.total <= limit ? rows.all : await keptRows(engine, rows, limit, extreme)
  if (rows.total === 0) return { total: 0, shown: 0, values: chosen.map(() => []) }
  const { rowNumbers, columns } = await readCells(engine, path, chosen, kept === null ? '>= 0' : `IN (${[...kept].join(', ')})`)
  return { total: rows.total, shown: rowNumbers.length, values: columns satisfies Cell[][] }
}

/** The rows to thin. */
interface Rows {
  total: number
  /** Row numbers; null for all rows of the file. */
  all: Int32Array | null
  /** `FROM` clause that selects these rows. */
  from: string
  parameters: string[]
}

const everyRow = (path: string, total: number): Rows => ({ total, all: null, from: RESULT_TABLE, parameters: [path] })

async function passingRows(
  engine: Engine,
  path: string,
  columns: readonly Column[],
  filters: readonly RowFilter[],
): Promise<Rows> {
  const texts = new BoundStrings()
  const from = `${RESULT_TABLE} WHERE ${filterSql(columns, filters, texts).join(' AND ')}`
  const parameters = [path, ...texts.values]
  const all = await engine.integers(`SELECT ${ROW_NUMBER}::INTEGER FROM ${from} ORDER BY ${ROW_NUMBER}`, parameters)
  return { total: all.length, all, from, parameters }
}

/** Numbers of the rows to keep, at most `limit`. */
async function keptRows(engine: Engine, rows: Rows, limit: number, extreme: SqlColumn | null): Promise<Set<number>> {
  const { total, all } = rows
  const numberAt = (place: number) => (all === null ? place : (all[place] ?? 0))
  const first = numberAt(0)
  const last = numberAt(total - 1)
  if (limit === 1) return new Set([first])
  if (limit === 2) return new Set([first, last])
  if (!extreme || limit < 4) {
    const step = Math.ceil(total / (limit - 1))
    return new Set([...Array.from({ length: Math.ceil(total / step) }, (_, n) => numberAt(n * step)), last])
  }
  const buckets = Math.floor((limit - 2) / 2)
  const value = extremeSql(extreme)
  // Rows are renumbered only if some are filtered out: the file has the numbers of all rows.
  const place = all === null ? ROW_NUMBER : `row_number() OVER (ORDER BY ${ROW_NUMBER}) - 1`
  // A range without any value keeps its first row, so that the gap stays visible.
  const [lows = [], highs = []] = await engine.all(
    `SELECT coalesce(arg_min(n, x), min(n))::INTEGER, coalesce(arg_max(n, x), min(n))::INTEGER
     FROM (SELECT ${ROW_NUMBER} AS n, ${place} AS place, ${value} AS x FROM ${rows.from})
     GROUP BY place * ${buckets} // ${total}`,
    rows.parameters,
  )
  return new Set([first, ...lows.map(Number), ...highs.map(Number), last])
}
