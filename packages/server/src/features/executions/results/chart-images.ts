import type { OtherResult, PictureAnswer, PictureFormats, PictureRequest } from '@sightline/contract/pictures.ts'
import { MAX_VISUALIZED_ROWS } from '@sightline/contract/results.ts'
import type { Services } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { readFormats } from '../../settings/service.ts'
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
    const data = await dataOf(services, row, needed)
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

type DataRequirements = Extract<PictureAnswer, { answer: 'needs' }>
type PictureData = Extract<PictureRequest, { ask: 'picture' }>['data']

/** The rows for the chart: all of them, or groups if there are too many, or else a sample that keeps the extremes. */
async function dataOf(services: Services, row: ResultRow, { names, extreme, instead }: DataRequirements): Promise<PictureData> {
  const result = storedResult(row)
  const isOfGroups = names.length === 0
  if (instead !== null && (isOfGroups || row.row_count > MAX_VISUALIZED_ROWS)) {
    const groups = await readResult(services, row, () => services.results.groups(result, instead.ask, instead.without))
    if (isOfGroups || groups.sets.every(({ total, measures: [first = []] }) => total <= first.length))
      return { kind: 'groups', groups }
  }
  const placeOf = (wanted: string | null) => row.columns.findIndex(({ name }) => name === wanted)
  const place = placeOf(extreme)
  const ask = { columns: names.map(placeOf), limit: MAX_VISUALIZED_ROWS, extreme: place === -1 ? null : place, filters: [] }
  const { values } = await readResult(services, row, () => services.results.columns(result, ask))
  return { kind: 'columns', names, values }
}

async function formatsOf(services: Services): Promise<PictureFormats> {
  const { numberMarks, ...patterns } = await readFormats(services)
  return { ...patterns, thousandsSeparator: numberMarks.thousands, decimalSeparator: numberMarks.decimal }
}
