import type { OtherResult, PictureAnswer, PictureFormats, PictureRequest, RunParameter } from '@sightline/contract/pictures.ts'
import { MAX_VISUALIZED_ROWS, type RowFilter } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Services } from '../../../platform/context.ts'
import { AppError, shownMessage } from '../../../platform/http/errors.ts'
import { readFormats, readSettings } from '../../settings/service.ts'
import { isOfPlugIn, typeName } from '../../visualizations/service.ts'
import { presentTypedColumn, storedResult } from '../present.ts'
import type { ResultRow } from '../tables.ts'
import { readResult } from './service.ts'
import { firstTableRows } from './table-view.ts'

/** Pixels; the usual width of a mail. */
const SIZE = { width: 550, height: 300 }

/** An image of a visualization, or the reason why there is none. */
export type ChartImage =
  | { name: string; png: Uint8Array; width: number; description: string; note: string | null; replacesRows: boolean }
  | { name: string; png: null; reason: string }

/** A visualization as it is stored. */
export interface VisualizationSpec {
  type: string
  name: string
  options: Record<string, unknown>
  /** Of the run that returned the result; omitted if they are not known. */
  parameters?: RunParameter[]
}

/** Reads the latest result of another query, whose rows a chart has as annotations. */
export type ReadOther = (queryId: number) => Promise<OtherResult>

/** The places of values in the palette of a chart. */
export type ValuePlaces = [value: string, place: number][]

/** The rows that a visualization shows. */
export interface ShownData {
  /** Rows must pass all of them. */
  filters: RowFilter[]
  /** IANA name. */
  timeZone: string
  readOther: ReadOther
}

/** The data of an image, and the colors of its values as on their dashboard; none if it stands alone. */
export type ImageData = ShownData & { places: ValuePlaces }

/** Renders a visualization of a result as an image. */
export async function renderChartImage(
  services: Services,
  row: ResultRow,
  spec: VisualizationSpec,
  shown: ImageData,
): Promise<ChartImage> {
  const { name } = spec
  const none = (reason: string): ChartImage => ({ name, png: null, reason })
  const needed = await needsOf(services, row, spec, shown.timeZone, 'picture')
  if (needed.answer === 'none') return none(needed.reason)
  const read = await readData(services, row, spec, needed, shown)
  if (read.kind === 'failed') return none(read.reason)
  const drawn = await services.rasterizer.request({ ask: 'picture', ...read.data, ...SIZE, places: shown.places })
  if (drawn.answer === 'none') return none(drawn.reason)
  const { png, description, note, replacesRows } = drawn
  return { name, png, width: SIZE.width, description, note, replacesRows }
}

/** A visualization as SVG or as a table, or the reason why there is neither. */
export type ChartDrawing = Extract<PictureAnswer, { answer: 'drawing' | 'none' }>

/** The data that a drawing shows, its size in pixels and its colors. */
export type DrawingRequest = ImageData & { width: number; height: number; schemes: ('light' | 'dark')[] }

/** Draws a visualization of a result for a file. */
export async function drawVisualization(
  services: Services,
  row: ResultRow,
  spec: VisualizationSpec,
  { width, height, schemes, places, ...shown }: DrawingRequest,
): Promise<ChartDrawing> {
  const needed = await needsOf(services, row, spec, shown.timeZone, 'drawing')
  if (needed.answer === 'none') return needed
  const read = await readData(services, row, spec, needed, shown)
  if (read.kind === 'failed') return { answer: 'none', id: needed.id, reason: read.reason }
  return services.rasterizer.request({ ask: 'drawing', ...read.data, width, height, schemes, places })
}

/** The values of a chart that have the same colors in all charts of a dashboard; null for a visualization without any. */
export async function sharedValuesOf(
  services: Services,
  row: ResultRow,
  spec: VisualizationSpec,
  shown: ShownData,
): Promise<Extract<PictureAnswer, { answer: 'values' }> | null> {
  if (spec.type !== 'CHART') return null
  const needed = await needsOf(services, row, spec, shown.timeZone, 'drawing')
  if (needed.answer === 'none' || !needed.sharesColors) return null
  const read = await readData(services, row, spec, needed, shown)
  if (read.kind === 'failed') return null
  const answer = await services.rasterizer.request({ ask: 'values', ...read.data })
  return answer.answer === 'values' ? answer : null
}
const visualizationOf = (row: ResultRow, { type, name, options, parameters = [] }: VisualizationSpec) => ({
  type,
  name,
  options,
  parameters,
  columns: row.columns.map(presentTypedColumn),
})

async function needsOf(
  { rasterizer }: Services,
  row: ResultRow,
  spec: VisualizationSpec,
  timeZone: string,
  form: 'picture' | 'drawing',
) {
  if (isOfPlugIn(spec.type)) return { answer: 'none' as const, id: 0, reason: onlyInBrowsers(spec.type) }
  return rasterizer.request({ ask: 'needs', ...visualizationOf(row, spec), timeZone, form })
}

const onlyInBrowsers = (type: string) =>
  i18n._('Visualizations of the type {type} are drawn in browsers only, by a plug-in.', { type: typeName(type) })

/** A visualization with the data that it needs, or the reason why it cannot be read. */
async function readData(
  services: Services,
  row: ResultRow,
  spec: VisualizationSpec,
  needed: DataRequirements,
  { filters, timeZone, readOther }: ShownData,
) {
  try {
    const data = {
      ...visualizationOf(row, spec),
      ...(await dataOf(services, row, needed, filters)),
      other: needed.other === null ? null : await readOther(needed.other),
      formats: { ...(await formatsOf(services)), timeZone },
    }
    return { kind: 'read' as const, data }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed' as const, reason: shownMessage(error) }
    throw error
  }
}

type DataRequirements = Extract<PictureAnswer, { answer: 'needs' }>
type PictureData = Extract<PictureRequest, { ask: 'picture' }>['data']

/**
 * The rows for the chart that pass the filters: all of them, or groups if there are too many or nothing else is needed, or else a
 * sample that keeps the extremes.
 */
async function dataOf(
  services: Services,
  row: ResultRow,
  { names, rows: enough, extreme, instead }: DataRequirements,
  filters: RowFilter[],
): Promise<{ data: PictureData; total: number }> {
  const result = storedResult(row)
  if (instead !== null && (row.row_count > MAX_VISUALIZED_ROWS || names.length === 0)) {
    const groups = await readResult(services, row, () =>
      services.results.groups(result, instead.ask, [...filters, ...instead.without]),
    )
    const hasAll = groups.sets.every(({ total, measures: [first = []] }) => total <= first.length)
    if (hasAll || names.length === 0) return { data: { kind: 'groups', groups }, total: groups.total }
  }
  const placeOf = (wanted: string | null) => row.columns.findIndex(({ name }) => name === wanted)
  if (enough !== null) {
    const { rows, total } = await firstTableRows(services, row, { filters, sort: [] }, enough)
    const values = names.map(placeOf).map((place) => rows.map((cells) => cells[place] ?? null))
    return { data: { kind: 'columns', names, values }, total }
  }
  const place = placeOf(extreme)
  const ask = { columns: names.map(placeOf), limit: MAX_VISUALIZED_ROWS, extreme: place === -1 ? null : place, filters }
  const { values, total } = await readResult(services, row, () => services.results.columns(result, ask))
  return { data: { kind: 'columns', names, values }, total }
}

async function formatsOf(services: Services): Promise<PictureFormats> {
  const [{ numberMarks, ...patterns }, { chart_colors }] = await Promise.all([readFormats(services), readSettings(services)])
  return {
    ...patterns,
    chartColors: chart_colors,
    thousandsSeparator: numberMarks.thousands,
    decimalSeparator: numberMarks.decimal,
  }
}
