import { i18n } from '@sightline/domain/language/i18n.ts'
import { type Bounds, readBounds } from '@sightline/domain/maps/bounds.ts'
import { figureText } from '../cell-label.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { type ChartTheme, paperOf } from '../echarts/theme.ts'
import { clippedMap, type MapPlane, mapPlane, outlinePath } from '../map-plane.ts'
import { shownColor } from '../palette.ts'
import { definePicture, noData, type Scheme, type Size } from '../picture.ts'
import { storedMap } from '../stored-maps.ts'
import { escapedAttribute, estimatedWidth, fittedText, svgDocument, svgText } from '../svg-text.ts'
import { MapOptions, type Markers, needs, type PointGroup, prepare, problem, viewOf } from './prepare.ts'
import { inWords, noPlace } from './words.ts'

/** The markers of a map as dots above the outlines of countries: a file loads no tiles. */
export default definePicture<MapOptions>({
  type: 'MAP',
  options: MapOptions,
  needs,
  problem,
  draw(data, options, formats, name) {
    if (data.kind !== 'columns' || data.shown === 0) return noData()
    const markers = prepare(data, options, formats.chartColors)
    const view = viewOf(options, markers)
    if (markers.groups.length === 0 || view === null) return { kind: 'nothing', reason: noPlace(options) }
    const counted = ({ points }: PointGroup) => figureText(points.length, formats.numberMarks)
    const isGrouped = options.classify !== null
    const rows = markers.groups.map((group) => [group.name, counted(group)])
    return {
      kind: 'drawing',
      svg: (size, scheme) => markersSvg(markers, { view, options, isGrouped }, size, scheme),
      table: () => (isGrouped ? plainTable([options.classify ?? '', i18n._('Markers')], 1, rows) : null),
      description: inWords(name, markers, options, formats.numberMarks),
      note: [i18n._('Dots above the borders of countries, without the tiles of the page'), markers.note]
        .filter((note) => note !== null)
        .join('; '),
    }
  },
})

interface MapView {
  view: Bounds
  options: MapOptions
  isGrouped: boolean
}

/** Pixels around the markers, so that none is cut off at the edge. */
const ROOM = 24
const RADIUS = 4.5
/** Pixels; dots of one group that are closer cover each other. */
const LEAST_DISTANCE = 2

function markersSvg({ groups }: Markers, { view, options, isGrouped }: MapView, size: Size, scheme: Scheme): string {
  const paper = paperOf(scheme)
  const plane = mapPlane(view, size, readBounds(options.bounds) ? 0 : ROOM)
  const land = storedMap('countries')
    .map((shape) => outlinePath(shape, plane, size))
    .filter((path) => path !== '')
    .map((path) => `<path d="${path}" fill="${paper.grid}" stroke="${paper.axis}" stroke-width="0.5"/>`)
  const colored = groups.map((group) => ({ ...group, color: escapedAttribute(shownColor(group.color, scheme)) }))
  const dots = colored.flatMap(({ points, color }) =>
    placesOf(points, plane, size).map(
      ([x, y]) => `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="${color}" stroke="${paper.surface}" stroke-width="1"/>`,
    ),
  )
  return svgDocument(
    size,
    paper,
    clippedMap(size, [...land, ...dots].join('\n')) + (isGrouped ? legendSvg(colored, size, paper) : ''),
  )
}

/** The places of dots on the drawing, without those that others cover. */
function placesOf(points: PointGroup['points'], plane: MapPlane, { width, height }: Size): [x: string, y: string][] {
  const places = new Map<string, [string, string]>()
  for (const { lat, lng } of points) {
    const [x, y] = [plane.x(lng), plane.y(lat)]
    if (x < -RADIUS || y < -RADIUS || x > width + RADIUS || y > height + RADIUS) continue
    const key = `${Math.round(x / LEAST_DISTANCE)} ${Math.round(y / LEAST_DISTANCE)}`
    if (!places.has(key)) places.set(key, [x.toFixed(1), y.toFixed(1)])
  }
  return [...places.values()]
}

/** Groups that the legend names, and pixels of it. */
const MAX_NAMED = 12
const LINE = 16
const INSET = 10
const FONT = 11
const LEGEND_WIDTH = 160

function legendSvg(groups: readonly { name: string; color: string }[], { width }: Size, paper: ChartTheme): string {
  const named = groups.slice(0, MAX_NAMED).map(({ name, color }) => ({ color, text: fittedText(name, LEGEND_WIDTH, FONT) }))
  const more = groups.length - named.length
  const lines = [...named, ...(more > 0 ? [{ color: 'none', text: i18n._('and {more} more', { more }) }] : [])]
  const wide = Math.max(...lines.map(({ text }) => estimatedWidth(text))) * FONT + 3 * INSET + RADIUS
  const left = width - wide - INSET
  const box = `<rect x="${left.toFixed(1)}" y="${INSET}" width="${wide.toFixed(1)}" height="${lines.length * LINE + INSET}" rx="4" fill="${paper.surface}" fill-opacity="0.85"/>`
  const rows = lines.map(({ color, text }, index) => {
    const y = 1.5 * INSET + LINE * (index + 0.5)
    const dot = `<circle cx="${(left + INSET + RADIUS).toFixed(1)}" cy="${y}" r="${RADIUS}" fill="${color}"/>`
    return dot + svgText(text, left + 2 * INSET + RADIUS, y, { size: FONT, color: paper.text2, isCentered: true })
  })
  return box + rows.join('')
}
