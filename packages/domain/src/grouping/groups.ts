import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { toNumber } from '../chart-data/scale.ts'
import { parseDate } from '../format/date.ts'
import { finiteCell } from '../format/not-finite.ts'
import { type Bins, binKeys, binsOf } from './bins.ts'
import { compareCells } from './compare.ts'
import { computeMeasure, type Measure } from './measures.ts'

/** A grouping in memory: by whole values, ranges of numbers or days, in the default order. */
export type GroupingInMemory = Pick<GroupsRequest, 'sets' | 'measures' | 'limit' | 'bins' | 'time_zone'> & {
  units?: { column: number; unit: 'day' }[] | undefined
  order?: never
}

/**
 * Groups rows in memory, once for each set of columns, with the same result as the server's grouping. Groups are sorted by their
 * first measure, the largest first.
 * @param shown columns of the rows as windows have them; `ask` refers to their indexes
 * @param types of the columns; of one without a type the values decide whether it is numeric
 */
export function groupRows(
  shown: readonly (readonly Cell[])[],
  rowCount: number,
  ask: GroupingInMemory,
  types: readonly (ColumnType | null)[] = [],
): ResultGroups {
  const columns = shown.map((values, index) => values.map((cell) => finiteCell(cell, types[index])))
  const numeric = new Set(columns.flatMap((values, index) => (isNumeric(types[index] ?? null, values) ? [index] : [])))
  const { keys, bins } = keysOf(columns, ask, types)
  return {
    total: rowCount,
    sets: ask.sets.map((set) => groupSet({ columns, keys, rowCount, numeric }, set, ask)),
    ...(ask.bins && { bins }),
  }
}

/** The values by which rows are grouped, for each column, and the ranges of the requested divisions. */
function keysOf(
  columns: readonly (readonly Cell[])[],
  { units = [], bins: asked = [], time_zone }: GroupingInMemory,
  types: readonly (ColumnType | null)[],
): { keys: readonly (readonly Cell[])[]; bins: Bins[] } {
  const keys = [...columns]
  for (const { column } of units) keys[column] = (keys[column] ?? []).map((cell) => dayOf(cell, time_zone))
  const bins = asked.map(({ column, ...division }) => {
    const numbers = (keys[column] ?? []).map(toNumber)
    const made = binsOf(extentOf(numbers), division, types[column] === 'integer')
    keys[column] = numbers.map(binKeys(made, division))
    return made
  })
  return { keys, bins }
}

/** The day of a date or time, on the clock of a time zone if it is an instant; null for other cells. */
function dayOf(cell: Cell, timeZone = 'UTC'): string | null {
  const time = typeof cell === 'string' ? parseDate(cell, timeZone) : null
  return time === null ? null : (new Date(time).toISOString().split('T')[0] ?? null)
}

function extentOf(numbers: readonly (number | null)[]): [number, number] | null {
  let extent: [number, number] | null = null
  for (const number of numbers)
    if (number !== null) extent = [Math.min(number, extent?.[0] ?? number), Math.max(number, extent?.[1] ?? number)]
  return extent
}

const isNumeric = (type: ColumnType | null, values: readonly Cell[]) =>
  type === null ? values.some((value) => typeof value === 'number') : type === 'integer' || type === 'float'

interface Rows {
  columns: readonly (readonly Cell[])[]
  /** The values by which the rows are grouped, in place of those of the columns. */
  keys: readonly (readonly Cell[])[]
  rowCount: number
  /** Indexes of the columns with numbers. */
  numeric: ReadonlySet<number>
}

function groupSet(
  { columns, keys: groupedBy, rowCount, numeric }: Rows,
  set: readonly number[],
  { measures, limit }: GroupingInMemory,
): ResultGroups['sets'][number] {
  const groups = new Map<string, { keys: Cell[]; rows: number[] }>()
  // Without columns, all rows are one group, even if there are none.
  if (set.length === 0) groups.set('[]', { keys: [], rows: [] })
  for (let row = 0; row < rowCount; row++) {
    const keys = set.map((index) => groupedBy[index]?.[row] ?? null)
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
            column !== null && numeric.has(column),
          ),
    ),
  }))
  const compareKeys = (one: readonly Cell[], other: readonly Cell[]) => {
    for (const [place, column] of set.entries()) {
      const order = compareCells(one[place] ?? null, other[place] ?? null, numeric.has(column))
      if (order !== 0) return order
    }
    return 0
  }
  const [first] = measures
  const areNumbers = first !== undefined && showsNumbers(first, numeric)
  const kept = made
    .toSorted((a, b) => largestFirst(a.cells[0] ?? null, b.cells[0] ?? null, areNumbers) || compareKeys(a.keys, b.keys))
    .slice(0, limit)
  return {
    total: made.length,
    keys: set.map((_, index) => kept.map(({ keys }) => keys[index] ?? null)),
    measures: measures.map((_, index) => kept.map(({ cells }) => cells[index] ?? null)),
  }
}

/** Whether the cells of a measure are those of a column with numbers. */
const showsNumbers = ({ kind, column }: Measure, numeric: ReadonlySet<number>) =>
  column !== null && numeric.has(column) && kind !== 'list' && kind !== 'box'

const largestFirst = (a: Cell, b: Cell, areNumbers: boolean) =>
  a === null || b === null ? compareCells(a, b) : compareCells(b, a, areNumbers)

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
