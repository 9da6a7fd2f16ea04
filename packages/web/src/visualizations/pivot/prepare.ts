import type { Cell } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localList } from '@sightline/domain/language/local.ts'
import { aggregatorName } from '@sightline/domain/pivot/aggregator-names.ts'
import { type Aggregator, aggregatorOf, valuesNeeded } from '@sightline/domain/pivot/aggregators.ts'
import type { PivotLine } from '@sightline/domain/pivot/lines.ts'
import { type PivotSort, type PivotTable, pivotOf } from '@sightline/domain/pivot/pivot.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels } from '../cell-label.ts'
import type { Formats, GroupData, GroupNeeds } from '../visualization.ts'
import { filteredCell, valueChoices, valuesFor, zonesOf } from './arrangement.ts'
import { cellWriter, type TableCells } from './cell-text.ts'
import { noteOf } from './note.ts'
import type { PivotOptions } from './options.ts'
import { type PreparedLine, preparedLines } from './prepared-lines.ts'
import { levelsOf, subtotalSets } from './subtotal-sets.ts'

const MAX_ROWS = 1000
const MAX_COLUMNS = 200
/** More cells than this make scrolling stutter. */
const MAX_CELLS = 20_000

export type Prepared = { kind: 'nothing'; reason: string } | PreparedPivot
export interface PreparedPivot {
  kind: 'pivot'
  /** Names of the columns on each side. */
  rowNames: string[]
  columnNames: string[]
  /** The aggregator and its value columns, as text. */
  measure: string
  rows: PreparedLine[]
  columns: PreparedLine[]
  /** Formatted cells, by row and column. */
  cells: string[][]
  /** The numbers behind the heatmap colours; null for none, and for subtotals. */
  numbers: (number | null)[][]
  total: string
  /** The column by whose cells the rows are sorted; null if there is none. */
  sortedBy: PivotSort | null
  /** Conditions that all its rows meet, because values are left out. */
  where: Condition[]
  note: string | null
}

/** The grouping by both sides, by each side alone, the grand total, and those of subtotals. */
export function needs(options: PivotOptions, columns: readonly SourceColumn[]): GroupNeeds {
  const { rows, cols } = zonesOf(options, columns)
  const { kinds, vals } = measuresOf(options, columns)
  const subtotals = subtotalSets(options, rows.length, cols.length)
  return {
    kind: 'groups',
    sets: [
      [...rows, ...cols],
      rows,
      cols,
      [],
      ...subtotals.map((set) => [...rows.slice(0, set.rows), ...cols.slice(0, set.columns)]),
    ],
    measures: [
      ...kinds.map((kind, index) => ({ kind, column: kind === 'count' ? null : (vals[index] ?? '') })),
      ...(isInResultOrder(options) ? [{ kind: 'row' as const, column: null }] : []),
    ],
    limit: 50_000,
    without: filteredColumns(options, columns).map((column) => ({
      column: column.name,
      values: Object.keys(options.valueFilter[column.name] ?? {}).map((text) => filteredCell(text, column)),
    })),
  }
}

const isInResultOrder = ({ rowOrder, colOrder }: PivotOptions) => rowOrder === 'result' || colOrder === 'result'

/** The columns some of whose values are left out. */
const filteredColumns = ({ valueFilter }: PivotOptions, columns: readonly SourceColumn[]) =>
  Object.entries(valueFilter).flatMap(([name, values]) => {
    const column = columns.find((candidate) => candidate.name === name)
    return column && Object.keys(values).length > 0 ? [column] : []
  })

function measuresOf({ aggregatorName, vals, ...rest }: PivotOptions, columns: readonly SourceColumn[]) {
  const aggregator = aggregatorOf(aggregatorName) ?? aggregatorOf('Count')
  const choices = valueChoices(columns, { ...rest, aggregatorName, vals })
  return { kinds: aggregator?.measures ?? [], vals: valuesFor(aggregatorName, vals, choices) }
}

export function problem(options: PivotOptions, columns: readonly SourceColumn[]): string | null {
  const aggregator = aggregatorOf(options.aggregatorName)
  if (!aggregator)
    return i18n._('The aggregator "{aggregatorName}" is not supported.', { aggregatorName: options.aggregatorName })
  return valueChoices(columns, options).length < valuesNeeded(aggregator)
    ? i18n._('The result has too few value columns.')
    : null
}

/** Suggests a text column for the rows, else the first column. */
export function suggest(columns: readonly SourceColumn[]): Partial<PivotOptions> {
  const text = columns.find(({ type }) => type === 'string' || type === 'boolean' || type === null) ?? columns[0]
  return text ? { rows: [text.name] } : {}
}

/** The columns of both sides if the result has lost them all; the remaining single number would be misleading. */
function vanishedSides({ rows, cols }: PivotOptions, columns: readonly SourceColumn[]): string[] {
  const wanted = [...rows, ...cols]
  return columns.some(({ name }) => wanted.includes(name)) ? [] : wanted
}

/** Prepares the texts of the table, or the reason as a sentence if there is none. */
export function prepare(data: GroupData, options: PivotOptions, formats: Formats): Prepared {
  const aggregator = aggregatorOf(options.aggregatorName)
  const [cells, rows, columns, all, ...groups] = data.sets
  if (!aggregator || !cells || !rows || !columns || !all) {
    return { kind: 'nothing', reason: problem(options, data.columns) ?? i18n._('No data') }
  }
  if (data.total === 0 || rows.total === 0) return { kind: 'nothing', reason: i18n._('No data') }
  const [gone] = vanishedSides(options, data.columns)
  if (gone !== undefined) return { kind: 'nothing', reason: i18n._('The result has no column "{gone}".', { gone }) }
  const depth = { rows: rows.by.length, columns: columns.by.length }
  const subtotals = subtotalSets(options, depth.rows, depth.columns).flatMap((set, index) => {
    const found = groups[index]
    return found ? [{ ...set, groups: found }] : []
  })
  const width = Math.min(MAX_COLUMNS, Math.max(1, columns.total))
  const pivot = pivotOf(
    { cells, rows, columns, all, subtotals },
    {
      aggregator,
      rowOrder: options.rowOrder,
      columnOrder: options.colOrder,
      maxRows: Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / width)),
      maxColumns: MAX_COLUMNS,
      collapsed: { rows: options.collapsed.rows, columns: options.collapsed.cols },
      sortBy: options.sortBy,
    },
  )
  const { vals } = measuresOf(options, data.columns)
  const write = cellWriter(
    aggregator,
    data.columns.find(({ name }) => name === vals[0]),
    tableCells(pivot, depth),
    options.numberFormats[aggregator.name] ?? '',
    formats,
  )
  const linesOf = (lines: readonly PivotLine[], by: readonly string[], levels: readonly number[]) => {
    const names = by.map((name, level) =>
      columnLabels(
        lines.map(({ keys }) => keys[level] ?? null),
        data.columns.find((column) => column.name === name),
        formats,
      ),
    )
    const nameOf = (key: Cell, level: number) => names[level]?.(key) ?? ''
    return preparedLines({ lines, depth: by.length, levels, nameOf, write })
  }
  const levels = levelsOf(options, depth.rows, depth.columns)
  const isWhole = isWholeCell(depth)
  return {
    kind: 'pivot',
    rowNames: rows.by,
    columnNames: columns.by,
    measure: measureName(aggregator, vals, options.measureNames),
    rows: linesOf(pivot.rows, rows.by, levels.rows),
    columns: linesOf(pivot.columns, columns.by, levels.columns),
    cells: pivot.rows.map((row) => row.cells.map(write)),
    numbers: pivot.rows.map((row) =>
      row.cells.map((cell, at) => (typeof cell === 'number' && isWhole(row, pivot.columns[at]) ? cell : null)),
    ),
    total: write(pivot.total),
    sortedBy: pivot.sortedBy,
    where: needs(options, data.columns).without.map(({ column, values }) => ({ column, kind: 'is_not', values })),
    note: noteOf(pivot, { cells, rows, columns }),
  }
}

type Depth = Record<'rows' | 'columns', number>

/** Returns whether a cell belongs to a line on both sides, and not to a subtotal. */
const isWholeCell = (depth: Depth) => (row: PivotLine, column: PivotLine | undefined) =>
  row.keys.length === depth.rows && column?.keys.length === depth.columns

function tableCells({ rows, columns }: PivotTable, depth: Depth): TableCells {
  const isWhole = isWholeCell(depth)
  const isOf = (wanted: boolean) => rows.flatMap((row) => row.cells.filter((_, at) => isWhole(row, columns[at]) === wanted))
  return { cells: isOf(true), totals: [...isOf(false), ...rows.map(({ total }) => total)] }
}

function measureName(aggregator: Aggregator, vals: readonly string[], named: Readonly<Record<string, string>>): string {
  const of = vals.slice(0, valuesNeeded(aggregator))
  const own = named[`${aggregator.name} of ${of.join()}`]
  if (own !== undefined) return own
  const name = aggregatorName(aggregator.name)
  return of.length === 0 ? name : i18n._('{aggregator} of {columns}', { aggregator: name, columns: localList(of) })
}

/** Returns the table with its headings as tab-separated values. */
export function tsvOf(pivot: PreparedPivot): string {
  const { rows, columns, rowNames, columnNames, cells, measure } = pivot
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, ' ')
  const head = columnNames.length === 0 ? [measure] : columns.map(({ headings }) => headings.map(({ text }) => text).join('-'))
  const lines = rows.map(({ headings }, row) => [...headings.map(({ text }) => text), ...(cells[row] ?? [])])
  return [[...rowNames, ...head], ...lines].map((line) => line.map(clean).join('\t')).join('\n')
}
