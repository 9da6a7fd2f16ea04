import { i18n } from '@sightline/domain/language/i18n.ts'
import { readBounds } from '@sightline/domain/maps/bounds.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { type ChartTheme, paperOf } from '../echarts/theme.ts'
import { clippedMap, mapPlane, outlinePath } from '../map-plane.ts'
import { definePicture, type Scheme, type Size } from '../picture.ts'
import { storedMap } from '../stored-maps.ts'
import { escapedAttribute, estimatedWidth, svgDocument, svgText } from '../svg-text.ts'
import type { ColumnData, Formats } from '../visualization.ts'
import { withInsets } from './insets.ts'
import { ChoroplethOptions, keyOf } from './options.ts'
import { type Choropleth, groundColor, needs, prepare, problem, regionName, valueText } from './prepare.ts'
import { firstView, type Shape } from './shapes.ts'
import { inWords, noteOf, rangeText } from './words.ts'

/** The regions of a map in the colors of their values. */
export default definePicture<ChoroplethOptions>({
  type: 'CHOROPLETH',
  options: ChoroplethOptions,
  needs,
  problem,
  draw(data, options, formats, name) {
    if (data.kind !== 'columns' || data.shown === 0) return { kind: 'nothing', reason: i18n._('No data') }
    const hasInsets = options.insets && options.mapType === 'usa'
    const stored = storedMap(options.mapType)
    const shapes = hasInsets ? withInsets(stored) : stored
    const drawn = preparedIn('light', data, options, shapes)
    const marks = formats.numberMarks
    return {
      kind: 'drawing',
      svg: (size, scheme) =>
        mapSvg(preparedIn(scheme, data, options, shapes), { shapes, hasInsets, options, formats }, size, scheme),
      table: () => tableOf(drawn, shapes, options, formats),
      description: inWords(name, drawn, shapes, options, marks),
      note: noteOf(drawn, options, marks),
    }
  },
})

const preparedIn = (scheme: Scheme, data: ColumnData, options: ChoroplethOptions, shapes: readonly Shape[]): Choropleth =>
  prepare(
    data,
    options,
    shapes.map(({ properties }) => properties),
    scheme,
  )

/** The regions with a value, the greatest first. */
function tableOf(drawn: Choropleth, shapes: readonly Shape[], options: ChoroplethOptions, { numberMarks }: Formats) {
  const known = drawn.shapes.flatMap(({ value }, index) =>
    value === null ? [] : [{ value, name: regionName(shapes[index]?.properties ?? {}, 'name') }],
  )
  const rows = known
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, name }) => [name, valueText(value, options, numberMarks)])
  return plainTable([keyOf(options) ?? '', options.valueColumn ?? ''], 1, rows)
}

/** Pixels between the regions and the edges of the map, as on the page. */
const MARGIN = 8

interface DrawnMap {
  shapes: readonly Shape[]
  hasInsets: boolean
  options: ChoroplethOptions
  formats: Formats
}

function mapSvg(drawn: Choropleth, { shapes, hasInsets, options, formats }: DrawnMap, size: Size, scheme: Scheme): string {
  const paper = paperOf(scheme)
  const bounds = readBounds(options.bounds) ?? firstView(options.mapType, shapes, hasInsets)
  const plane = mapPlane(bounds, size, MARGIN)
  const color = (stored: string) => escapedAttribute(groundColor(stored, scheme))
  const ground = `<rect width="${size.width}" height="${size.height}" fill="${color(options.colors.background)}"/>`
  const regions = shapes.map((shape, index) => {
    const path = outlinePath(shape, plane, size)
    const fill = escapedAttribute(drawn.shapes[index]?.color ?? paper.grid)
    return path === '' ? '' : `<path d="${path}" fill="${fill}" stroke="${color(options.colors.borders)}" stroke-width="0.5"/>`
  })
  const legend = options.legend.visible ? legendSvg(drawn, options, formats, size, paper) : ''
  return svgDocument(size, paper, ground + clippedMap(size, regions.join('\n')) + legend)
}

/** Pixels. */
const LINE = 16
const SWATCH = 10
const INSET = 10
const FONT = 11

/** The range of each class, the greatest first, in the corner that the options choose. */
function legendSvg(
  { classes }: Choropleth,
  options: ChoroplethOptions,
  { numberMarks }: Formats,
  size: Size,
  paper: ChartTheme,
) {
  if (classes.length === 0) return ''
  const lines = classes.toReversed().map((one) => ({ color: one.color, text: rangeText(one, options, numberMarks) }))
  const width = Math.max(...lines.map(({ text }) => estimatedWidth(text))) * FONT + SWATCH + 3 * INSET
  const height = lines.length * LINE + INSET
  const [side, edge] = [options.legend.position.split('-')[1], options.legend.position.split('-')[0]]
  const left = side === 'right' ? size.width - width - INSET : INSET
  const top = edge === 'bottom' ? size.height - height - INSET : INSET
  const box = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="4" fill="${paper.surface}" fill-opacity="0.85"/>`
  const rows = lines.map(({ color, text }, index) => {
    const y = top + INSET / 2 + LINE * (index + 0.5)
    const swatch = `<rect x="${left + INSET}" y="${y - SWATCH / 2}" width="${SWATCH}" height="${SWATCH}" rx="2" fill="${escapedAttribute(color)}"/>`
    return swatch + svgText(text, left + 2 * INSET + SWATCH, y, { size: FONT, color: paper.text2, isCentered: true })
  })
  return box + rows.join('')
}
