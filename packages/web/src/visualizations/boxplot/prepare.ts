import { type BoxNumbers, boxOf } from '@sightline/domain/chart-data/quartiles.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import type { SourceColumn } from '../../ui/data-table/source.ts'
import type { ColumnData, Needs } from '../visualization.ts'
import type { BoxplotOptions } from './options.ts'

/** Pixels. */
export const OUTLIER_RADIUS = 5
/** Columns beyond are left out: their boxes would be lines. */
const MAX_BOXES = 50

export interface ColumnBox extends BoxNumbers {
  name: string
}
export type Prepared =
  | { kind: 'nothing'; reason: string }
  | { kind: 'boxes'; boxes: ColumnBox[]; ticks: { value: number; text: string }[]; note: string | null }

export const needs = (_: BoxplotOptions, columns: readonly SourceColumn[]): Needs => ({
  kind: 'columns',
  columns: columns.slice(0, MAX_BOXES).map(({ name }) => name),
  extreme: null,
})

/** Makes a box of each column that has numbers, or the sentence that says why there is none. */
export function prepare({ columns, values, shown, total }: ColumnData): Prepared {
  if (total === 0) return { kind: 'nothing', reason: 'No data' }
  const boxes = columns.flatMap(({ name }, index): ColumnBox[] => {
    const numbers = (values[index] ?? []).flatMap((cell) => toNumber(cell) ?? [])
    return numbers.length === 0 ? [] : [{ name, ...boxOf(numbers) }]
  })
  if (boxes.length === 0) return { kind: 'nothing', reason: 'A box plot needs columns of numbers.' }
  const ends = boxes.flatMap(({ low, high, outliers }) => [low, high, outliers[0] ?? low, outliers.at(-1) ?? high])
  const note = shown < total ? `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows` : null
  return { kind: 'boxes', boxes, ticks: ticksBetween(Math.min(...ends), Math.max(...ends)), note }
}

/** What calculating with decimals may lose. */
const ROUNDING = 1e-9

/** Round numbers from below the least to above the greatest. */
export function ticksBetween(least: number, greatest: number): { value: number; text: string }[] {
  const span = greatest - least || Math.abs(greatest) || 1
  const rough = span / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(least / step + ROUNDING)
  const last = Math.max(first + 1, Math.ceil(greatest / step - ROUNDING))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const value = Number(((first + index) * step).toPrecision(12))
    return { value, text: formatNumber(value, '0,0[.]0000') ?? String(value) }
  })
}

/** The drawing in words. */
export function describe(name: string, boxes: readonly ColumnBox[]): string {
  const words = boxes.map(
    (box) => `${box.name}: median ${box.median}, half between ${box.q1} and ${box.q3}, whiskers from ${box.low} to ${box.high}`,
  )
  return `${name}. Box plot. ${words.join('; ')}.`
}
