import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { cellData, groupData, groupsAsk } from '../visualizations/result-data.ts'
import type { Formats, Needs, ResultData } from '../visualizations/visualization.ts'
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
  svg(size: Size): string
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

/** Answers the image requests of a type: first with the data that it needs, then with the image. */
export function typedPicture<Options>(type: DrawnType<Options>): (request: PictureRequest) => PictureAnswer {
  return (request) => {
    const { id, columns, name } = request
    const options = type.options.parse(request.options)
    const reason = type.problem(options, columns)
    if (reason !== null) return { answer: 'none', id, reason }
    if (request.ask === 'needs') return needsOf(request, type.needs(options, columns, request))
    const { width, height, formats } = request
    const data = dataOf(request, type.needs(options, columns, formats))
    const drawing = type.draw(data, options, formatsOf(formats), name)
    if ('kind' in drawing) return { answer: 'none', id, reason: drawing.reason }
    const { svg, description, note, replacesRows = false } = drawing
    return { answer: 'picture', id, png: rasterized(svg({ width, height })), description, note, replacesRows }
  }
}

function needsOf({ id, columns }: PictureRequest, needs: Needs): PictureAnswer {
  const none: PictureAnswer = { answer: 'none', id, reason: 'This visualization is not set up yet.' }
  switch (needs.kind) {
    case 'columns':
      return needs.columns.length === 0
        ? none
        : { answer: 'needs', id, names: needs.columns, extreme: needs.extreme, other: null, instead: null }
    case 'cells': {
      const names = [...new Set(needs.cells.map(({ column }) => column))]
      return { answer: 'needs', id, names, extreme: null, other: null, instead: null }
    }
    case 'groups': {
      const instead = groupsAsk(columns, needs)
      return instead === null ? none : { answer: 'needs', id, names: [], extreme: null, other: null, instead }
    }
    case 'windows':
      return none
  }
}

type Asked = Extract<PictureRequest, { ask: 'picture' }>

function dataOf({ data, columns, total }: Asked, needs: Needs): ResultData {
  if (data.kind === 'groups') {
    if (needs.kind !== 'groups') throw new Error('This visualization is not drawn of groups.')
    return groupData(columns, needs, data.groups)
  }
  const valuesOf = (name: string) => data.values[data.names.indexOf(name)] ?? []
  if (needs.kind === 'cells')
    return cellData(columns, total, needs, (place) => columns.map(({ name }) => valuesOf(name)[place] ?? null))
  const found = data.names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return { kind: 'columns', columns: found, total, shown: data.values[0]?.length ?? 0, values: data.values }
}
