import type { Cell } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { ChartOptions } from './options.ts'

/** The kinds of chart that are drawn, by their stored name. */
export const chartKinds = [
  { kind: 'line', name: 'Line' },
  { kind: 'column', name: 'Bar' },
  { kind: 'area', name: 'Area' },
  { kind: 'pie', name: 'Pie' },
  { kind: 'scatter', name: 'Scatter' },
  { kind: 'bubble', name: 'Bubble' },
  { kind: 'heatmap', name: 'Heatmap' },
  { kind: 'box', name: 'Box' },
  { kind: 'custom', name: 'Custom' },
] as const
export type ChartKind = (typeof chartKinds)[number]['kind']

/** The kinds on offer: charts of one's own code only where the installation allows them, or the chart is one already. */
export const offeredKinds = (allowsCustomCode: boolean, current: string) =>
  chartKinds.filter(({ kind }) => kind !== 'custom' || allowsCustomCode || current === 'custom')

/** The kind by its stored name; null for one that other clients draw. */
export const kindOf = (stored: string): ChartKind | null => chartKinds.find(({ kind }) => kind === stored)?.kind ?? null

/** What people call a stored kind. */
export function kindName(stored: string): string {
  const known = chartKinds.find(({ kind }) => kind === stored)
  return known?.name ?? stored.charAt(0).toUpperCase() + stored.slice(1)
}

const oneOf =
  (...kinds: ChartKind[]) =>
  (stored: string) =>
    kinds.some((kind) => kind === stored)

/** What the kinds can do, by their stored name. */
export const canStack = oneOf('line', 'area', 'column')
export const canLieDown = oneOf('line', 'area', 'column', 'box')
export const hasErrors = oneOf('line', 'area', 'column', 'scatter')
/** Whether the chart has two axes with values along them, with series of their own types. */
export const hasAxes = oneOf('line', 'column', 'area', 'scatter', 'bubble', 'box')

/** More lines than this on a first look are a tangle. */
const MAX_SUGGESTED_SERIES = 4

/** As many bars as there are hours in a day are still told apart. */
const MAX_SUGGESTED_BARS = 24

/**
 * Options of a new chart: a date, else a text, along x, and numbers upwards.
 * @param rows the first ones of the result
 */
export function suggest(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<ChartOptions> {
  const isDate = ({ type }: SourceColumn) => type === 'date' || type === 'datetime'
  const isNumber = ({ type }: SourceColumn) => type === 'integer' || type === 'float'
  const isText = ({ type }: SourceColumn) => type === 'string' || type === null || type === 'boolean'
  const numbers = columns.filter(isNumber)
  const texts = columns.filter(isText)
  const x = columns.find(isDate) ?? texts[0] ?? numbers[0]
  const measures = numbers.filter((column) => column !== x)
  // Keys are numbers that mean nothing upwards; they are taken only when there is nothing else.
  const ys = measures.filter(({ name }) => !/(^|_)id$/i.test(name))
  const y = ys.length > 0 ? ys : measures
  if (!x || y.length === 0) return {}

  const rest = texts.filter((column) => column !== x)
  const group = rest.length === 1 && y.length === 1 ? rest[0] : undefined
  const columnMapping: Record<string, string> = { [x.name]: 'x' }
  for (const { name } of y.slice(0, MAX_SUGGESTED_SERIES)) columnMapping[name] = 'y'
  if (group) columnMapping[group.name] = 'series'
  if (isDate(x)) return { globalSeriesType: 'line', columnMapping }
  if (isNumber(x)) return { globalSeriesType: kindOverNumbers(rows.map((row) => row[columns.indexOf(x)])), columnMapping }
  // Texts keep the order that the query gave them: its ORDER BY is a wish.
  return { globalSeriesType: 'column', columnMapping, sortX: false }
}

/** Hours of a day and years are steps to go along: bars where they are few, a line where there are many. Other numbers are places. */
function kindOverNumbers(values: readonly (Cell | undefined)[]): 'column' | 'line' | 'scatter' {
  const whole = values.filter((value): value is number => Number.isSafeInteger(value))
  const steps = whole.slice(1).map((value, at) => value - (whole[at] ?? value))
  const isOneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0)
  if (whole.length < 2 || whole.length < values.length || !isOneWay) return 'scatter'
  if (whole.length <= MAX_SUGGESTED_BARS) return 'column'
  return steps.every((step) => step === steps[0]) ? 'line' : 'scatter'
}
