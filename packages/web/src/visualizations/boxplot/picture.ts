import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figureText } from '../cell-label.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { type ChartTheme, paperOf } from '../echarts/theme.ts'
import { palette } from '../palette.ts'
import { definePicture, noData, type Scheme, type Size } from '../picture.ts'
import { escaped, fittedText, svgDocument, svgText } from '../svg-text.ts'
import {
  BoxplotOptions,
  type ColumnBox,
  describe,
  needs,
  OUTLIER_RADIUS,
  type Prepared,
  prepare,
  shareBetween,
} from './prepare.ts'

type Boxes = Extract<Prepared, { kind: 'boxes' }>

/** A box for each numeric column, as on the page. */
export default definePicture<BoxplotOptions>({
  type: 'BOXPLOT',
  options: BoxplotOptions,
  needs,
  problem: () => null,
  draw(data, options, formats, name) {
    const plot = data.kind === 'groups' ? prepare(data, formats.numberMarks) : noData()
    if (plot.kind === 'nothing') return plot
    return {
      kind: 'drawing',
      svg: (size, scheme) => boxesSvg(plot, options, size, scheme),
      table: () => tableOf(plot, formats.numberMarks),
      description: describe(name, plot.boxes, formats.numberMarks),
      note: plot.note,
    }
  },
})

function tableOf({ boxes }: Boxes, marks: NumberMarks) {
  const heads = [
    i18n._('Column'),
    i18n._('Low'),
    i18n._('First quartile'),
    i18n._('Median'),
    i18n._('Third quartile'),
    i18n._('High'),
    i18n._('Outliers'),
  ]
  const rows = boxes.map(({ name, low, q1, median, q3, high, outlierCount }) => [
    name,
    ...[low, q1, median, q3, high, outlierCount].map((value) => figureText(value, marks)),
  ])
  return plainTable(heads, 1, rows)
}

/** Pixels around the plot, as on the page. */
const LEFT = 56
const RIGHT = 16
const TOP = 12
const BOTTOM = 44
const MAX_BOX_WIDTH = 64
const FONT = 11

function boxesSvg({ boxes, ticks }: Boxes, { xAxisLabel, yAxisLabel }: BoxplotOptions, size: Size, scheme: Scheme): string {
  const { width, height } = size
  const paper = paperOf(scheme)
  const least = ticks[0]?.value ?? 0
  const greatest = ticks.at(-1)?.value ?? 1
  const y = (value: number) => TOP + (1 - shareBetween(value, least, greatest)) * Math.max(0, height - TOP - BOTTOM)
  const band = Math.max(0, width - LEFT - RIGHT) / boxes.length
  const grid = ticks.map(({ value, text }) => {
    const line = `<line x1="${LEFT}" y1="${y(value).toFixed(1)}" x2="${width - RIGHT}" y2="${y(value).toFixed(1)}" stroke="${paper.grid}"/>`
    return line + svgText(text, LEFT - 8, y(value), { size: FONT, color: paper.label, anchor: 'end', isCentered: true })
  })
  const drawn = boxes.map((box, index) => {
    const x = LEFT + band * (index + 0.5)
    const name = svgText(fittedText(box.name, band - 4, FONT), x, height - BOTTOM + 16, {
      size: FONT,
      color: paper.label,
      anchor: 'middle',
    })
    return boxSvg(box, { x, half: Math.min(MAX_BOX_WIDTH, band * 0.6) / 2, y }, paper) + name
  })
  const title = { size: FONT, color: paper.text2, anchor: 'middle' as const }
  const upright = `<g transform="translate(12 ${(TOP + height - BOTTOM) / 2}) rotate(-90)"><text x="0" y="0" font-size="${FONT}" fill="${paper.text2}" text-anchor="middle">${escaped(yAxisLabel)}</text></g>`
  const axes = svgText(xAxisLabel, (LEFT + width - RIGHT) / 2, height - 8, title) + upright
  return svgDocument(size, paper, [...grid, ...drawn, axes].join('\n'))
}

interface BoxPlace {
  /** Pixels: the centre of the box, half its width, and the place of a value. */
  x: number
  half: number
  y(value: number): number
}

function boxSvg({ low, q1, median, q3, high, outliers }: ColumnBox, { x, half, y }: BoxPlace, { scheme, surface }: ChartTheme) {
  const color = palette[0]?.[scheme] ?? '#3E5EDB'
  const line = (x1: number, value1: number, x2: number, value2: number, stroke = 1.5) =>
    `<line x1="${x1.toFixed(1)}" y1="${y(value1).toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y(value2).toFixed(1)}" stroke="${color}" stroke-width="${stroke}"/>`
  const box = `x="${(x - half).toFixed(1)}" y="${y(q3).toFixed(1)}" width="${(half * 2).toFixed(1)}" height="${Math.max(1, y(q1) - y(q3)).toFixed(1)}"`
  const circles = outliers.map(
    (value) =>
      `<circle cx="${x.toFixed(1)}" cy="${y(value).toFixed(1)}" r="${OUTLIER_RADIUS}" fill="${color}" fill-opacity="0.45"/>`,
  )
  return [
    line(x, high, x, q3),
    line(x, q1, x, low),
    line(x - half / 2, high, x + half / 2, high),
    line(x - half / 2, low, x + half / 2, low),
    `<rect ${box} rx="2" fill="${surface}" stroke="${color}" stroke-width="1.5"/>`,
    `<rect ${box} rx="2" fill="${color}" fill-opacity="0.2"/>`,
    line(x - half, median, x + half, median, 2.5),
    ...circles,
  ].join('')
}
