import type { Shape } from './shapes.ts'

type Point = [number, number]
const RADIANS = Math.PI / 180

/** Albers' conic projection, which keeps areas in proportion; in radians around the center, north up. */
function albers(parallels: Point, meridian: number, center: Point): (point: Point) => Point {
  const [south, north] = [Math.sin(parallels[0] * RADIANS), Math.sin(parallels[1] * RADIANS)]
  const cone = (south + north) / 2
  const constant = 1 - south * south + 2 * cone * south
  const project = ([lng, lat]: Point): Point => {
    const radius = Math.sqrt(constant - 2 * cone * Math.sin(lat * RADIANS)) / cone
    // The Aleutian Islands lie on both sides of the date line.
    const east = ((lng - meridian + 540) % 360) - 180
    const angle = cone * east * RADIANS
    return [radius * Math.sin(angle), -radius * Math.cos(angle)]
  }
  const origin = project(center)
  return (point) => {
    const [x, y] = project(point)
    return [x - origin[0], y - origin[1]]
  }
}

/** A projection with the size and place of its drawing, as in the customary map "Albers USA". */
interface Part {
  project(point: Point): Point
  scale: number
  at: Point
}

const mainland: Part = { project: albers([29.5, 45.5], -96, [-96.6, 38.7]), scale: 1, at: [0, 0] }
const insets: Readonly<Record<string, Part>> = {
  AK: { project: albers([55, 65], -154, [-156, 58.5]), scale: 0.35, at: [-0.307, -0.201] },
  HI: { project: albers([8, 18], -157, [-160, 19.9]), scale: 1, at: [-0.205, -0.212] },
}

/**
 * Returns the states of the USA as drawn on a plane with Alaska and Hawaii below the others. The points are degrees again, those
 * that the Mercator projection of the map draws at these places.
 */
export function withInsets(shapes: readonly Shape[]): Shape[] {
  return shapes.map((shape) => {
    const { project, scale, at } = insets[String(shape.properties.usps_abbrev)] ?? mainland
    const placed = (point: Point): Point => {
      const [x, y] = project(point)
      return [(x * scale + at[0]) / RADIANS, latitudeAt(y * scale + at[1])]
    }
    const coordinates = shape.geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map(placed)))
    return { ...shape, geometry: { ...shape.geometry, coordinates } }
  })
}

/** The latitude in degrees that Mercator's projection draws at a height in radians. */
const latitudeAt = (height: number) => (2 * Math.atan(Math.exp(height)) - Math.PI / 2) / RADIANS
