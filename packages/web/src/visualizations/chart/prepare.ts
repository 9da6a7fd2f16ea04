import { type CartesianData, prepareCartesian } from '@sightline/domain/chart-data/cartesian.ts'
import { type PieData, preparePies } from '@sightline/domain/chart-data/pies.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import type { Scale } from '@sightline/domain/chart-data/scale.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import type { SourceColumn } from '../../ui/data-table/source.ts'
import type { ColumnData, Needs } from '../visualization.ts'
import { type ChartKind, kindName, kindOf } from './kinds.ts'
import type { ChartOptions } from './options.ts'

/** Past this nothing can be told apart, and drawing would take seconds. */
const MAX_SERIES = 200
const MAX_PIES = 20

export type Prepared =
  | { kind: 'nothing'; reason: string }
  | {
      kind: 'cartesian'
      type: Exclude<ChartKind, 'pie'>
      columns: ChartColumn[]
      x: ChartColumn
      data: CartesianData
      note: string | null
    }
  | { kind: 'pies'; columns: ChartColumn[]; data: PieData; note: string | null }

const CHOOSE = 'Choose an X column and at least one Y column.'

/** The columns that the chart draws or names in its labels. */
export function needs(options: ChartOptions, columns: readonly SourceColumn[]): Needs {
  const names = columns.map(({ name }) => name)
  const roles = rolesOf(options.columnMapping, names)
  if (roles.x === null || roles.y.length === 0 || kindOf(options.globalSeriesType) === null) {
    return { kind: 'columns', columns: [], extreme: null }
  }
  const drawn = [roles.x, ...roles.y, ...(roles.series === null ? [] : [roles.series])]
  const labelled = names.filter((name) => !drawn.includes(name) && namesColumn(options.textFormat, name))
  return { kind: 'columns', columns: [...drawn, ...labelled], extreme: roles.y[0] ?? null }
}

/** Both axes need a column. */
export function problem(options: ChartOptions, columns: readonly SourceColumn[]): string | null {
  const roles = rolesOf(
    options.columnMapping,
    columns.map(({ name }) => name),
  )
  return roles.x === null || roles.y.length === 0 ? CHOOSE : null
}

const namesColumn = (template: string, name: string) =>
  [...template.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].some(([, inner]) => inner === name)

/** Makes what is drawn of the columns, or the one sentence that says why nothing is. */
export function prepare(result: ColumnData, options: ChartOptions): Prepared {
  const kind = kindOf(options.globalSeriesType)
  if (kind === null)
    return { kind: 'nothing', reason: `Charts of the kind ${kindName(options.globalSeriesType)} cannot be drawn.` }

  const columns = result.columns.map(
    ({ name, type }, index): ChartColumn => ({ name, type, values: result.values[index] ?? [] }),
  )
  const roles = rolesOf(
    options.columnMapping,
    columns.map(({ name }) => name),
  )
  const x = columns.find(({ name }) => name === roles.x)
  if (!x || roles.y.length === 0) return { kind: 'nothing', reason: CHOOSE }
  if (result.shown === 0) return { kind: 'nothing', reason: 'No data' }

  const isThinned = result.shown < result.total
  if (kind === 'pie') {
    const data = preparePies(columns, roles, { series: options.seriesOptions, isSorted: options.piesort, maxPies: MAX_PIES })
    const note = noteOf(result, data.pies.length, data.omitted, 'pies')
    return data.pies.some(({ slices }) => slices.length > 0)
      ? { kind: 'pies', columns, data, note }
      : { kind: 'nothing', reason: 'No data' }
  }
  const data = prepareCartesian(columns, roles, {
    type: kind,
    series: options.seriesOptions,
    xScale: scaleOf(options.xAxis.type),
    isStacked: options.series.stacking !== null && kind !== 'scatter',
    isPercent: options.series.percentValues && kind !== 'scatter',
    missingAsZero: options.missingValuesAsZero,
    sortX: options.sortX,
    reverseX: options.reverseX,
    isThinned,
    maxSeries: MAX_SERIES,
  })
  if (data.series.every(({ points }) => points.length === 0)) return { kind: 'nothing', reason: 'No data' }
  return { kind: 'cartesian', type: kind, columns, x, data, note: noteOf(result, data.series.length, data.omitted, 'series') }
}

function scaleOf(stored: string): Scale | 'auto' {
  return stored === 'datetime' || stored === 'linear' || stored === 'logarithmic' || stored === 'category' ? stored : 'auto'
}

const counted = (count: number) => count.toLocaleString('en-US')

/** What of the result is not drawn, in words; null when all of it is. */
function noteOf({ shown, total }: ColumnData, drawn: number, omitted: number, things: string): string | null {
  const notes = []
  if (shown < total) notes.push(`${counted(shown)} of ${counted(total)} points`)
  if (omitted > 0) notes.push(`${counted(drawn)} of ${counted(drawn + omitted)} ${things}`)
  return notes.length > 0 ? notes.join(', ') : null
}

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

/** More lines than this on a first look are a tangle. */
const MAX_SUGGESTED_SERIES = 4
