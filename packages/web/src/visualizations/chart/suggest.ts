import type { Cell } from '@sightline/contract/results.ts'
import type { Aggregation } from '@sightline/domain/chart-data/aggregation.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { measureName } from '@sightline/domain/explore/measure-name.ts'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import { isRate, namesThing } from '@sightline/domain/format/column-format.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { withoutIsolates } from '@sightline/domain/language/isolated.ts'
import { localList } from '@sightline/domain/language/local.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnsForKind } from './columns-for-kind.ts'
import { aggregationOf } from './grouped.ts'
import { type ChartKind, canStack, kindOf } from './kinds.ts'
import type { ChartOptions } from './options.ts'
import {
  areAlike,
  distinct,
  isDate,
  isNumber,
  isText,
  MAX_SUGGESTED_GROUPS,
  MAX_SUGGESTED_SERIES,
  type SampledColumn,
} from './sampled-columns.ts'

/** The options that every new chart stores. Absent ones keep their specified defaults, which stored charts rely on. */
const newChartOptions: Partial<ChartOptions> = {
  missingValuesAsZero: false,
  fillMissingDates: true,
  marksIncomplete: true,
  readableNames: true,
  startsAtTop: true,
  sizemode: 'area',
  colorScheme: 'Blues',
  direction: { type: 'clockwise' },
  maxSlices: 6,
  percentFormat: '0[.]0%',
}

/** Up to the 24 hours of a day, single bars remain distinguishable. */
const MAX_SUGGESTED_BARS = 24

/**
 * Suggests options for a new chart: a date, else a text, on x, and numbers of like size on y.
 * @param rows the first rows of the result
 * @param wanted the kind that the user has chosen; without it, the kind follows from the columns
 */
export function suggest(
  columns: readonly SourceColumn[],
  rows: readonly Cell[][],
  wanted: Partial<ChartOptions> = {},
): Partial<ChartOptions> {
  const sampled = columns.map((column, index): SampledColumn => ({ ...column, values: rows.map((row) => row[index] ?? null) }))
  return { ...newChartOptions, ...suggestedColumns(sampled, kindOf(wanted.globalSeriesType ?? '')) }
}

function suggestedColumns(columns: readonly SampledColumn[], wanted: ChartKind | null): Partial<ChartOptions> {
  const mapping = wanted && columnsForKind(wanted, columns, withoutNames(columns.filter(isNumber)))
  if (wanted === null || mapping === null) return anyChart(columns, wanted)
  const x = columns.find(({ name }) => mapping[name] === 'x')
  return { globalSeriesType: wanted, columnMapping: mapping, ...orderOver(x) }
}

/** The columns of a line, of bars, or of whatever kind is wanted. */
function anyChart(columns: readonly SampledColumn[], wanted: ChartKind | null): Partial<ChartOptions> {
  const numbers = columns.filter(isNumber)
  const texts = columns.filter(isText)
  const x = columns.find(isDate) ?? texts[0] ?? numbers[0]
  const [first, ...others] = withoutNames(numbers.filter((column) => column !== x))
  if (!x || !first) return wanted === null ? {} : { globalSeriesType: wanted }

  const like = [first, ...others.filter((other) => areAlike(first, other))]
  const group = groupFor(
    x,
    texts.filter((column) => column !== x),
    like.length,
  )
  const ys = group ? [first] : like.slice(0, MAX_SUGGESTED_SERIES)
  const columnMapping: Record<string, string> = { [x.name]: 'x' }
  for (const { name } of ys) columnMapping[name] = 'y'
  if (group) columnMapping[group.name] = 'series'
  const globalSeriesType = wanted ?? (isDate(x) ? 'line' : isNumber(x) ? kindOverNumbers(x.values) : 'column')
  return {
    globalSeriesType,
    columnMapping,
    ...(canStack(globalSeriesType) && (hasRepeats(x, group) || (!group && isUnsortedDate(x)))
      ? { aggregation: aggregationFor(first.name) }
      : {}),
    // Areas that overlap hide one another.
    ...(globalSeriesType === 'area' && group ? { series: { stacking: 'stack' as const, percentValues: false } } : {}),
    ...orderOver(x),
  }
}

/** Texts keep the order of the result: the author's ORDER BY is intended. */
const orderOver = (x: SampledColumn | undefined) => (x && isText(x) ? { sortX: false } : {})

/** Ids, years and postal codes are numbers without a magnitude; they are used only if there is nothing else. */
function withoutNames(numbers: readonly SampledColumn[]): readonly SampledColumn[] {
  const measures = numbers.filter(({ name, values }) => !namesThing(name, values))
  return measures.length > 0 ? measures : numbers
}

/** The column that splits the rows into series: the only text beside a single measure, or one that explains repeated x values. */
function groupFor(x: SampledColumn, texts: readonly SampledColumn[], measures: number): SampledColumn | undefined {
  const few = texts.filter((text) => distinct(text) <= MAX_SUGGESTED_GROUPS)
  if (texts.length === 1 && measures === 1) return few[0]
  return hasRepeats(x, undefined) ? few.find((text) => !hasRepeats(x, text)) : undefined
}

function hasRepeats(x: SampledColumn, group: SampledColumn | undefined): boolean {
  const keys = x.values.map((value, row) => JSON.stringify([value, group?.values[row]]))
  return new Set(keys).size < keys.length
}

/** Further rows of a result in no order of its dates may repeat them, even if the first rows do not. */
function isUnsortedDate(x: SampledColumn): boolean {
  if (x.type !== 'date') return false
  const days = x.values.filter((value) => value !== null).map(String)
  const isInOrder = (sign: 1 | -1) => days.every((day, at) => at === 0 || (day > (days[at - 1] ?? '') ? 1 : -1) === sign)
  return !isInOrder(1) && !isInOrder(-1)
}

const aggregationFor = (name: string): Aggregation => (isRate(name) ? 'avg' : 'sum')

/** Evenly spaced numbers (hours, years) get bars if there are few and a line if there are many. Other numbers get points. */
function kindOverNumbers(values: readonly Cell[]): 'column' | 'line' | 'scatter' {
  const whole = values.filter((value): value is number => Number.isSafeInteger(value))
  const steps = whole.slice(1).map((value, at) => value - (whole[at] ?? value))
  const isOneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0)
  if (whole.length < 2 || whole.length < values.length || !isOneWay) return 'scatter'
  if (whole.length <= MAX_SUGGESTED_BARS) return 'column'
  return steps.every((step) => step === steps[0]) ? 'line' : 'scatter'
}

const MAX_NAME_LENGTH = 100

const combinedName = (column: string, how: Aggregation | null) => (how === null ? column : measureName({ kind: how, column }))

/**
 * Names a chart after its columns in the language of the user who creates it, as in `Flights by Day and Carrier`, and after how rows
 * are combined, as in `Sum of Flights by Day`; null if columns are still to be chosen.
 */
export function nameOf(options: ChartOptions): string | null {
  const { columnMapping, globalSeriesType } = options
  const { x, y, series, zVal } = rolesOf(columnMapping, Object.keys(columnMapping))
  const isHeatmap = globalSeriesType === 'heatmap'
  const [first = '', ...others] = (isHeatmap ? [zVal ?? ''] : y).map((name) =>
    combinedName(friendlyName(name), aggregationOf(options)),
  )
  if (x === null || (isHeatmap ? zVal === null : y.length === 0)) return null
  const measures =
    others.length > 1 ? i18n._('{first} and {count} more', { first, count: others.length }) : localList([first, ...others])
  const group = isHeatmap ? y[0] : series
  const groups = localList([x, ...(group ? [group] : [])].map(friendlyName))
  return shortened(withoutIsolates(i18n._('{measures} by {groups}', { measures, groups })), MAX_NAME_LENGTH)
}
