import type { PictureAnswer, PictureFormats, PictureRequest } from '@sightline/contract/pictures.ts'
import type { Services } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { readFormats } from '../../settings/formats.ts'
import { presentInfo, storedResult } from '../present.ts'
import type { ResultRow } from '../store.ts'
import { reading } from './integrity.ts'

/** Rows that one drawing gets, as in the browser. */
const MOST_DRAWN = 20_000
/** Pixels: as wide as mails are read. */
const SIZE = { width: 550, height: 300 }

/** A drawing of a result, or why there is none; both with the name of the visualization. */
export type ChartPicture =
  | { name: string; png: Uint8Array; width: number; description: string; note: string | null }
  | { name: string; png: null; reason: string }

/** What is drawn: a visualization as it is stored. */
export interface Drawable {
  type: string
  name: string
  options: Record<string, unknown>
}

/** Draws a visualization of a result as a picture. */
export async function pictureOf(services: Services, row: ResultRow, drawable: Drawable): Promise<ChartPicture> {
  const { type, name, options } = drawable
  const { columns } = presentInfo(row)
  const drawing = { type, name, options, columns }
  const none = (reason: string): ChartPicture => ({ name, png: null, reason })
  const needed = await services.rasterizer.request({ ask: 'needs', ...drawing })
  if (needed.answer === 'none') return none(needed.reason)
  try {
    const data = await dataOf(services, row, needed)
    const formats = await formatsOf(services)
    const drawn = await services.rasterizer.request({
      ask: 'picture',
      ...drawing,
      data,
      total: row.row_count,
      formats,
      ...SIZE,
    })
    if (drawn.answer === 'none') return none(drawn.reason)
    const { png, description, note } = drawn
    return { name, png, width: SIZE.width, description, note }
  } catch (error) {
    if (error instanceof AppError) return none(error.message)
    throw error
  }
}

type Needed = Extract<PictureAnswer, { answer: 'needs' }>
type PictureData = Extract<PictureRequest, { ask: 'picture' }>['data']

/** All rows, or groups of them where there are too many, or else rows that stand for the others. */
async function dataOf(services: Services, row: ResultRow, { names, extreme, instead }: Needed): Promise<PictureData> {
  const result = storedResult(row)
  if (instead !== null && row.row_count > MOST_DRAWN) {
    const groups = await reading(services, row, () => services.results.groups(result, instead.ask, instead.without))
    if (groups.sets.every(({ total, measures: [first = []] }) => total <= first.length)) return { kind: 'groups', groups }
  }
  const placeOf = (wanted: string | null) => row.columns.findIndex(({ name }) => name === wanted)
  const place = placeOf(extreme)
  const ask = { columns: names.map(placeOf), limit: MOST_DRAWN, extreme: place === -1 ? null : place, filters: [] }
  const { values } = await reading(services, row, () => services.results.columns(result, ask))
  return { kind: 'columns', names, values }
}

async function formatsOf(services: Services): Promise<PictureFormats> {
  const { numberMarks, ...patterns } = await readFormats(services)
  return { ...patterns, thousandsSeparator: numberMarks.thousands, decimalSeparator: numberMarks.decimal }
}
