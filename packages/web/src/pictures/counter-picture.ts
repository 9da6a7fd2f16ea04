import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { paper } from '../visualizations/chart/theme.ts'
import {
  CounterOptions,
  describe,
  type Figure,
  needs,
  type Prepared,
  prepare,
  problem,
} from '../visualizations/counter/prepare.ts'
import { cellData } from '../visualizations/result-data.ts'
import { formatsOf } from './formats.ts'
import { rasterized } from './svg.ts'

/** Renders a counter like its widget: value, label and difference from the target. */
export function counterAnswer(request: PictureRequest): PictureAnswer {
  const { id, columns } = request
  const options = CounterOptions.parse(request.options)
  if (request.ask === 'picture') return pictureOf(request, options)
  const reason = problem(options, columns)
  if (reason !== null) return { answer: 'none', id, reason }
  return { answer: 'needs', id, names: columnsOf(options, columns), extreme: null, instead: null }
}

type Asked = Extract<PictureRequest, { ask: 'picture' }>

/** A counter of rows may name no column; any column is read then. */
function columnsOf(options: CounterOptions, columns: Asked['columns']): string[] {
  const wanted = new Set(cellsOf(options).map(({ column }) => column))
  const found = columns.map(({ name }) => name).filter((name) => wanted.has(name))
  return found.length > 0 ? found : columns.slice(0, 1).map(({ name }) => name)
}

function cellsOf(options: CounterOptions) {
  const needed = needs(options)
  return needed.kind === 'cells' ? needed.cells : []
}

function pictureOf(request: Asked, options: CounterOptions): PictureAnswer {
  const { id, columns, total, width, name } = request
  if (request.data.kind !== 'columns') throw new Error('A counter is not drawn of groups.')
  const { names, values } = request.data
  const isThinned = values.some((column) => column.length < total)
  if (isThinned && !options.countRow) return { answer: 'none', id, reason: 'This counter reads more rows than a mail does.' }
  const rowOf = (place: number) => columns.map((column) => values[names.indexOf(column.name)]?.[place] ?? null)
  const counter = prepare(
    cellData(columns, total, { kind: 'cells', cells: cellsOf(options) }, rowOf),
    options,
    name,
    formatsOf(request.formats),
  )
  if (counter.kind === 'nothing') return { answer: 'none', id, reason: counter.reason }
  return {
    answer: 'picture',
    id,
    png: rasterized(svgOf(counter, width)),
    description: describe(counter),
    note: null,
    replacesRows: true,
  }
}

/** The positive and negative colours of the light scheme. */
const COLOURS = { positive: '#0B7A4B', negative: '#C4302B' }
/** Pixels. */
const VALUE_LINE = 52
const LINE = 22

function svgOf({ value, target, trend, label }: Extract<Prepared, { kind: 'counter' }>, width: number): string {
  const height = VALUE_LINE + LINE * (target === null ? 1 : 2) + 8
  const compared = target === null ? '' : `vs. target ${target.prefix}${target.text}${target.suffix}`
  const change = trend === null ? '' : `${trend.direction === 'positive' ? '↑' : '↓'} ${trend.difference ?? ''}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${paper.font}">
<rect width="${width}" height="${height}" fill="${paper.surface}"/>
${line(VALUE_LINE - 12, figureSpans(value))}
${line(VALUE_LINE + LINE - 8, span(label, 14, paper.text3))}
${line(VALUE_LINE + 2 * LINE - 8, trend === null ? '' : span(`${change}  `, 14, COLOURS[trend.direction], 600), span(compared, 14, paper.text3))}
</svg>`
}

const figureSpans = ({ prefix, text, suffix }: Figure): string =>
  span(prefix, 22, paper.text2) + span(text, 42, paper.text, 600) + span(suffix === '' ? '' : ` ${suffix}`, 22, paper.text2)

const line = (y: number, ...spans: string[]) => `<text x="0" y="${y}" xml:space="preserve">${spans.join('')}</text>`

const span = (text: string, size: number, colour: string, weight = 400) =>
  text === '' ? '' : `<tspan font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(text)}</tspan>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that SVG does not allow are removed. */
const escaped = (text: string) =>
  text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').replace(/[&<>]/g, (sign) => SIGNS[sign] ?? '')
