import { type CountedBox, readBox } from '@sightline/domain/chart-data/quartiles.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { figureText, tickLabel } from '../cell-label.ts'
import { isNumeric } from '../column-choice.ts'
import { isFromTo, markOf } from '../picked-mark.ts'
import { text } from '../stored-options.ts'
import type { GroupData, Needs, PickedMark } from '../visualization.ts'

/** The stored options of a box plot, as named in the API. */
export const BoxplotOptions = z.looseObject({ xAxisLabel: text(''), yAxisLabel: text('') })
export type BoxplotOptions = z.infer<typeof BoxplotOptions>

/** Pixels. */
export const OUTLIER_RADIUS = 5
/** More columns are omitted, because their boxes would be as thin as lines. */
const MAX_BOXES = 50

export interface ColumnBox extends CountedBox {
  name: string
  /** Whether its numbers are stored as such, so that they can be compared. */
  isNumeric: boolean
}
export type Prepared =
  | { kind: 'nothing'; reason: string }
  | { kind: 'boxes'; boxes: ColumnBox[]; ticks: { value: number; text: string }[]; note: string | null }

export const needs = (_: BoxplotOptions, columns: readonly SourceColumn[]): Needs =>
  columns.length === 0
    ? { kind: 'columns', columns: [], extreme: null }
    : {
        kind: 'groups',
        sets: [[]],
        measures: drawnColumns(columns).map(({ name }) => ({ kind: 'box', column: name })),
        limit: 1,
        without: [],
      }

/** The numeric columns. If there are none, all: numbers may be stored as texts. */
function drawnColumns(columns: readonly SourceColumn[]): SourceColumn[] {
  const numeric = columns.filter(({ type }) => type === 'integer' || type === 'float')
  return (numeric.length > 0 ? numeric : columns).slice(0, MAX_BOXES)
}

/** Prepares a box for each numeric column, or the reason as a sentence if there are none. */
export function prepare({ columns, asked, sets: [set], total: rows }: GroupData, marks: NumberMarks): Prepared {
  if (rows === 0) return { kind: 'nothing', reason: i18n._('No data') }
  const boxes = asked.flatMap(({ column }, index): ColumnBox[] => {
    const box = readBox(set?.measures[index]?.[0] ?? null)
    return column === null || box === null
      ? []
      : [{ name: column, isNumeric: columns.some((known) => known.name === column && isNumeric(known)), ...box }]
  })
  if (boxes.length === 0) return { kind: 'nothing', reason: i18n._('A box plot needs numeric columns.') }
  const ends = boxes.flatMap(({ low, high, outliers }) => [low, high, outliers[0] ?? low, outliers.at(-1) ?? high])
  const total = boxes.reduce((sum, { outlierCount }) => sum + outlierCount, 0)
  const drawn = boxes.reduce((sum, { outliers }) => sum + outliers.length, 0)
  const note =
    drawn === total
      ? null
      : i18n._('{drawn} of {total} outliers are drawn', { drawn: figureText(drawn, marks), total: figureText(total, marks) })
  return { kind: 'boxes', boxes, ticks: ticksBetween(Math.min(...ends), Math.max(...ends), marks), note }
}

/** Returns the mark of a box: the middle half of the numbers, which it spans. */
export const pickedBox = ({ name, isNumeric, q1, q3 }: ColumnBox): PickedMark | null =>
  isNumeric ? markOf(null, isFromTo(name, q1, q3)) : null

/** Returns the mark of the rows with the number of an outlier. */
export const pickedOutlier = ({ name, isNumeric }: ColumnBox, value: number): PickedMark | null =>
  isNumeric ? markOf({ column: name, value }) : null

/** Tolerance for floating-point errors. */
const ROUNDING = 1e-9

/** Returns round numbers from below the least to above the greatest value. */
export function ticksBetween(least: number, greatest: number, marks: NumberMarks): { value: number; text: string }[] {
  // Divided before subtracting, because the difference of the largest numbers would overflow.
  const rough = greatest / 5 - least / 5 || Math.abs(greatest) / 5 || 1 / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(least / step + ROUNDING)
  const last = Math.max(first + 1, Math.ceil(greatest / step - ROUNDING))
  const values = Array.from({ length: last - first + 1 }, (_, index) => {
    const exact = Number(((first + index) * step).toPrecision(12))
    return Math.max(-Number.MAX_VALUE, Math.min(exact, Number.MAX_VALUE))
  })
  const largest = Math.max(...values.map(Math.abs))
  return values.map((value) => ({ value, text: tickLabel(value, largest, marks) }))
}

/** Returns the position of a value between two others, from 0 to 1. */
export const shareBetween = (value: number, least: number, greatest: number) =>
  (value / 2 - least / 2) / (greatest / 2 - least / 2)

/** Describes the boxes as text for screen readers. */
export function describe(name: string, boxes: readonly ColumnBox[], marks: NumberMarks): string {
  const written = (value: number) => figureText(value, marks)
  const words = boxes.map(({ name: column, low, q1, median, q3, high }) =>
    i18n._('{column}: median {median}, half between {q1} and {q3}, whiskers from {low} to {high}', {
      column,
      median: written(median),
      q1: written(q1),
      q3: written(q3),
      low: written(low),
      high: written(high),
    }),
  )
  return i18n._('{name}. Box plot. {words}.', { name, words: words.join('; ') })
}
