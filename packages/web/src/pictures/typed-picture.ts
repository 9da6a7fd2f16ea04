import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import type { TableRows } from '../visualizations/echarts/table-rows.ts'
import type { Formats, Needs, ResultData } from '../visualizations/visualization.ts'
import { drawnData, needsAnswer } from './drawn-data.ts'
import { drawnTable } from './drawn-table.ts'
import { formatsOf } from './formats.ts'
import { rasterized } from './svg.ts'

/** Pixels. */
export interface Size {
  width: number
  height: number
}

interface Nothing {
  kind: 'nothing'
  reason: string
}

/** A prepared drawing. */
interface Drawing {
  /** An SVG document. @param size in pixels */
  svg(size: Size, scheme: 'light' | 'dark'): string
  /** Its values; null if the drawing has all of them as text. */
  table(): TableRows | null
  /** Alternative text for people who cannot see it. */
  description: string
  note: string | null
  /** Whether it shows all that its rows say. */
  replacesRows?: boolean
}

/** How a type of visualization is drawn without a page. */
interface DrawnType<Options> {
  options: { parse(stored: unknown): Options }
  problem(options: Options, columns: PictureRequest['columns']): string | null
  needs(options: Options, columns: PictureRequest['columns'], formats: Pick<Formats, 'timeZone'>): Needs
  draw(data: ResultData, options: Options, formats: Formats, name: string): Drawing | Nothing
}

/** Answers the requests of a type: first with the data that it needs, then with the image or the drawing. */
export function typedPicture<Options>(type: DrawnType<Options>): (request: PictureRequest) => PictureAnswer {
  return (request) => {
    const { id, columns, name } = request
    const options = type.options.parse(request.options)
    const reason = type.problem(options, columns)
    if (reason !== null) return { answer: 'none', id, reason }
    if (request.ask === 'needs') return needsAnswer(request, type.needs(options, columns, request))
    const { width, height, formats } = request
    const data = drawnData(request, type.needs(options, columns, formats))
    const drawing = type.draw(data, options, formatsOf(formats), name)
    if ('kind' in drawing) return { answer: 'none', id, reason: drawing.reason }
    const { svg, table, description, note, replacesRows = false } = drawing
    const svgIn = (scheme: 'light' | 'dark') => svg({ width, height }, scheme)
    if (request.ask === 'picture')
      return { answer: 'picture', id, png: rasterized(svgIn('light')), description, note, replacesRows }
    const rows = table()
    return { answer: 'drawing', id, svgs: request.schemes.map(svgIn), table: rows && drawnTable(rows), description, note }
  }
}
