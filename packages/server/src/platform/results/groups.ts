import type { Cell, GroupsAsk, ResultGroups, RowFilter } from '@sightline/contract/executions.ts'
import { BoundTexts } from './bound-texts.ts'
import { cellSql, finiteNumber, type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Engine, Selected } from './engine.ts'
import { filterSql } from './filter-sql.ts'
import { cellOf, RESULT_TABLE, ROW_NUMBER, sqlColumns } from './result-table.ts'
import type { StoredResult } from './results.ts'

type Measure = GroupsAsk['measures'][number]

/** More values than this do not fit into the cell that lists them. */
const MAX_LISTED = 20

/** Puts the rows that pass the filters into groups, once for each set of columns. Groups come by their first measure, the largest first. */
export async function readGroups(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: GroupsAsk,
  filters: readonly RowFilter[],
): Promise<ResultGroups> {
  const columns = sqlColumns(result.columns)
  const texts = new BoundTexts()
  const conditions = filterSql(result.columns, filters, texts)
  const from = `${RESULT_TABLE}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`
  const sets = []
  for (const set of ask.sets) sets.push(await readSet(engine, [path, ...texts.values], from, columns, set, ask))
  return { total: result.rowCount, sets }
}

async function readSet(
  engine: Engine,
  parameters: string[],
  from: string,
  columns: readonly SqlColumn[],
  set: readonly number[],
  { measures, limit }: GroupsAsk,
): Promise<ResultGroups['sets'][number]> {
  const keyColumns = set.map((index) => mustHave(columns, index))
  const measured = measures.map((measure) => measureOf(measure, columns))
  const keys = keyColumns.map((column, index) => `${shownAlike(column)} AS k${index}`)
  const values = measured.map(({ sql }, index) => `${sql} AS m${index}`)
  const order = ['m0 DESC NULLS LAST', ...keys.map((_, index) => `k${index} NULLS LAST`)].join(', ')
  const grouped = `SELECT ${[...keys, ...values].join(', ')} FROM ${from}`
  const by = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, index) => `k${index}`).join(', ')}`
  const shown = [
    ...keyColumns.map(({ storage }, index) => cellSql({ ref: `k${index}`, storage })),
    ...measured.map(({ shows }, index) =>
      shows === null ? `m${index}` : cellSql({ ref: `m${index}`, storage: shows.storage }),
    ),
  ]
  const [totals = [], ...cells] = await engine.all(
    `WITH found AS MATERIALIZED (${grouped}${by})
     SELECT (SELECT count(*) FROM found)::INTEGER, ${shown.join(', ')}
     FROM (FROM found ORDER BY ${order} LIMIT ${limit}) ORDER BY ${order}`,
    parameters,
  )
  return {
    total: Number(totals[0] ?? 0),
    keys: keyColumns.map((column, index) => cellsOf(cells[index], column)),
    measures: measured.map(({ shows }, index) => cellsOf(cells[keyColumns.length + index], shows)),
  }
}

function cellsOf(values: readonly Selected[] | undefined, column: SqlColumn | null): Cell[] {
  return (values ?? []).map((value) => (column === null ? plainCell(value) : cellOf(value, column)))
}

/** Counts and numbers that were calculated here. */
function plainCell(value: Selected): Cell {
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

function mustHave(columns: readonly SqlColumn[], index: number): SqlColumn {
  const column = columns[index]
  if (!column) throw new RangeError(`The result has ${columns.length} columns, and none at index ${index}.`)
  return column
}

/** @returns the expression, and the column whose cells it makes; null for numbers of its own */
function measureOf({ kind, column: index }: Measure, columns: readonly SqlColumn[]): { sql: string; shows: SqlColumn | null } {
  if (kind === 'count' || index === null) return { sql: 'count(*)::INTEGER', shows: null }
  const column = mustHave(columns, index)
  const number = numberSql(column)
  const value = isNumeric(column) ? number : shownAlike(column)
  const shows = isNumeric(column) ? null : column
  switch (kind) {
    case 'unique':
      return { sql: `count(DISTINCT ${shownAlike(column)})::INTEGER`, shows: null }
    case 'list':
      return { sql: listSql(column), shows: null }
    case 'sum':
      // Compensated, so that a sum does not depend on how many threads it was made by.
      return { sql: `fsum(${number})`, shows: null }
    case 'avg':
      return { sql: `favg(${number})`, shows: null }
    case 'median':
      return { sql: `median(${number})`, shows: null }
    case 'variance':
      return { sql: `var_samp(${number})`, shows: null }
    case 'min':
      return { sql: `min(${value})`, shows }
    case 'max':
      return { sql: `max(${value})`, shows }
    case 'first':
      return { sql: `arg_min(${value}, ${ROW_NUMBER})`, shows }
    case 'last':
      return { sql: `arg_max(${value}, ${ROW_NUMBER})`, shows }
  }
}

const listSql = (column: SqlColumn) =>
  `array_to_string(list_slice(list_sort(list(DISTINCT ${textSql(column)})), 1, ${MAX_LISTED}), ', ')`

function isNumeric({ storage: { kind } }: SqlColumn): boolean {
  return kind === 'int32' || kind === 'int64' || kind === 'double' || kind === 'decimal' || kind === 'number_text'
}

const GROUPED_NUMBER = '[+-]?\\d{1,3}(,\\d{3})+(\\.\\d+)?'

/** A value as a number to calculate with; null for what is none. Texts may have commas between their thousands. */
function numberSql(column: SqlColumn): string {
  const { ref, storage } = column
  switch (storage.kind) {
    case 'text':
    case 'json':
      return finiteNumber(
        `CASE WHEN regexp_full_match(${ref}, '${GROUPED_NUMBER}') THEN replace(${ref}, ',', '') ELSE ${ref} END`,
      )
    case 'int32':
    case 'int64':
    case 'decimal':
      return `${ref}::DOUBLE`
    case 'double':
    case 'number_text':
      return finiteNumber(ref)
    default:
      return 'NULL::DOUBLE'
  }
}
