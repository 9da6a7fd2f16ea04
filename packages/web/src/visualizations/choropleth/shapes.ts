import { type Bounds, boundsOf } from '@sightline/domain/maps/bounds.ts'
import type { MapType, ShapeProperties } from '@sightline/domain/maps/shape-codes.ts'

/** A shape as the map file has it. */
export interface Shape {
  type: 'Feature'
  properties: ShapeProperties
  geometry: { type: 'MultiPolygon'; coordinates: [number, number][][][] }
}

const loading = new Map<MapType, Promise<Shape[]>>()

/** The shapes of a map, loaded once; they come from this server and no other. */
export function loadShapes(mapType: MapType): Promise<Shape[]> {
  const known = loading.get(mapType)
  if (known) return known
  const shapes = fetch(`static/maps/${mapType}.geo.json`)
    .then((reply) => {
      if (!reply.ok) throw new Error(`The map was answered with ${reply.status}.`)
      return reply.json()
    })
    .then(({ features }: { features: Shape[] }) => features)
    // What did not arrive is asked for again the next time.
    .catch((error: unknown) => {
      loading.delete(mapType)
      throw error
    })
  loading.set(mapType, shapes)
  return shapes
}

/** What is seen of a map at first. Far islands on the other side of the date line would make it a strip. */
const firstViews: Readonly<Record<string, Bounds>> = {
  countries: { south: -56, west: -168, north: 78, east: 190 },
  usa: { south: 18, west: -172, north: 71.5, east: -66 },
}

export function firstView(mapType: MapType, shapes: readonly Shape[]): Bounds {
  const known = firstViews[mapType]
  if (known) return known
  const corners = shapes.flatMap(({ geometry }) =>
    geometry.coordinates.flat(2).map(([lng, lat]): [number, number] => [lat, lng]),
  )
  return boundsOf(corners) ?? { south: -60, west: -170, north: 80, east: 180 }
}
