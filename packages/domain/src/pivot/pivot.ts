import type { Cell } from '@sightline/contract/results.ts'
import type { Aggregator } from './aggregators.ts'
import {
  type KeyOrder,
  keyName,
  type LineOrder,
  orderedLines,
  type PivotGroups,
  type PivotLine,
  withSubtotals,
} from './lines.ts'

/** Rows grouped by the first columns of each side: `rows` columns of the rows, and `columns` of the columns. */
export interface PivotSubtotals {
  rows: number
  columns: number
  groups: PivotGroups
}

/**
 * The data of a pivot table: rows grouped by both sides, by each side alone, and all together. For the order of the result, the last
 * measure is the index of the first row.
 */
export interface PivotSource {
  cells: PivotGroups
  rows: PivotGroups
  columns: PivotGroups
  all: PivotGroups
  /** For groups of lines that have a subtotal; each together with all, some and none of the columns of the other side. */
  subtotals?: readonly PivotSubtotals[]
}

export interface PivotLayout {
  aggregator: Aggregator
  rowOrder: KeyOrder
  columnOrder: KeyOrder
  maxRows: number
  maxColumns: number
  /** Groups with a subtotal whose lines are hidden, by their keys. */
  collapsed?: { rows: readonly (readonly Cell[])[]; columns: readonly (readonly Cell[])[] }
  /** Sorts the rows by their cells in one column in place of `rowOrder`, if there is a column with these keys. */
  sortBy?: PivotSort | null
}
export interface PivotSort {
  /** The keys of the column; fewer than the columns have for a subtotal. */
  column: readonly Cell[]
  descending: boolean
}

export interface PivotTable {
  rows: (PivotLine & { cells: Cell[] })[]
  columns: PivotLine[]
  total: Cell
  /** Numbers of rows and columns beyond the limits, without subtotals. */
  omitted: { rows: number; columns: number }
  /** The column by whose cells the rows are sorted; null if there is none. */
  sortedBy: PivotSort | null
}

/** Arranges groups in a pivot table. A side without keys is a single line. */
export function pivotOf(source: PivotSource, layout: PivotLayout): PivotTable {
  const { rows, columns } = source
  const measuresAt = measuresIn(source)
  const valueAt = cellValues(measuresAt, layout.aggregator)
  const orderValue = (by: KeyOrder, row: readonly Cell[], column: readonly Cell[]) =>
    by === 'result' ? (measuresAt(row, column)?.at(-1) ?? null) : valueAt(row, column)
  const { sortBy = null } = layout
  const sortedBy = sortBy !== null && hasKeys(source, sortBy.column) ? sortBy : null
  const rowOrder: LineOrder =
    sortedBy === null
      ? { by: layout.rowOrder, valueOf: (keys) => orderValue(layout.rowOrder, keys, []) }
      : {
          by: sortedBy.descending ? 'value_z_to_a' : 'value_a_to_z',
          valueOf: (keys) => valueAt(keys, sortedBy.column),
        }
  const columnOrder: LineOrder = {
    by: layout.columnOrder,
    valueOf: (keys) => orderValue(layout.columnOrder, [], keys),
  }
  const rowLevels = levelsOf(source, 'rows')
  const columnLevels = levelsOf(source, 'columns')
  const rowLines = withSubtotals(orderedLines(rows, rowLevels, rowOrder), rowLevels, layout.collapsed?.rows ?? [])
  const columnLines = withSubtotals(
    orderedLines(columns, columnLevels, columnOrder),
    columnLevels,
    layout.collapsed?.columns ?? [],
  )
  const shownRows = rowLines.slice(0, layout.maxRows)
  const shownColumns = columnLines.slice(0, layout.maxColumns)
  return {
    rows: shownRows.map((row) => ({
      ...row,
      total: valueAt(row.keys, []),
      cells: shownColumns.map((column) => valueAt(row.keys, column.keys)),
    })),
    columns: shownColumns.map((column) => ({ ...column, total: valueAt([], column.keys) })),
    total: valueAt([], []),
    omitted: {
      rows: rowLines.slice(layout.maxRows).filter((line) => !isSubtotal(line, rows)).length,
      columns: columnLines.slice(layout.maxColumns).filter((line) => !isSubtotal(line, columns)).length,
    },
    sortedBy,
  }
}

/** Whether a line only sums up lines that are shown. @param groups those of its side */
const isSubtotal = ({ keys, isCollapsed }: Omit<PivotLine, 'total'>, groups: PivotGroups) =>
  !isCollapsed && keys.length < groups.keys.length

/** The numbers of columns of a side whose groups have a subtotal, the outermost first. */
function levelsOf({ rows, columns, subtotals = [] }: PivotSource, side: 'rows' | 'columns'): number[] {
  const depth = { rows, columns }[side].keys.length
  const levels = new Set(subtotals.map((groups) => groups[side]).filter((level) => level > 0 && level < depth))
  return [...levels].toSorted((a, b) => a - b)
}

const countOf = ({ measures }: PivotGroups) => measures[0]?.length ?? 0

function hasKeys({ columns, subtotals = [] }: PivotSource, wanted: readonly Cell[]): boolean {
  const sets = [columns, ...subtotals.filter((set) => set.rows === 0).map(({ groups }) => groups)]
  const name = keyName(wanted)
  return sets
    .filter(({ keys }) => keys.length === wanted.length)
    .some((set) =>
      Array.from({ length: countOf(set) }, (_, index) => keyName(set.keys.map((keys) => keys[index] ?? null))).includes(name),
    )
}

/** The measures of the rows with some first keys on both sides; undefined if there are none. */
type MeasuresAt = (row: readonly Cell[], column: readonly Cell[]) => readonly Cell[] | undefined

function measuresIn(source: PivotSource): MeasuresAt {
  const depth = source.rows.keys.length
  const sets = [
    { rows: depth, groups: source.rows },
    { rows: 0, groups: source.columns },
    { rows: depth, groups: source.cells },
    ...(source.subtotals ?? []),
    { rows: 0, groups: source.all },
  ]
  const found = new Map<string, readonly Cell[]>()
  for (const { rows, groups } of sets) {
    for (let index = 0; index < countOf(groups); index++) {
      const keys = groups.keys.map((values) => values[index] ?? null)
      const measures = groups.measures.map((values) => values[index] ?? null)
      found.set(nameAt(keys.slice(0, rows), keys.slice(rows)), measures)
    }
  }
  return (row, column) => found.get(nameAt(row, column))
}

/** Returns the value of the rows with some first keys on both sides; null if there are none. */
function cellValues(measuresAt: MeasuresAt, aggregator: Aggregator): (row: readonly Cell[], column: readonly Cell[]) => Cell {
  return (row, column) => {
    const own = measuresAt(row, column)
    if (own === undefined) return null
    return aggregator.finish({
      own,
      row: measuresAt(row, []) ?? [],
      column: measuresAt([], column) ?? [],
      all: measuresAt([], []) ?? [],
    })
  }
}

const nameAt = (row: readonly Cell[], column: readonly Cell[]) => `${keyName(row)} ${keyName(column)}`
