import type { DrawnRequest, PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { linkOf, type Trend } from '../visualizations/counter/comparison.ts'
import { type Figure, wordsOf } from '../visualizations/counter/figure.ts'
import { CounterOptions } from '../visualizations/counter/options.ts'
import {
  type CounterTimes,
  describe,
  isOverTime,
  needs,
  type Prepared,
  prepare,
  prepareLatest,
  problem,
  timeText,
} from '../visualizations/counter/prepare.ts'
import { LINE_WIDTH, POINT_RADIUS, type Sparkline, sparklinePath } from '../visualizations/counter/sparkline.ts'
import { type ChartTheme, paperOf } from '../visualizations/echarts/theme.ts'
import { cellData } from '../visualizations/result-data.ts'
import type { CellNeeds } from '../visualizations/visualization.ts'
import { formatsOf } from './formats.ts'
import { escaped, rasterized, widthOf } from './svg.ts'

/** Renders a counter like its widget: value, label, comparison with the target and line. */
export function counterAnswer(request: PictureRequest): PictureAnswer {
  const { id, columns } = request
  const options = CounterOptions.parse(request.options)
  if (request.ask !== 'needs') return counterOf(request, options)
  const reason = problem(options, columns)
  if (reason !== null) return { answer: 'none', id, reason }
  return {
    answer: 'needs',
    id,
    names: columnsOf(options, columns),
    extreme: options.sparklineColumn,
    other: null,
    instead: null,
  }
}

/** A counter of rows may name no column; any column is read then. */
function columnsOf(options: CounterOptions, columns: DrawnRequest['columns']): string[] {
  const needed = needs(options)
  const { cells, line } = cellNeedsOf(options)
  const wanted = new Set(needed.kind === 'columns' ? needed.columns : [...cells.map(({ column }) => column), line])
  const found = columns.map(({ name }) => name).filter((name) => wanted.has(name))
  return found.length > 0 ? found : columns.slice(0, 1).map(({ name }) => name)
}

function cellNeedsOf(options: CounterOptions): CellNeeds {
  const needed = needs(options)
  return needed.kind === 'cells' ? needed : { kind: 'cells', cells: [] }
}

function counterOf(request: DrawnRequest, options: CounterOptions): PictureAnswer {
  const { id, width } = request
  const counter = isOverTime(options) ? latestCounter(request, options) : rowCounter(request, options)
  if (counter.kind === 'nothing') return { answer: 'none', id, reason: counter.reason }
  const described = { id, description: describe(counter), note: null }
  if (request.ask === 'picture')
    return { answer: 'picture', ...described, png: rasterized(svgOf(counter, width, 'light')), replacesRows: true }
  const svgs = request.schemes.map((scheme) => svgOf(counter, width, scheme))
  return { answer: 'drawing', ...described, svgs, table: null }
}

function latestCounter({ data, columns, total, name, formats }: DrawnRequest, options: CounterOptions): Prepared {
  if (data.kind !== 'columns') throw new Error('A counter is not drawn of groups.')
  const found = data.names.flatMap((wanted) => columns.find((column) => column.name === wanted) ?? [])
  const rows = { kind: 'columns' as const, columns: found, total, shown: data.values[0]?.length ?? 0, values: data.values }
  return prepareLatest(rows, options, name, formatsOf(formats), Date.now())
}

function rowCounter(request: DrawnRequest, options: CounterOptions): Prepared {
  const { columns, total, name } = request
  if (request.data.kind !== 'columns') throw new Error('A counter is not drawn of groups.')
  const { names, values } = request.data
  const isThinned = values.some((column) => column.length < total)
  if (isThinned && !options.countRow)
    return {
      kind: 'nothing',
      reason: `This counter reads more rows than a ${request.ask === 'picture' ? 'mail' : 'file'} does.`,
    }
  const rowOf = (place: number) => columns.map((column) => values[names.indexOf(column.name)]?.[place] ?? null)
  const { cells, line } = cellNeedsOf(options)
  const data = { ...cellData(columns, total, { kind: 'cells', cells }, rowOf), line: values[names.indexOf(line ?? '')] ?? [] }
  return prepare(data, options, name, formatsOf(request.formats))
}

const COLOURS = {
  light: { good: '#0B7A4B', bad: '#C4302B', line: '#2B59D1' },
  dark: { good: '#4FC690', bad: '#FF8379', line: '#8CADFF' },
}
/** An HTML file may be shown in another font than ours, whose letters are wider by as much. */
const OTHER_FONT = 1.2
/** Pixels. */
const VALUE_LINE = 52
const LINE = 22
const SPARKLINE = { width: 280, height: 48, above: 8 }

/** Texts that are wider than the space make the whole drawing wider, so that it is shown smaller. */
function svgOf(
  { value, target, trend, sparkline, label, times }: Extract<Prepared, { kind: 'counter' }>,
  space: number,
  scheme: 'light' | 'dark',
): string {
  const paper = paperOf(scheme)
  const below = VALUE_LINE + LINE * (target === null && times === null ? 1 : 2) + 8
  const bottom = below + (sparkline === null ? 0 : SPARKLINE.above + SPARKLINE.height)
  const height = bottom + (times === null ? 0 : LINE)
  const link = linkOf(trend)
  const compared =
    target === null
      ? (times?.before ?? '')
      : `${link.before}${times === null ? link.word : ''}${wordsOf(target)}${times === null ? '' : ` at ${times.before}`}`
  const named = times === null ? label : `${label} · ${timeText(times)}`
  const figure = widthOf(value.prefix + value.suffix) * 22 + widthOf(value.text) * 42
  const change = trend === null ? 0 : widthOf(trend.text ?? '') * 14 + 24
  const texts = Math.max(figure + 12, widthOf(named) * 14, change + widthOf(compared) * 14)
  const width = Math.ceil(Math.max(space, texts * OTHER_FONT))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${paper.font}">
<rect width="${width}" height="${height}" fill="${paper.surface}"/>
${line(VALUE_LINE - 12, figureSpans(value, paper))}
${line(VALUE_LINE + LINE - 8, span(named, 14, paper.text3))}
${line(VALUE_LINE + 2 * LINE - 8, trend === null ? '' : trendSpan(trend, scheme), span(compared, 14, paper.text3))}
${sparkline === null ? '' : sparklineSvg(sparkline, below + SPARKLINE.above, COLOURS[scheme].line)}
${times === null ? '' : endNames(times, bottom + LINE - 8, paper)}
</svg>`
}

/** The times at both ends of the line. */
const endNames = ({ first, at }: CounterTimes, y: number, paper: ChartTheme) =>
  `${line(y, span(first, 11, paper.text3))}<text x="${SPARKLINE.width}" y="${y}" text-anchor="end">${span(at, 11, paper.text3)}</text>`

function trendSpan({ direction, isGood, isShare, text }: Trend, scheme: 'light' | 'dark'): string {
  const change = isShare ? `${text} ` : `${direction === 'positive' ? '↑' : '↓'} ${text ?? ''}  `
  return span(change, 14, COLOURS[scheme][isGood ? 'good' : 'bad'], 600)
}

function sparklineSvg({ values }: Sparkline, top: number, colour: string): string {
  const { path, last } = sparklinePath(values, SPARKLINE.width, SPARKLINE.height)
  return `<g transform="translate(0 ${top})"><path d="${path}" fill="none" stroke="${colour}" stroke-width="${LINE_WIDTH}" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="${last.x}" cy="${last.y}" r="${POINT_RADIUS}" fill="${colour}"/></g>`
}

const figureSpans = ({ prefix, text, suffix }: Figure, paper: ChartTheme): string =>
  span(prefix, 22, paper.text2) + span(text, 42, paper.text, 600) + span(suffix === '' ? '' : ` ${suffix}`, 22, paper.text2)

const line = (y: number, ...spans: string[]) => `<text x="0" y="${y}" xml:space="preserve">${spans.join('')}</text>`

const span = (text: string, size: number, colour: string, weight = 400) =>
  text === '' ? '' : `<tspan font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(text)}</tspan>`
