import type { Cell } from '@sightline/contract/results.ts'
import { type Filter, filtersOf } from '@sightline/domain/filters/filters.ts'
import { type Decimal, isZero, parseDecimal } from '@sightline/domain/format/decimal.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/source.ts'
import { cellData } from '../visualizations/cell-data.ts'
import { groupsInMemory, hasAllGroups } from '../visualizations/group-data.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'
import type { WholeResult } from './whole-result.ts'

/** Rows that one drawing gets; more are thinned. As many as the server gives for one. */
export const MAX_DRAWN_ROWS = 20_000

/** The filters that the names of a result's columns ask for. */
export const filtersIn = ({ columns, rows }: WholeResult): Filter[] =>
  filtersOf(
    columns,
    columns.map((_, column) => rows.map((row) => row[column] ?? null)),
  )

/** What drawings get of a result that is in the browser already: the rows that pass all filters. */
export function memoryData(result: WholeResult, filters: readonly Filter[]): LoadData {
  const rows = passing(result, filters)
  const { columns } = result
  const key = `${result.id} ${result.retrieved_at} ${JSON.stringify(filters.map(({ name, current }) => [name, current]))}`
  return Object.assign(async (needs: Needs) => atHand(needs), { atHand })

  function atHand(needs: Needs): ResultData {
    if (needs.kind === 'windows') return { kind: 'windows', source: sourceOf(key, columns, rows) }
    if (needs.kind === 'cells') return cellData(columns, rows.length, needs, (place) => rows[place] ?? [])
    if (needs.kind === 'groups') return groupsInMemory(columns, rows, needs)
    if (needs.instead && rows.length > MAX_DRAWN_ROWS) {
      const groups = groupsInMemory(columns, rows, needs.instead)
      if (hasAllGroups(groups)) return groups
    }
    const places = needs.columns.flatMap((name) => {
      const place = columns.findIndex((column) => column.name === name)
      return place === -1 ? [] : [place]
    })
    const extreme = needs.extreme === null ? -1 : columns.findIndex((column) => column.name === needs.extreme)
    const drawn = thinned(rows, extreme, MAX_DRAWN_ROWS)
    return {
      kind: 'columns',
      columns: places.flatMap((place) => columns[place] ?? []),
      total: rows.length,
      shown: drawn.length,
      values: places.map((place) => drawn.map((row) => row[place] ?? null)),
    }
  }
}

function passing({ columns, rows }: WholeResult, filters: readonly Filter[]): Cell[][] {
  const checks = filters.flatMap(({ name, current, values }) => {
    const place = columns.findIndex((column) => column.name === name)
    // All of many values let every row pass: there is nothing to look up.
    return place === -1 || current.length === values.length ? [] : [{ place, allowed: new Set(current) }]
  })
  return checks.length === 0
    ? rows
    : rows.filter((row) => checks.every(({ place, allowed }) => allowed.has(row[place] ?? null)))
}

function sourceOf(key: string, columns: RowSource['columns'], rows: Cell[][]): RowSource {
  return {
    key,
    columns,
    rowCount: rows.length,
    load({ offset, limit, sort }) {
      return Promise.resolve({ total: rows.length, rows: sorted(rows, sort, columns).slice(offset, offset + limit) })
    },
    searched: (text, within) =>
      sourceOf(`${key} ${JSON.stringify([text, within])}`, columns, rowsContaining(rows, text, within)),
  }
}

/** The rows in which one of these columns contains a text, whatever its case. */
export function rowsContaining(rows: Cell[][], text: string, columns: readonly number[]): Cell[][] {
  const wanted = text.toLowerCase()
  const contains = (cell: Cell | undefined) =>
    String(cell ?? '')
      .toLowerCase()
      .includes(wanted)
  return rows.filter((row) => columns.some((column) => contains(row[column])))
}

/** Rows in an order; those that are equal stay in that of the source, and what has no value comes last either way. */
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

/** Numbers that JavaScript cannot hold come as their digits, which are no text to be sorted by its letters. */
function comparedNumbers(a: Value, b: Value): number {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return compared(String(a), String(b))
  return x === y ? comparedDigits(String(a), String(b)) : x < y ? -1 : 1
}

/** Two numbers that are one to JavaScript, digit by digit. */
function comparedDigits(one: string, other: string): number {
  const [a, b] = [parseDecimal(one), parseDecimal(other)]
  if (a === null || b === null || isZero(a)) return 0
  const places = Math.max(a.fraction.length, b.fraction.length)
  const digitsOf = ({ integer, fraction }: Decimal) => BigInt(integer + fraction.padEnd(places, '0'))
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
 * Fewer rows in the same order: of each stretch the first one, and those where a column is least and greatest, so that no peak is
 * lost; and the very last one.
 * @param column -1 for none
 */
export function thinned(rows: Cell[][], column: number, most: number): Cell[][] {
  if (rows.length <= most) return rows
  const stretch = Math.ceil(rows.length / Math.floor((most - 1) / 3))
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
