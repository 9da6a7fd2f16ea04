import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { figureText } from '../cell-label.ts'
import { goneSentence, measureColumns } from '../column-choice.ts'
import type { CellData, Formats, Needs } from '../visualization.ts'
import { type GaugeOptions, type Level, levelName } from './options.ts'

/** A part of the scale. */
export interface Part {
  from: number
  to: number
  level: Level
}
export interface Gauge {
  kind: 'gauge'
  value: number
  text: string
  min: number
  max: number
  minText: string
  maxText: string
  target: { value: number; text: string } | null
  parts: Part[]
  /** The level of the value; null without ranges, or outside of them. */
  level: Level | null
  /** A sentence that says in which range the value is, or on which side of the scale; null if there is nothing to say. */
  sentence: string | null
  label: string
}
export type Prepared = { kind: 'nothing'; reason: string } | Gauge

const chooseText = (): string => i18n._('Choose a column with the value.')

/** The cells of the value, both ends of the scale and the target, all of one row. */
export function needs({ valueColumn, minColumn, maxColumn, targetColumn, rowNumber }: GaugeOptions): Needs {
  if (valueColumn === null) return { kind: 'columns', columns: [], extreme: null }
  const row = Math.trunc(rowNumber)
  const columns = [valueColumn, minColumn, maxColumn, targetColumn].filter((column) => column !== null)
  return { kind: 'cells', cells: columns.map((column) => ({ column, row })) }
}

export function problem(options: GaugeOptions, columns: readonly SourceColumn[]): string | null {
  const { valueColumn, minColumn, min, maxColumn, max, targetColumn } = options
  if (valueColumn === null) return chooseText()
  const gone = goneSentence([valueColumn, minColumn, maxColumn, targetColumn], columns)
  if (gone !== null) return gone
  const isReversed = minColumn === null && maxColumn === null && max !== null && max <= min
  return isReversed ? i18n._('The end of the scale has to be greater than its start.') : null
}

/** Suggests the first column that measures something, and one named after a target for the target. */
export function suggest(columns: readonly SourceColumn[]): Partial<GaugeOptions> {
  const named = (name: RegExp) => measureColumns(columns).find((column) => name.test(column.name))
  const target = named(/target|goal|budget|plan/i)
  const value = measureColumns(columns).find((column) => column !== target)
  return value ? { valueColumn: value.name, ...(target && { targetColumn: target.name }) } : {}
}

/** Prepares the gauge, or the reason as a sentence if there is no value or no scale. */
export function prepare(data: CellData, options: GaugeOptions, name: string, formats: Formats): Prepared {
  const reason = problem(options, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  if (data.total === 0) return { kind: 'nothing', reason: i18n._('No data') }
  const { valueColumn, minColumn, maxColumn, targetColumn } = options
  const cells: Cell[] = [...data.cells]
  // In the order in which they were requested.
  const next = (column: string | null) => (column === null ? null : toNumber(cells.shift() ?? null))
  const value = next(valueColumn)
  const ends = { min: next(minColumn), max: next(maxColumn) }
  const target = targetColumn === null ? options.target : next(targetColumn)
  if (value === null)
    return {
      kind: 'nothing',
      reason: i18n._('There is no number in “{valueColumn}” in row {row}.', {
        valueColumn: valueColumn ?? '',
        row: options.rowNumber,
      }),
    }
  const missing =
    minColumn !== null && ends.min === null ? minColumn : maxColumn !== null && ends.max === null ? maxColumn : null
  if (missing !== null)
    return { kind: 'nothing', reason: i18n._('There is no number in “{missing}” for an end of the scale.', { missing }) }
  const min = ends.min ?? options.min
  const max = ends.max ?? options.max ?? roundAbove(Math.max(value, target ?? value), min)
  if (max <= min) return { kind: 'nothing', reason: i18n._('The end of the scale has to be greater than its start.') }
  const write = (number: number) => written(number, options, formats)
  const parts = partsOf(options, min, max)
  const part = partWith(parts, value)
  return {
    kind: 'gauge',
    value,
    text: write(value),
    min,
    max,
    minText: write(min),
    maxText: write(max),
    target: target === null ? null : { value: target, text: write(target) },
    parts,
    level: part?.level ?? null,
    sentence: sentenceOf({ value, min, max, part }, write),
    label: options.label.trim() === '' ? name : options.label,
  }
}

const written = (number: number, { numberFormat, prefix, suffix }: GaugeOptions, { numberMarks }: Formats) =>
  `${prefix}${formatNumber(number, numberFormat, numberMarks) ?? figureText(number, numberMarks)}${suffix}`

/** Returns a round number that is at least the value and greater than the start. */
export function roundAbove(value: number, min: number): number {
  const span = value / 2 - min / 2
  if (span <= 0) return min + Math.max(1, Math.abs(min))
  const power = 10 ** Math.floor(Math.log10(span * 2))
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= span * 2) ?? 10
  const end = Number((min + step * power).toPrecision(12))
  return Math.min(Math.max(end, value), Number.MAX_VALUE)
}

/** The ranges within the scale, in their order; each begins where the one before ends. */
function partsOf({ ranges }: GaugeOptions, min: number, max: number): Part[] {
  const parts: Part[] = []
  let from = min
  for (const { upTo, level } of ranges) {
    const to = Math.min(upTo ?? max, max)
    if (to > from) parts.push({ from, to, level })
    from = Math.max(from, to)
  }
  return parts
}

/** The part that contains a value: its start belongs to it, its end only at the end of the scale. */
const partWith = (parts: readonly Part[], value: number): Part | null =>
  parts.find(({ from, to }, index) => value >= from && (value < to || (value === to && index === parts.length - 1))) ?? null

interface Placed extends Pick<Gauge, 'value' | 'min' | 'max'> {
  part: Part | null
}

function sentenceOf({ value, min, max, part }: Placed, write: (number: number) => string): string | null {
  if (value < min) return i18n._('Below the scale, which starts at {min}', { min: write(min) })
  if (value > max) return i18n._('Above the scale, which ends at {max}', { max: write(max) })
  return part === null
    ? null
    : i18n._('{level}: {from} to {to}', { level: levelName(part.level), from: write(part.from), to: write(part.to) })
}

/** Describes the gauge as text for screen readers. */
export function describe({ label, text, minText, maxText, target, sentence }: Gauge): string {
  const scale = i18n._('{label}: {text} on a scale from {minText} to {maxText}.', { label, text, minText, maxText })
  const goal = target === null ? '' : ` ${i18n._('Target {target}.', { target: target.text })}`
  return `${scale}${goal}${sentence === null ? '' : ` ${sentence}.`}`
}

/** The place of a number on the scale, from 0 to 1; numbers outside of it are at its ends. */
export const shareOf = (number: number, { min, max }: Pick<Gauge, 'min' | 'max'>): number =>
  Math.max(0, Math.min((number / 2 - min / 2) / (max / 2 - min / 2), 1))

/** The outline of a part of a half ring around the origin, from and to shares of the scale. */
export function arcPath(from: number, to: number, inner: number, outer: number): string {
  const at = (share: number, radius: number) => {
    const angle = Math.PI * (1 - share)
    return `${rounded(Math.cos(angle) * radius)} ${rounded(-Math.sin(angle) * radius)}`
  }
  return `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`
}

/** Adding zero turns -0 into 0. */
const rounded = (units: number) => Math.round(units * 100) / 100 + 0
