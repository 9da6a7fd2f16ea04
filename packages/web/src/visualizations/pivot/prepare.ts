import type { Cell } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { columnNumberFormat } from '@sightline/domain/format/column-format.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { type Aggregator, aggregatorOf, valuesNeeded } from '@sightline/domain/pivot/aggregators.ts'
import { type PivotGroups, type PivotTable, pivotOf, spansOf } from '@sightline/domain/pivot/pivot.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels } from '../cell-label.ts'
import { markOf, markOfPath } from '../picked-mark.ts'
import type { Formats, GroupData, GroupNeeds, PickedMark } from '../visualization.ts'
import { filteredCell, valueChoices, valuesFor, zonesOf } from './arrangement.ts'
import type { PivotOptions } from './options.ts'

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
  /** The numbers behind the heatmap colours; null for none. */
  numbers: (number | null)[][]
  total: string
  /** Conditions that all its rows meet, because values are left out. */
  where: Condition[]
  note: string | null
}
export interface PreparedLine {
  /** The values of its columns. */
  keys: Cell[]
  /** How many lines each heading spans; 0 if a previous one covers the line. */
  headings: { text: string; span: number }[]
  total: string
}

/** The grouping by both sides, by each side alone, and the grand total. */
export function needs(options: PivotOptions, columns: readonly SourceColumn[]): GroupNeeds {
  const { rows, cols } = zonesOf(options, columns)
  const { kinds, vals } = measuresOf(options, columns)
  return {
    kind: 'groups',
    sets: [[...rows, ...cols], rows, cols, []],
    measures: kinds.map((kind, index) => ({ kind, column: kind === 'count' ? null : (vals[index] ?? '') })),
    limit: 50_000,
    without: Object.entries(options.valueFilter).flatMap(([name, values]) => {
      const column = columns.find((candidate) => candidate.name === name)
      return column ? [{ column: name, values: Object.keys(values).map((text) => filteredCell(text, column)) }] : []
    }),
  }
}

function measuresOf({ aggregatorName, vals, ...rest }: PivotOptions, columns: readonly SourceColumn[]) {
  const aggregator = aggregatorOf(aggregatorName) ?? aggregatorOf('Count')
  const choices = valueChoices(columns, { ...rest, aggregatorName, vals })
  return { kinds: aggregator?.measures ?? [], vals: valuesFor(aggregatorName, vals, choices) }
}

export function problem(options: PivotOptions, columns: readonly SourceColumn[]): string | null {
  const aggregator = aggregatorOf(options.aggregatorName)
  if (!aggregator) return `The aggregator "${options.aggregatorName}" is not supported.`
  return valueChoices(columns, options).length < valuesNeeded(aggregator) ? 'The result has too few value columns.' : null
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
  const [cells, rows, columns, all] = data.sets
  if (!aggregator || !cells || !rows || !columns || !all) {
    return { kind: 'nothing', reason: problem(options, data.columns) ?? 'No data' }
  }
  if (data.total === 0 || rows.total === 0) return { kind: 'nothing', reason: 'No data' }
  const [gone] = vanishedSides(options, data.columns)
  if (gone !== undefined) return { kind: 'nothing', reason: `The result has no column "${gone}".` }
  const maxColumns = MAX_COLUMNS
  const width = Math.min(maxColumns, Math.max(1, columns.total))
  const pivot = pivotOf(
    { cells, rows, columns, all },
    {
      aggregator,
      rowOrder: options.rowOrder,
      columnOrder: options.colOrder,
      maxRows: Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / width)),
      maxColumns,
    },
  )
  const { vals } = measuresOf(options, data.columns)
  const write = writer(
    aggregator,
    data.columns.find(({ name }) => name === vals[0]),
    pivot,
    formats,
  )
  const linesOf = (lines: PivotTable['columns'], by: readonly string[]): PreparedLine[] => {
    const spans = by.map((_, level) => spansOf(lines, level))
    const nameOf = by.map((name, level) =>
      columnLabels(
        lines.map(({ keys }) => keys[level] ?? null),
        data.columns.find((column) => column.name === name),
        formats,
      ),
    )
    return lines.map(({ keys, total }, line) => ({
      keys,
      headings: keys.map((key, level) => ({
        text: nameOf[level]?.(key) ?? '',
        span: spans[level]?.[line] ?? 1,
      })),
      total: write(total),
    }))
  }
  return {
    kind: 'pivot',
    rowNames: rows.by,
    columnNames: columns.by,
    measure: measureName(aggregator, vals),
    rows: linesOf(pivot.rows, rows.by),
    columns: linesOf(pivot.columns, columns.by),
    cells: pivot.rows.map((row) => row.cells.map(write)),
    numbers: pivot.rows.map((row) => row.cells.map((cell) => (typeof cell === 'number' ? cell : null))),
    total: write(pivot.total),
    where: needs(options, data.columns).without.map(({ column, values }) => ({ column, kind: 'is_not', values })),
    note: noteOf(pivot, rows, columns),
  }
}

function measureName(aggregator: Aggregator, vals: readonly string[]): string {
  const of = vals.slice(0, valuesNeeded(aggregator))
  return of.length === 0 ? aggregator.name : `${aggregator.name} of ${of.join(' and ')}`
}

const COMPUTED = { name: '', type: 'float', source_type: '' } as const

/**
 * The format of computed numbers, with the decimals that the cells need. Averages of them in the totals have more digits, which say
 * little beside them, and count only if the cells are whole.
 */
function computedFormat({ rows }: PivotTable, formats: Formats): string {
  const cells = rows.flatMap((row) => row.cells)
  const hasFractions = cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell))
  if (hasFractions) return columnNumberFormat(COMPUTED, cells, formats).replace(/\[0+\]$/, '')
  return columnNumberFormat(COMPUTED, [...cells, ...rows.map(({ total }) => total)], formats)
}

/** @param table the decimals of numbers and the format of times depend on its values */
function writer(
  { result }: Aggregator,
  column: SourceColumn | undefined,
  table: PivotTable,
  formats: Formats,
): (cell: Cell) => string {
  const cells = table.rows.flatMap((row) => [...row.cells, row.total])
  const pattern = {
    'whole number': formats.integerFormat,
    number: computedFormat(table, formats),
    share: '0,0.0%',
    value: columnNumberFormat(column ?? COMPUTED, cells, formats),
  }[result]
  const nameOf = columnLabels(cells, column, formats)
  return (cell) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return formatNumber(cell, pattern, formats.numberMarks) ?? String(cell)
    return nameOf(cell)
  }
}

const counted = (count: number) => count.toLocaleString('en-US')

function noteOf(
  pivot: PivotTable,
  rows: PivotGroups & { total: number },
  columns: PivotGroups & { total: number },
): string | null {
  const notes = []
  if (pivot.rows.length < rows.total) notes.push(`${counted(pivot.rows.length)} of ${counted(rows.total)} rows`)
  if (pivot.columns.length < columns.total) notes.push(`${counted(pivot.columns.length)} of ${counted(columns.total)} columns`)
  return notes.length === 0 ? null : `Shows ${notes.join(' and ')}. Totals are of all.`
}

/** The mark of a cell: the rows with the values of its row and column. Beyond the last row and column are the totals. */
export function markAt(
  { rows, columns, rowNames, columnNames, where }: PreparedPivot,
  row: number,
  column: number,
): PickedMark {
  const [across, down] = [columns[column]?.keys ?? [], rows[row]?.keys ?? []]
  const names = [...columnNames.slice(0, across.length), ...rowNames.slice(0, down.length)]
  const mark = markOfPath(names, [...across, ...down])
  return markOf(mark.x, [...(mark.where ?? []), ...where])
}

/** Returns the table with its headings as tab-separated values. */
export function tsvOf(pivot: PreparedPivot): string {
  const { rows, columns, rowNames, columnNames, cells, measure } = pivot
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, ' ')
  const head = columnNames.length === 0 ? [measure] : columns.map(({ headings }) => headings.map(({ text }) => text).join('-'))
  const lines = rows.map(({ headings }, row) => [...headings.map(({ text }) => text), ...(cells[row] ?? [])])
  return [[...rowNames, ...head], ...lines].map((line) => line.map(clean).join('\t')).join('\n')
}
