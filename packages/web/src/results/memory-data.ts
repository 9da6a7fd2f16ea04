import type { Cell } from '@sightline/contract/results.ts'
import { type Filter, filtersOf } from '@sightline/domain/filters/filters.ts'
import { type Decimal, isZero, parseDecimal } from '@sightline/domain/format/decimal.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/row-source.ts'
import { cellData, groupsInMemory, hasAllGroups } from '../visualizations/result-data.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'
import type { WholeResult } from './run-saved-query.ts'

/** Maximum rows of one visualization; longer results are thinned. The same limit as on the server. */
export const MAX_VISUALIZED_ROWS = 20_000

/** The filters that the column names of a result declare. */
export const filtersIn = ({ columns, rows }: WholeResult): Filter[] =>
  filtersOf(
    columns,
    columns.map((_, column) => rows.map((row) => row[column] ?? null)),
  )

/** Loads the data of visualizations from a result that is already in the browser: the rows that pass all filters. */
export function memoryData(result: WholeResult, filters: readonly Filter[]): LoadData {
  const rows = passing(result, filters)
  const { columns } = result
  const key = `${result.id} ${result.retrieved_at} ${JSON.stringify(filters.map(({ name, current }) => [name, current]))}`
  return Object.assign(async (needs: Needs) => atHand(needs), { atHand })

  function atHand(needs: Needs): ResultData {
    if (needs.kind === 'windows') return { kind: 'windows', source: sourceOf(key, columns, rows) }
    if (needs.kind === 'cells') return cellData(columns, rows.length, needs, (index) => rows[index] ?? [])
    if (needs.kind === 'groups') return groupsInMemory(columns, rows, needs)
    if (needs.instead && rows.length > MAX_VISUALIZED_ROWS) {
      const groups = groupsInMemory(columns, rows, needs.instead)
      if (hasAllGroups(groups)) return groups
    }
    const indexes = needs.columns.flatMap((name) => {
      const index = columns.findIndex((column) => column.name === name)
      return index === -1 ? [] : [index]
    })
    const extreme = needs.extreme === null ? -1 : columns.findIndex((column) => column.name === needs.extreme)
    const shown = thinned(rows, extreme, MAX_VISUALIZED_ROWS)
    return {
      kind: 'columns',
      columns: indexes.flatMap((index) => columns[index] ?? []),
      total: rows.length,
      shown: shown.length,
      values: indexes.map((index) => shown.map((row) => row[index] ?? null)),
    }
  }
}

function passing({ columns, rows }: WholeResult, filters: readonly Filter[]): Cell[][] {
  const checks = filters.flatMap(({ name, current, values }) => {
    const index = columns.findIndex((column) => column.name === name)
    // With all values chosen every row passes.
    return index === -1 || current.length === values.length ? [] : [{ index, allowed: new Set(current) }]
  })
  return checks.length === 0
    ? rows
    : rows.filter((row) => checks.every(({ index, allowed }) => allowed.has(row[index] ?? null)))
}

function sourceOf(key: string, columns: RowSource['columns'], rows: Cell[][]): RowSource {
  return {
    key,
    columns,
    rowCount: rows.length,
    load({ offset, limit, sort }) {
      return Promise.resolve({ total: rows.length, rows: sorted(rows, sort, columns).slice(offset, offset + limit) })
    },
    search: (text, within) => sourceOf(`${key} ${JSON.stringify([text, within])}`, columns, rowsContaining(rows, text, within)),
  }
}

/** The rows that contain a text, ignoring case, in one of these columns. */
export function rowsContaining(rows: Cell[][], text: string, columns: readonly number[]): Cell[][] {
  const wanted = text.toLowerCase()
  const contains = (cell: Cell | undefined) =>
    String(cell ?? '')
      .toLowerCase()
      .includes(wanted)
  return rows.filter((row) => columns.some((column) => contains(row[column])))
}

/** Sorts rows; equal rows keep their order, and nulls come last, ascending or descending. */
export function sorted(rows: Cell[][], sort: RowWindow['sort'], columns: readonly Pick<SourceColumn, 'type'>[]): Cell[][] {
  if (sort.length === 0) return rows
  return rows.toSorted((one, other) => {
    for (const { column, descending } of sort) {
      const a = one[column] ?? null
      const b = other[column] ?? null
      if (a === b) continue
      if (a === null || b === null) return a === null ? 1 : -1
      const order = isNumeric(columns[column]) ? comparedNumbers(a, b) : compared(a, b)
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

type Value = NonNullable<Cell>

const isNumeric = (column: Pick<SourceColumn, 'type'> | undefined) => column?.type === 'integer' || column?.type === 'float'

/** Numbers that a JavaScript number cannot hold exactly are sent as digit strings, which must not be compared as text. */
function comparedNumbers(a: Value, b: Value): number {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return compared(String(a), String(b))
  return x === y ? comparedDigits(String(a), String(b)) : x < y ? -1 : 1
}

/** Compares two numbers that round to the same JavaScript number, digit by digit. */
function comparedDigits(one: string, other: string): number {
  const [a, b] = [parseDecimal(one), parseDecimal(other)]
  if (a === null || b === null || isZero(a)) return 0
  const fractionLength = Math.max(a.fraction.length, b.fraction.length)
  const digitsOf = ({ integer, fraction }: Decimal) => BigInt(integer + fraction.padEnd(fractionLength, '0'))
  const [x, y] = [digitsOf(a), digitsOf(b)]
  if (x === y) return 0
  return x < y === a.negative ? 1 : -1
}

function compared(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  const [x, y] = [Number(a), Number(b)]
  return Number.isNaN(x) || Number.isNaN(y) ? compared(String(a), String(b)) : x - y
}

/**
 * Thins rows to a maximum, in the same order. Keeps the first row of each stretch, those with its least and greatest value, so that no
 * peak is lost, and the very last row.
 * @param column whose extremes are kept; -1 for none
 */
export function thinned(rows: Cell[][], column: number, max: number): Cell[][] {
  if (rows.length <= max) return rows
  const stretch = Math.ceil(rows.length / Math.floor((max - 1) / 3))
  const kept = new Set([rows.length - 1])
  for (let start = 0; start < rows.length; start += stretch) {
    kept.add(start)
    let [least, greatest] = [start, start]
    for (let at = start; column !== -1 && at < Math.min(start + stretch, rows.length); at++) {
      if (numberAt(rows, at, column) < numberAt(rows, least, column)) least = at
      if (numberAt(rows, at, column) > numberAt(rows, greatest, column)) greatest = at
    }
    kept.add(least).add(greatest)
  }
  return [...kept].sort((a, b) => a - b).flatMap((at) => (rows[at] === undefined ? [] : [rows[at]]))
}

const numberAt = (rows: Cell[][], row: number, column: number) => Number(rows[row]?.[column] ?? Number.NaN)
