import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { firstRows } from '../visualizations/echarts/table-rows.ts'
import type { Scheme, TypePicture } from '../visualizations/picture.ts'
import { drawnData, needsAnswer } from './drawn-data.ts'
import { drawnTable } from './drawn-table.ts'
import { formatsOf } from './formats.ts'
import { rasterized } from './svg.ts'

/** Answers the requests of a type: first with the data that it needs, then with the image or the drawing. */
export function typedPicture<Options>(type: Omit<TypePicture<Options>, 'type'>): (request: PictureRequest) => PictureAnswer {
  return (request) => {
    const { id, columns, name } = request
    const options = type.options.parse(request.options)
    const reason = type.problem(options, columns)
    if (reason !== null) return { answer: 'none', id, reason }
    if (request.ask === 'needs') return needsAnswer(request, type.needs(options, columns, request))
    const { width, height, formats } = request
    const data = drawnData(request, type.needs(options, columns, formats))
    const drawing = type.draw(data, options, formatsOf(formats), name)
    if (drawing.kind === 'nothing') return { answer: 'none', id, reason: drawing.reason }
    const { description, note } = drawing
    if (drawing.kind === 'rows') {
      if (request.ask === 'picture') return notDrawn(request)
      return { answer: 'drawing', id, svgs: [], table: drawing.table, description, note }
    }
    const { svg, table, replacesRows = false } = drawing
    const svgIn = (scheme: Scheme) => svg({ width, height }, scheme)
    if (request.ask === 'picture')
      return { answer: 'picture', id, png: rasterized(svgIn('light')), description, note, replacesRows }
    const rows = table()
    return {
      answer: 'drawing',
      id,
      svgs: request.schemes.map(svgIn),
      table: rows && drawnTable(firstRows(rows)),
      description,
      note,
    }
  }
}

/** The reply for a type that is not drawn in this form. */
export function notDrawn(request: PictureRequest): PictureAnswer {
  const type = visualizationTypeName(request.type)
  const reason = isForFile(request)
    ? i18n._('Visualizations of the type {type} are not drawn in files.', { type })
    : i18n._('Visualizations of the type {type} are not drawn in mails.', { type })
  return { answer: 'none', id: request.id, reason }
}

export const isForFile = (request: PictureRequest): boolean =>
  request.ask === 'drawing' || (request.ask === 'needs' && request.form === 'drawing')
