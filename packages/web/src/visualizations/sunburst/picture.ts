import { type Segment, segmentOutline, shareText } from '@sightline/domain/flows/sunburst.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figureText } from '../cell-label.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { type ChartTheme, paperOf } from '../echarts/theme.ts'
import { inkOn } from '../palette.ts'
import { definePicture, noData, type Scheme, type Size } from '../picture.ts'
import { escaped, estimatedWidth, fittedText, svgDocument, svgText } from '../svg-text.ts'
import type { Formats } from '../visualization.ts'
import { describe, needs, type Prepared, prepare, problem, SunburstOptions } from './prepare.ts'
import { fittedName, HOLE, keyOf, labelPlace, RADIUS, ringColors, topPaths } from './segments.ts'

type Rings = Extract<Prepared, { kind: 'rings' }>

/** Paths as rings, with a legend of the first steps. */
export default definePicture<SunburstOptions>({
  type: 'SUNBURST_SEQUENCE',
  options: SunburstOptions,
  needs,
  problem,
  draw(data, _, formats, name) {
    const rings = data.kind === 'groups' ? prepare(data, formats) : noData()
    if (rings.kind === 'nothing') return rings
    const { numberMarks } = formats
    const rows = rings.segments
      .toSorted((a, b) => b.share - a.share)
      .map(({ path, value, share }) => [path.join(' → '), figureText(value, numberMarks), shareText(share, numberMarks)])
    return {
      kind: 'drawing',
      svg: (size, scheme) => ringsSvg(rings, formats, size, scheme),
      table: () =>
        plainTable([i18n._('Path'), i18n._('Value'), i18n._('Share', {}, { context: 'a part of a whole' })], 1, rows),
      description: describe(name, rings.segments, numberMarks),
      note: rings.note,
    }
  },
})

/** Pixels. */
const LABEL = 11
const LINE = 18
const SWATCH = 10
const MARGIN = 8

function ringsSvg({ segments, total, depth }: Rings, formats: Formats, size: Size, scheme: Scheme): string {
  const { width, height } = size
  const paper = paperOf(scheme)
  const colors = ringColors(segments, scheme, formats.chartColors)
  const colorOf = (path: readonly string[]) => colors.get(keyOf(path)) ?? '#808080'
  const first = topPaths(segments)
  const legendWidth = Math.min(width / 3, 180)
  const scale = Math.min((width - legendWidth) / (2 * RADIUS), height / (2 * RADIUS))
  const thickness = (RADIUS - HOLE) / depth
  const part = (segment: Segment) => {
    const [inner, outer] = [HOLE + segment.depth * thickness, HOLE + (segment.depth + 1) * thickness]
    const color = colorOf(segment.path)
    const shape = `<path d="${segmentOutline(segment, inner, outer)}" fill="${color}" stroke="${paper.surface}" stroke-width="0.6"/>`
    return shape + labelSvg(segment, inner, outer, LABEL / scale, inkOn(color))
  }
  const middle = [
    svgText(figureText(total, formats.numberMarks), 0, -2, { size: 14, color: paper.text, weight: 600, anchor: 'middle' }),
    svgText(i18n._('in all'), 0, 12, { size: 8, color: paper.text3, anchor: 'middle' }),
  ]
  const center = `translate(${(RADIUS * scale).toFixed(1)} ${(height / 2).toFixed(1)}) scale(${scale.toFixed(4)})`
  const legend = legendSvg(
    first.map((path) => ({ text: path.at(-1) ?? '', color: colorOf(path) })),
    { left: 2 * RADIUS * scale + 2 * MARGIN, width: legendWidth, height },
    paper,
  )
  return svgDocument(size, paper, `<g transform="${center}">${[...segments.map(part), ...middle].join('\n')}</g>${legend}`)
}

/** The name of a segment where it fits. @param size of the font, in the units of the rings */
function labelSvg(segment: Segment, inner: number, outer: number, size: number, ink: string): string {
  const place = labelPlace(segment, inner, outer, size)
  const name = place && fittedName(segment.path.at(-1) ?? '', place.length, (text) => estimatedWidth(text) * size)
  if (place === null || name === null) return ''
  const at = `translate(${place.x.toFixed(2)} ${place.y.toFixed(2)}) rotate(${place.rotation.toFixed(1)})`
  const look = `font-size="${size.toFixed(2)}" fill="${ink}" text-anchor="middle" dominant-baseline="central"`
  return `<g transform="${at}"><text x="0" y="0" ${look}>${escaped(name)}</text></g>`
}

interface LegendPlace {
  left: number
  width: number
  height: number
}

function legendSvg(
  entries: readonly { text: string; color: string }[],
  { left, width, height }: LegendPlace,
  paper: ChartTheme,
): string {
  const room = Math.max(1, Math.floor((height - MARGIN) / LINE) - 1)
  const shown = entries.slice(0, room)
  const more = entries.length - shown.length
  const lines = shown.map(({ text, color }, index) => {
    const y = MARGIN + LINE * (index + 0.5)
    const swatch = `<rect x="${left.toFixed(1)}" y="${y - SWATCH / 2}" width="${SWATCH}" height="${SWATCH}" rx="2" fill="${color}"/>`
    const label = fittedText(text, width - SWATCH - 2 * MARGIN, LABEL)
    return swatch + svgText(label, left + SWATCH + 6, y, { size: LABEL, color: paper.text2, isCentered: true })
  })
  const rest = { size: LABEL, color: paper.text3, isCentered: true }
  return (
    lines.join('') +
    (more > 0 ? svgText(i18n._('and {more} more', { more }), left, MARGIN + LINE * (shown.length + 0.5), rest) : '')
  )
}
