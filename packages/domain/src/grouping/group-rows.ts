import type { Cell, GroupsRequest, ResultGroups } from '@sightline/contract/results.ts'
import { compareCells, computeMeasure } from './measures.ts'

/**
 * Puts rows that are in memory into groups, once for each set of columns, just as the server does with rows that are not.
 * Groups come by their first measure, the largest first.
 * @param columns of the rows, by the indexes that `ask` names
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
  // All rows are one group, even when there are none.
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
