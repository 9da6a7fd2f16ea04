import type { Cell, ColumnType, GroupsRequest, ResultGroups } from '@sightline/contract/results.ts'
import { finiteCell } from '../format/not-finite.ts'
import { compareCells } from './compare.ts'
import { computeMeasure, type Measure } from './measures.ts'

/** A grouping in memory: by whole values, in the default order. */
type GroupingInMemory = Pick<GroupsRequest, 'sets' | 'measures' | 'limit'> & { units?: never; order?: never }

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
  return { total: rowCount, sets: ask.sets.map((set) => groupSet({ columns, rowCount, numeric }, set, ask)) }
}

const isNumeric = (type: ColumnType | null, values: readonly Cell[]) =>
  type === null ? values.some((value) => typeof value === 'number') : type === 'integer' || type === 'float'

interface Rows {
  columns: readonly (readonly Cell[])[]
  rowCount: number
  /** Indexes of the columns with numbers. */
  numeric: ReadonlySet<number>
}

function groupSet(
  { columns, rowCount, numeric }: Rows,
  set: readonly number[],
  { measures, limit }: GroupingInMemory,
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
