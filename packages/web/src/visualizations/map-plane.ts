import type { Bounds } from '@sightline/domain/maps/bounds.ts'
import type { ShapeProperties } from '@sightline/domain/maps/shape-codes.ts'
import type { Size } from './picture.ts'

/** A region as stored in the file of a map. */
export interface MapShape {
  type: 'Feature'
  properties: ShapeProperties
  /** In degrees: longitude, then latitude. */
  geometry: { type: 'MultiPolygon'; coordinates: [number, number][][][] }
}

/** Where degrees are on a drawing, pixels. */
export interface MapPlane {
  x(lng: number): number
  y(lat: number): number
}

const RADIANS = Math.PI / 180
/** The ends of the map, where its north and south would be infinitely far away. */
const MAX_LATITUDE = 85.05
/** Degrees shown around a single point. */
const ALONE = 0.02
/** Pixels per degree at which a map is the most enlarged. */
const MOST_PER_DEGREE = 2 ** 18 * (256 / 360)

/** Mercator's projection, in degrees of longitude. */
function height(lat: number): number {
  const kept = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))
  return Math.log(Math.tan(Math.PI / 4 + (kept * RADIANS) / 2)) / RADIANS
}

/** Fits a part of a map into a drawing, in the projection of the page. @param padding pixels that stay free at each side */
export function mapPlane(bounds: Bounds, { width, height: high }: Size, padding: number): MapPlane {
  const isPoint = bounds.west === bounds.east && bounds.south === bounds.north
  const room = isPoint ? ALONE : 0
  const [west, east] = [bounds.west - room, bounds.east + room]
  const [bottom, top] = [height(bounds.south - room), height(bounds.north + room)]
  const perDegree = Math.min(
    MOST_PER_DEGREE,
    (width - 2 * padding) / Math.max(east - west, 1e-9),
    (high - 2 * padding) / Math.max(top - bottom, 1e-9),
  )
  const middle = { lng: (west + east) / 2, height: (bottom + top) / 2 }
  return {
    x: (lng) => width / 2 + (lng - middle.lng) * perDegree,
    y: (lat) => high / 2 - (height(lat) - middle.height) * perDegree,
  }
}

/** Pixels; closer points of an outline are one. */
const LEAST_STEP = 0.7

/** The outlines of a region as the path of an SVG; '' if none of it is on the drawing. */
export function outlinePath({ geometry }: MapShape, plane: MapPlane, { width, height: high }: Size): string {
  const rings = geometry.coordinates.flatMap((polygon) => {
    const drawn = polygon.map((ring) => ring.map(([lng, lat]) => [plane.x(lng), plane.y(lat)] as const))
    const [outer = []] = drawn
    const xs = outer.map(([x]) => x)
    const ys = outer.map(([, y]) => y)
    const isOff = least(xs) > width || most(xs) < 0 || least(ys) > high || most(ys) < 0
    return isOff ? [] : drawn
  })
  return rings.map(ringPath).join('')
}

const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

/** An outline without the points that nobody sees; one that is too small to see has none. */
function ringPath(points: readonly (readonly [number, number])[]): string {
  let last: readonly [number, number] | null = null
  const kept = points.filter((point) => {
    if (last !== null && Math.hypot(point[0] - last[0], point[1] - last[1]) < LEAST_STEP) return false
    last = point
    return true
  })
  if (kept.length < 3) return ''
  return `M${kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
}

/** The content of a map, of which nothing is drawn beyond its edges. */
export const clippedMap = ({ width, height: high }: Size, content: string): string =>
  `<defs><clipPath id="map"><rect x="0" y="0" width="${width}" height="${high}"/></clipPath></defs><g clip-path="url(#map)">${content}</g>`
