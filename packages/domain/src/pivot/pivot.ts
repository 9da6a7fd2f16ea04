import type { Cell } from '@sightline/contract/results.ts'
import { compareCells } from '../grouping/compare.ts'
import type { Aggregator, CellMeasures } from './aggregators.ts'

/** Groups of rows by some columns: one array of keys per column, one array of values per measure. */
export interface PivotGroups {
  keys: readonly (readonly Cell[])[]
  measures: readonly (readonly Cell[])[]
}

/** The data of a pivot table: rows grouped by both sides, by each side alone, and all together. */
export interface PivotSource {
  cells: PivotGroups
  rows: PivotGroups
  columns: PivotGroups
  all: PivotGroups
}

export const keyOrders = ['key_a_to_z', 'value_a_to_z', 'value_z_to_a'] as const
export type KeyOrder = (typeof keyOrders)[number]

export interface PivotLayout {
  aggregator: Aggregator
  rowOrder: KeyOrder
  columnOrder: KeyOrder
  maxRows: number
  maxColumns: number
}

/** A row or column of the table: its keys and its total; a row also has cells, in the order of the columns. */
export interface PivotLine {
  keys: Cell[]
  total: Cell
}
export interface PivotTable {
  rows: (PivotLine & { cells: Cell[] })[]
  columns: PivotLine[]
  total: Cell
  /** Numbers of rows and columns beyond the limits. */
  omitted: { rows: number; columns: number }
}

/** Arranges groups in a pivot table. A side without keys is a single line. */
export function pivotOf({ cells, rows, columns, all }: PivotSource, layout: PivotLayout): PivotTable {
  const { aggregator } = layout
  const everything = measuresAt(all, 0)
  const rowLines = linesOf(rows, layout.rowOrder, (own) =>
    aggregator.finish({ own, row: own, column: everything, all: everything }),
  )
  const columnLines = linesOf(columns, layout.columnOrder, (own) =>
    aggregator.finish({ own, row: everything, column: own, all: everything }),
  )
  const shownRows = rowLines.slice(0, layout.maxRows)
  const shownColumns = columnLines.slice(0, layout.maxColumns)
  const found = new Map<string, readonly Cell[]>()
  for (let index = 0; index < countOf(cells); index++) {
    found.set(JSON.stringify(cells.keys.map((keys) => keys[index] ?? null)), measuresAt(cells, index))
  }
  const cellOf = (row: MeasuredLine, column: MeasuredLine): Cell => {
    const own = found.get(JSON.stringify([...row.keys, ...column.keys]))
    const measures: CellMeasures = { own: own ?? [], row: row.measures, column: column.measures, all: everything }
    return own === undefined ? null : aggregator.finish(measures)
  }
  return {
    rows: shownRows.map((row) => ({
      keys: row.keys,
      total: row.total,
      cells: shownColumns.map((column) => cellOf(row, column)),
    })),
    columns: shownColumns.map(({ keys, total }) => ({ keys, total })),
    total: aggregator.finish({ own: everything, row: everything, column: everything, all: everything }),
    omitted: { rows: rowLines.length - shownRows.length, columns: columnLines.length - shownColumns.length },
  }
}

interface MeasuredLine extends PivotLine {
  measures: readonly Cell[]
}

function linesOf(groups: PivotGroups, order: KeyOrder, totalOf: (measures: readonly Cell[]) => Cell): MeasuredLine[] {
  const lines = Array.from({ length: countOf(groups) }, (_, index): MeasuredLine => {
    const measures = measuresAt(groups, index)
    return { keys: groups.keys.map((keys) => keys[index] ?? null), measures, total: totalOf(measures) }
  })
  const sign = order === 'value_z_to_a' ? -1 : 1
  return lines.toSorted((a, b) => {
    const byValue = order === 'key_a_to_z' ? 0 : compareTotals(a.total, b.total, sign)
    return byValue || compareKeys(a.keys, b.keys)
  })
}

/** Lines without a total are last in either direction. */
function compareTotals(a: Cell, b: Cell, sign: 1 | -1): number {
  return a === null || b === null ? compareCells(a, b) : compareCells(a, b) * sign
}

const collator = new Intl.Collator('en', { numeric: true })

function compareKeys(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [index, key] of a.entries()) {
    const other = b[index] ?? null
    const areTexts = typeof key === 'string' && typeof other === 'string'
    const order = areTexts ? collator.compare(key, other) : compareCells(key, other)
    if (order !== 0) return order
  }
  return 0
}

const countOf = ({ measures }: PivotGroups) => measures[0]?.length ?? 0
const measuresAt = ({ measures }: PivotGroups, index: number) => measures.map((values) => values[index] ?? null)

/**
 * The number of lines that a heading spans: for each line, how many lines from it on share all keys up to a level, or 0 if the
 * heading began on an earlier line.
 */
export function spansOf(lines: readonly PivotLine[], level: number): number[] {
  const spans: number[] = []
  let start = 0
  for (const [index, { keys }] of lines.entries()) {
    const before = lines[start]
    const isSame = index > start && before !== undefined && keys.slice(0, level + 1).every((key, at) => key === before.keys[at])
    if (!isSame) start = index
    spans.push(isSame ? 0 : 1)
    if (isSame) spans[start] = (spans[start] ?? 0) + 1
  }
  return spans
}
