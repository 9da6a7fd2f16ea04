import type { Cell } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { ChartOptions } from './options.ts'

/** The supported kinds of chart, by stored name. */
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

/** The kinds offered in the editor: custom charts only if the installation allows them or the chart already is one. */
export const offeredKinds = (allowsCustomCode: boolean, current: string) =>
  chartKinds.filter(({ kind }) => kind !== 'custom' || allowsCustomCode || current === 'custom')

/** Returns the kind by its stored name; null for kinds that only other clients draw. */
export const kindOf = (stored: string): ChartKind | null => chartKinds.find(({ kind }) => kind === stored)?.kind ?? null

/** The display name of a stored kind. */
export function kindName(stored: string): string {
  const known = chartKinds.find(({ kind }) => kind === stored)
  return known?.name ?? stored.charAt(0).toUpperCase() + stored.slice(1)
}

const oneOf =
  (...kinds: ChartKind[]) =>
  (stored: string) =>
    kinds.some((kind) => kind === stored)

/** Capabilities of the kinds, by stored name. */
export const canStack = oneOf('line', 'area', 'column')
export const canLieDown = oneOf('line', 'area', 'column', 'box')
export const hasErrors = oneOf('line', 'area', 'column', 'scatter')
/** Whether the chart has two numeric axes and can mix series types. */
export const hasAxes = oneOf('line', 'column', 'area', 'scatter', 'bubble', 'box')

/** A suggested chart with more lines than this would be unreadable. */
const MAX_SUGGESTED_SERIES = 4

/** Up to the 24 hours of a day, single bars remain distinguishable. */
const MAX_SUGGESTED_BARS = 24

/**
 * Suggests options for a new chart: a date, else a text, on x, and numbers on y.
 * @param rows the first rows of the result
 */
export function suggest(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<ChartOptions> {
  const isDate = ({ type }: SourceColumn) => type === 'date' || type === 'datetime'
  const isNumber = ({ type }: SourceColumn) => type === 'integer' || type === 'float'
  const isText = ({ type }: SourceColumn) => type === 'string' || type === null || type === 'boolean'
  const numbers = columns.filter(isNumber)
  const texts = columns.filter(isText)
  const x = columns.find(isDate) ?? texts[0] ?? numbers[0]
  const measures = numbers.filter((column) => column !== x)
  // Ids are numbers without a magnitude; they are used only if there is nothing else.
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
  // Texts keep the order of the result: the author's ORDER BY is intended.
  return { globalSeriesType: 'column', columnMapping, sortX: false }
}

/** Evenly spaced numbers (hours, years) get bars if there are few and a line if there are many. Other numbers get points. */
function kindOverNumbers(values: readonly (Cell | undefined)[]): 'column' | 'line' | 'scatter' {
  const whole = values.filter((value): value is number => Number.isSafeInteger(value))
  const steps = whole.slice(1).map((value, at) => value - (whole[at] ?? value))
  const isOneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0)
  if (whole.length < 2 || whole.length < values.length || !isOneWay) return 'scatter'
  if (whole.length <= MAX_SUGGESTED_BARS) return 'column'
  return steps.every((step) => step === steps[0]) ? 'line' : 'scatter'
}
