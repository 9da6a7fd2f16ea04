import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import { funnelOf } from '@sightline/domain/funnel/funnel.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels, figureText } from '../cell-label.ts'
import { markOf } from '../picked-mark.ts'
import { columnName, flag, number, part, text } from '../stored-options.ts'
import type { ColumnData, Formats, Needs, PickedMark } from '../visualization.ts'

/** The stored options of a funnel, as named in the API. */
export const FunnelOptions = z.looseObject({
  stepCol: part({ colName: columnName, displayAs: text('Steps') }),
  valueCol: part({ colName: columnName, displayAs: text('Value') }),
  /** Sorts by value, the largest first. */
  autoSort: flag(true),
  /** The sort column if `autoSort` is off. */
  sortKeyCol: part({ colName: columnName, reverse: flag(false) }),
  itemsLimit: number(100),
  /** Percentages outside of this range are shown as below or above its end. */
  percentValuesRange: part({ min: number(0.01), max: number(1000) }),
  numberFormat: text('0,0[.]00'),
  percentFormat: text('0[.]00%'),
})
export type FunnelOptions = z.infer<typeof FunnelOptions>

export type Prepared =
  | { kind: 'nothing'; reason: string }
  | { kind: 'funnel'; stepTitle: string; valueTitle: string; steps: PreparedStep[]; note: string | null }

export interface PreparedStep {
  name: string
  /** The rows with its name. */
  mark: PickedMark
  value: string
  /** Fraction of the largest value, 0 to 1. */
  width: number
  ofMaximum: string
  ofPrevious: string
}

const chooseText = (): string => i18n._('Choose a step column and a value column.')

/** The columns of steps, values and sort keys. */
export function needs(options: FunnelOptions): Needs {
  const { stepCol, valueCol, sortKeyCol, autoSort } = options
  if (stepCol.colName === null || valueCol.colName === null) return { kind: 'columns', columns: [], extreme: null }
  const sortKey = autoSort || sortKeyCol.colName === null ? [] : [sortKeyCol.colName]
  return { kind: 'columns', columns: [...new Set([stepCol.colName, valueCol.colName, ...sortKey])], extreme: valueCol.colName }
}

export function problem({ stepCol, valueCol }: FunnelOptions, columns: readonly SourceColumn[]): string | null {
  const isThere = (wanted: string | null) => columns.some(({ name }) => name === wanted)
  return isThere(stepCol.colName) && isThere(valueCol.colName) ? null : chooseText()
}

/** Suggests a text column for the steps and a numeric column for the values. */
export function suggest(columns: readonly SourceColumn[]): Partial<FunnelOptions> {
  const isNumber = ({ type }: SourceColumn) => type === 'integer' || type === 'float'
  const step = columns.find((column) => !isNumber(column))
  const value = columns.find(isNumber)
  if (!step || !value) return {}
  return { stepCol: { colName: step.name, displayAs: 'Steps' }, valueCol: { colName: value.name, displayAs: 'Value' } }
}

/** Prepares the steps, or the reason as a sentence if there are none. */
export function prepare(data: ColumnData, options: FunnelOptions, formats: Formats): Prepared {
  const { stepCol, valueCol, sortKeyCol, autoSort } = options
  if (stepCol.colName === null || valueCol.colName === null) return { kind: 'nothing', reason: chooseText() }
  const placeOf = (wanted: string | null) => data.columns.findIndex(({ name }) => name === wanted)
  const sortName = autoSort ? null : sortKeyCol.colName
  const gone = [stepCol.colName, valueCol.colName, sortName].find((name) => name !== null && placeOf(name) === -1)
  if (gone !== undefined) return { kind: 'nothing', reason: i18n._('The result has no column "{gone}".', { gone: gone ?? '' }) }
  if (data.shown === 0) return { kind: 'nothing', reason: i18n._('No data') }

  const valuesOf = (name: string | null) => data.values[placeOf(name)] ?? []
  const [steps, values] = [valuesOf(stepCol.colName), valuesOf(valueCol.colName)]
  // Without a sort column, rows keep the order of the result.
  const sortKeys = autoSort ? null : sortName === null ? values.map((_, row) => row) : valuesOf(sortName)
  const funnel = funnelOf({ steps, values, sortKeys }, sortName !== null && sortKeyCol.reverse, options.itemsLimit)
  if (funnel.kind === 'no number') {
    const found = funnel.value === null ? i18n._('nothing') : JSON.stringify(funnel.value)
    const texts = { column: valueCol.colName, found }
    return { kind: 'nothing', reason: i18n._('A funnel needs a number in every row; "{column}" holds {found}.', texts) }
  }
  if (funnel.kind === 'nothing at first')
    return { kind: 'nothing', reason: i18n._('The first step of a funnel has to be above zero.') }
  const marks = formats.numberMarks
  const stepColumn = stepCol.colName
  const nameOf = columnLabels(steps, data.columns[placeOf(stepCol.colName)], formats)
  return {
    kind: 'funnel',
    stepTitle: stepCol.displayAs,
    valueTitle: valueCol.displayAs,
    steps: funnel.steps.map(({ step, value, ofMaximum, ofPrevious }) => ({
      name: nameOf(step),
      mark: markOf({ column: stepColumn, value: step }),
      value: formatNumber(value, options.numberFormat, marks) ?? String(value),
      width: Math.max(0, ofMaximum / 100),
      ofMaximum: percentText(ofMaximum, options, marks),
      ofPrevious: ofPrevious === null ? formats.nullText : percentText(ofPrevious, options, marks),
    })),
    note: noteOf(data, funnel.steps.length, funnel.omitted, marks),
  }
}

/** Formats a percentage; outside of the range it is shown as below or above its end. */
export function percentText(
  percent: number,
  { percentValuesRange: { min, max }, percentFormat }: FunnelOptions,
  marks: NumberMarks,
): string {
  const written = (value: number) => formatNumber(value / 100, percentFormat, marks) ?? `${value}%`
  if (percent < min) return `<${written(min)}`
  return percent > max ? `>${written(max)}` : written(percent)
}

function noteOf({ shown, total }: ColumnData, steps: number, omitted: number, marks: NumberMarks): string | null {
  const counted = (count: number) => figureText(count, marks)
  if (shown < total) return i18n._('Of {shown} of {total} rows', { shown: counted(shown), total: counted(total) })
  return omitted > 0 ? i18n._('{shown} of {total} steps', { shown: counted(steps), total: counted(steps + omitted) }) : null
}
