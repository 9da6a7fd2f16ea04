import type { Cell } from '@sightline/contract/results.ts'
import type { Aggregation } from '@sightline/domain/chart-data/aggregation.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { canStack } from './kinds.ts'
import type { ChartOptions } from './options.ts'

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

/** A suggested chart with more lines than this would be unreadable. */
const MAX_SUGGESTED_SERIES = 4
/** A column with more values than this is not suggested for groups. */
const MAX_SUGGESTED_GROUPS = 20
/** Up to the 24 hours of a day, single bars remain distinguishable. */
const MAX_SUGGESTED_BARS = 24
/** Beyond this ratio, the smaller of two numbers is flat on the axis of the larger one. */
const MAX_RATIO = 10

/** A column with its values in the first rows. */
interface SampledColumn extends SourceColumn {
  values: Cell[]
}

/**
 * Suggests options for a new chart: a date, else a text, on x, and numbers of like size on y.
 * @param rows the first rows of the result
 */
export function suggest(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<ChartOptions> {
  const sampled = columns.map((column, index): SampledColumn => ({ ...column, values: rows.map((row) => row[index] ?? null) }))
  return { ...newChartOptions, ...suggestedColumns(sampled) }
}

const isDate = ({ type }: SourceColumn) => type === 'date' || type === 'datetime'
const isNumber = ({ type }: SourceColumn) => type === 'integer' || type === 'float'
const isText = ({ type }: SourceColumn) => type === 'string' || type === null || type === 'boolean'

function suggestedColumns(columns: readonly SampledColumn[]): Partial<ChartOptions> {
  const numbers = columns.filter(isNumber)
  const texts = columns.filter(isText)
  const x = columns.find(isDate) ?? texts[0] ?? numbers[0]
  const measures = numbers.filter((column) => column !== x)
  // Ids are numbers without a magnitude; they are used only if there is nothing else.
  const counted = measures.filter(({ name }) => !/(^|_)id$/i.test(name))
  const [first, ...others] = counted.length > 0 ? counted : measures
  if (!x || !first) return {}

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
  const globalSeriesType = isDate(x) ? 'line' : isNumber(x) ? kindOverNumbers(x.values) : 'column'
  return {
    globalSeriesType,
    columnMapping,
    ...(canStack(globalSeriesType) && hasRepeats(x, group) ? { aggregation: aggregationFor(first.name) } : {}),
    // Texts keep the order of the result: the author's ORDER BY is intended.
    ...(isDate(x) || isNumber(x) ? {} : { sortX: false }),
  }
}

/** The column that splits the rows into series: the only text beside a single measure, or one that explains repeated x values. */
function groupFor(x: SampledColumn, texts: readonly SampledColumn[], measures: number): SampledColumn | undefined {
  const few = texts.filter(({ values }) => new Set(values).size <= MAX_SUGGESTED_GROUPS)
  if (texts.length === 1 && measures === 1) return few[0]
  return hasRepeats(x, undefined) ? few.find((text) => !hasRepeats(x, text)) : undefined
}

function hasRepeats(x: SampledColumn, group: SampledColumn | undefined): boolean {
  const keys = x.values.map((value, row) => JSON.stringify([value, group?.values[row]]))
  return new Set(keys).size < keys.length
}

/** Names of numbers that would be meaningless as a sum. */
const rates = /(^|_)(avg|average|mean|median|rate|ratio|pct|percent|percentage|share|score|rating|price|temperature)(_|$)/i

const aggregationFor = (name: string): Aggregation => (rates.test(name) ? 'avg' : 'sum')

/** Whether two numbers can share an axis: both are rates or neither is, and their usual values differ by little. */
function areAlike(one: SampledColumn, other: SampledColumn): boolean {
  if (rates.test(one.name) !== rates.test(other.name)) return false
  const [a, b] = [usualSize(one.values), usualSize(other.values)]
  return a === null || b === null || Math.max(a, b) <= MAX_RATIO * Math.min(a, b)
}

/** The median of the absolute values other than zero; null if there are none. */
function usualSize(values: readonly Cell[]): number | null {
  const sizes = values.flatMap((value) => (typeof value === 'number' && value !== 0 ? [Math.abs(value)] : []))
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? null
}

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

/** Names a chart after its columns, as in `Flights by Day and Carrier`; null if columns are still to be chosen. */
export function nameOf({ columnMapping, globalSeriesType }: ChartOptions): string | null {
  const { x, y, series, zVal } = rolesOf(columnMapping, Object.keys(columnMapping))
  const isHeatmap = globalSeriesType === 'heatmap'
  const [first = '', second, ...more] = (isHeatmap ? [zVal ?? ''] : y).map(friendlyName)
  if (x === null || first === '') return null
  const measures = more.length > 0 ? `${first} and ${more.length + 1} more` : second ? `${first} and ${second}` : first
  const group = isHeatmap ? y[0] : series
  const name = `${measures} by ${friendlyName(x)}${group ? ` and ${friendlyName(group)}` : ''}`
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name
}
