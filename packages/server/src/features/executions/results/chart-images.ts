import type { OtherResult, PictureAnswer, PictureFormats, PictureRequest } from '@sightline/contract/pictures.ts'
import { MAX_VISUALIZED_ROWS, type RowFilter } from '@sightline/contract/results.ts'
import type { Services } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { readFormats, readSettings } from '../../settings/service.ts'
import { presentTypedColumn, storedResult } from '../present.ts'
import type { ResultRow } from '../tables.ts'
import { readResult } from './service.ts'

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
}

/** Reads the latest result of another query, whose rows a chart has as annotations. */
export type ReadOther = (queryId: number) => Promise<OtherResult>

/** Renders a visualization of a result as an image. */
export async function renderChartImage(
  services: Services,
  row: ResultRow,
  spec: VisualizationSpec,
  readOther: ReadOther,
): Promise<ChartImage> {
  const { type, name, options } = spec
  const columns = row.columns.map(presentTypedColumn)
  const visualization = { type, name, options, columns }
  const none = (reason: string): ChartImage => ({ name, png: null, reason })
  const formats = await formatsOf(services)
  const needed = await services.rasterizer.request({ ask: 'needs', ...visualization, timeZone: formats.timeZone })
  if (needed.answer === 'none') return none(needed.reason)
  try {
    const { data } = await dataOf(services, row, needed, [])
    const drawn = await services.rasterizer.request({
      ask: 'picture',
      ...visualization,
      data,
      other: needed.other === null ? null : await readOther(needed.other),
      total: row.row_count,
      formats,
      ...SIZE,
    })
    if (drawn.answer === 'none') return none(drawn.reason)
    const { png, description, note, replacesRows } = drawn
    return { name, png, width: SIZE.width, description, note, replacesRows }
  } catch (error) {
    if (error instanceof AppError) return none(error.message)
    throw error
  }
}

/** A visualization as SVG or as a table, or the reason why there is neither. */
export type ChartDrawing = Extract<PictureAnswer, { answer: 'drawing' | 'none' }>

/** The rows that a drawing shows, and its size. */
export interface DrawingRequest {
  /** Rows must pass all of them. */
  filters: RowFilter[]
  /** IANA name. */
  timeZone: string
  /** Pixels. */
  width: number
  height: number
  schemes: ('light' | 'dark')[]
  readOther: ReadOther
}

/** Draws a visualization of a result for a file. */
export async function drawVisualization(
  services: Services,
  row: ResultRow,
  { type, name, options }: VisualizationSpec,
  { filters, timeZone, width, height, schemes, readOther }: DrawingRequest,
): Promise<ChartDrawing> {
  const visualization = { type, name, options, columns: row.columns.map(presentTypedColumn) }
  const needed = await services.rasterizer.request({ ask: 'needs', ...visualization, timeZone, form: 'drawing' })
  if (needed.answer === 'none') return needed
  try {
    const { data, total } = await dataOf(services, row, needed, filters)
    const formats = { ...(await formatsOf(services)), timeZone }
    return await services.rasterizer.request({
      ask: 'drawing',
      ...visualization,
      data,
      other: needed.other === null ? null : await readOther(needed.other),
      total,
      formats,
      width,
      height,
      schemes,
    })
  } catch (error) {
    if (error instanceof AppError) return { answer: 'none', id: needed.id, reason: error.message }
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
  { names, extreme, instead }: DataRequirements,
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
