import type { SourceColumn } from '../../ui/data-table/source.ts'
import type { ChartOptions } from './options.ts'

/** More lines than this on a first look are a tangle. */
const MAX_SUGGESTED_SERIES = 4

/** Options of a new chart: a date, else a text, along x, and numbers upwards. */
export function suggest(columns: readonly SourceColumn[]): Partial<ChartOptions> {
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
  if (isNumber(x)) return { globalSeriesType: 'scatter', columnMapping }
  // Texts keep the order that the query gave them: its ORDER BY is a wish.
  return { globalSeriesType: 'column', columnMapping, sortX: false }
}
