import type { Cell } from '@sightline/contract/results.ts'
import { type Filter, filtersOf } from '@sightline/domain/filters/filters.ts'
import { type Decimal, isZero, parseDecimal } from '@sightline/domain/format/decimal.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/row-source.ts'
import { cellData, groupsInMemory } from '../visualizations/result-data.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'

/** A complete result in the browser: a first window that has all rows. */
export interface WholeResult {
  id: number
  columns: SourceColumn[]
  /** In column order. */
  rows: Cell[][]
}

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
  const key = `${result.id} ${JSON.stringify(filters.map(({ name, current }) => [name, current]))}`
  return Object.assign(async (needs: Needs) => atHand(needs), { atHand })

  function atHand(needs: Needs): ResultData {
    if (needs.kind === 'windows') return { kind: 'windows', source: sourceOf(key, columns, rows) }
    if (needs.kind === 'cells') return cellData(columns, rows.length, needs, (index) => rows[index] ?? [])
    if (needs.kind === 'groups') return groupsInMemory(columns, rows, needs)
    const indexes = needs.columns.flatMap((name) => {
      const index = columns.findIndex((column) => column.name === name)
      return index === -1 ? [] : [index]
    })
    return {
      kind: 'columns',
      columns: indexes.flatMap((index) => columns[index] ?? []),
      total: rows.length,
      shown: rows.length,
      values: indexes.map((index) => rows.map((row) => row[index] ?? null)),
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
