import type { Cell } from '@sightline/contract/results.ts'
import { columnNumberFormat, type NumberFormats } from '../format/column-format.ts'
import { formatNumber, type NumberMarks } from '../format/number.ts'
import {
  type SparklineEnds,
  type SparklineKind,
  type SparklinePoint,
  sparklineEnds,
  sparklinePoints,
  sparklineText,
} from './sparkline-cell.ts'
import type { TableColumn } from './table-column.ts'

/** Longer lists are no sparklines. */
const MAX_LENGTH = 50_000

/** A cell with a list of numbers, as it is drawn. */
export interface SparklineView {
  kind: 'sparkline'
  points: SparklinePoint[]
  drawnAs: SparklineKind
  /** The scale of all cells of the column; null if each has its own. */
  ends: SparklineEnds | null
  /** The last value; '' if there is none. */
  last: string
  /** For screen readers and mails. */
  text: string
}

/**
 * Prepares a column of lists: the decimals of a column without a stored format follow from the values of some rows, and so does the
 * scale if all its cells have the same one.
 * @param hasFormat whether a format is stored
 */
export function withSparklines(
  column: TableColumn,
  hasFormat: boolean,
  sample: readonly (readonly Cell[])[],
  formats: NumberFormats,
): TableColumn {
  if (column.displayAs !== 'sparkline') return column
  const lists = sample.map((row) => sparklinePoints(String(row[column.index] ?? ''), MAX_LENGTH) ?? [])
  const values = lists.flat().map(({ y }) => y)
  return {
    ...column,
    numberFormat: hasFormat
      ? column.numberFormat
      : columnNumberFormat({ name: '', type: 'float', source_type: '' }, values, formats),
    sparklineEnds: column.sparklineScale === 'column' ? sparklineEnds(lists) : null,
  }
}

/** @returns null if the text is no list of numbers, or longer than `maxSize` characters */
export function sparklineView(
  text: string,
  { numberFormat, sparklineKind, sparklineEnds: ends }: TableColumn,
  maxSize: number,
  marks: NumberMarks,
): SparklineView | null {
  const points = sparklinePoints(text, Math.min(maxSize, MAX_LENGTH))
  if (points === null) return null
  const write = (value: number) => formatNumber(value, numberFormat, marks) ?? String(value)
  const last = points.findLast(({ y }) => y !== null)?.y ?? null
  return {
    kind: 'sparkline',
    points,
    drawnAs: sparklineKind,
    ends,
    last: last === null ? '' : write(last),
    text: sparklineText(points, write),
  }
}
