import type { Cell, GroupsRequest, ResultGroups } from '@sightline/contract/results.ts'
import { boxText } from '../chart-data/quartiles.ts'
import { toNumber } from '../chart-data/scale.ts'

/**
 * Groups rows in memory, once for each set of columns, with the same result as the server's grouping. Groups are sorted by their
 * first measure, the largest first.
 * @param columns of the rows; `ask` refers to their indexes
 */
export function groupRows(columns: readonly (readonly Cell[])[], rowCount: number, ask: GroupsRequest): ResultGroups {
  return { total: rowCount, sets: ask.sets.map((set) => groupSet(columns, rowCount, set, ask)) }
}

function groupSet(
  columns: readonly (readonly Cell[])[],
  rowCount: number,
  set: readonly number[],
  { measures, limit }: GroupsRequest,
): ResultGroups['sets'][number] {
  const groups = new Map<string, { keys: Cell[]; rows: number[] }>()
  // Without columns, all rows are one group, even if there are none.
  if (set.length === 0) groups.set('[]', { keys: [], rows: [] })
  for (let row = 0; row < rowCount; row++) {
    const keys = set.map((index) => columns[index]?.[row] ?? null)
    const name = JSON.stringify(keys)
    const group = groups.get(name)
    if (group) group.rows.push(row)
    else groups.set(name, { keys, rows: [row] })
  }
  const made = [...groups.values()].map(({ keys, rows }) => ({
    keys,
    cells: measures.map(({ kind, column }) =>
      kind === 'row'
        ? (rows[0] ?? null)
        : computeMeasure(
            kind,
            rows.map((row) => (column === null ? null : (columns[column]?.[row] ?? null))),
          ),
    ),
  }))
  const kept = made
    .toSorted((a, b) => largestFirst(a.cells[0] ?? null, b.cells[0] ?? null) || compareKeys(a.keys, b.keys))
    .slice(0, limit)
  return {
    total: made.length,
    keys: set.map((_, index) => kept.map(({ keys }) => keys[index] ?? null)),
    measures: measures.map((_, index) => kept.map(({ cells }) => cells[index] ?? null)),
  }
}

const largestFirst = (a: Cell, b: Cell) => (a === null || b === null ? compareCells(a, b) : compareCells(b, a))

function compareKeys(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [index, key] of a.entries()) {
    const order = compareCells(key, b[index] ?? null)
    if (order !== 0) return order
  }
  return 0
}

export type Measure = GroupsRequest['measures'][number]

/** Maximum number of values in a cell that lists them. */
const MAX_LISTED = 20

/** Computes one cell from the values of a column in a group. Empty values are ignored. */
export function computeMeasure(kind: Exclude<Measure['kind'], 'row'>, values: readonly Cell[]): Cell {
  if (kind === 'count') return values.length
  const present = values.filter((value) => value !== null)
  const numbers = present.flatMap((value) => toNumber(value) ?? [])
  switch (kind) {
    case 'unique':
      return new Set(present).size
    case 'list':
      return present.length === 0 ? null : [...new Set(present.map(String))].toSorted(byBytes).slice(0, MAX_LISTED).join(', ')
    case 'sum':
      return numbers.length === 0 ? null : sum(numbers)
    case 'avg':
      return average(numbers)
    case 'median':
      return median(numbers)
    case 'variance':
      return variance(numbers)
    case 'min':
      return extreme(present, -1)
    case 'max':
      return extreme(present, 1)
    case 'first':
      return present[0] ?? null
    case 'last':
      return present.at(-1) ?? null
    case 'box':
      return numbers.length === 0 ? null : boxText(numbers)
  }
}

/** Compares texts as databases do, regardless of the language. */
const byBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const average = (numbers: readonly number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.ceil((sorted.length - 1) / 2)]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The sample variance; null for fewer than two numbers. */
function variance(numbers: readonly number[]): number | null {
  const mean = average(numbers)
  if (mean === null || numbers.length < 2) return null
  return sum(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1)
}

/** @param side -1 for the smallest, 1 for the largest */
function extreme(cells: readonly Cell[], side: -1 | 1): Cell {
  let found: Cell = null
  for (const cell of cells) if (found === null || compareCells(cell, found) * side > 0) found = cell
  return found
}

/** Compares cells: numbers by value, others as text; empty ones are last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return byBytes(String(a), String(b))
}

/**
 * The index of a row from its number: 1, 2, 3 from the top, and -1, -2 from the bottom. 0 is the first row, and numbers beyond
 * either end wrap around.
 * @returns 0-based; null without rows
 */
export function rowAt(rowNumber: number, rowCount: number): number | null {
  if (rowCount === 0) return null
  const from = rowNumber > 0 ? rowNumber - 1 : rowNumber
  return ((from % rowCount) + rowCount) % rowCount
}
