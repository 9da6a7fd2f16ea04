import { type Bounds, boundsOf } from '@sightline/domain/maps/bounds.ts'
import type { MapType } from '@sightline/domain/maps/shape-codes.ts'
import type { MapShape } from '../map-plane.ts'

/** A shape as stored in the map file. */
export type Shape = MapShape

const loading = new Map<MapType, Promise<Shape[]>>()

/** Loads the shapes of a map from this server; repeated calls return the same promise. */
export function loadShapes(mapType: MapType): Promise<Shape[]> {
  const known = loading.get(mapType)
  if (known) return known
  const shapes = fetch(`static/maps/${mapType}.geo.json`)
    .then((reply) => {
      if (!reply.ok) throw new Error(`The map was answered with ${reply.status}.`)
      return reply.json()
    })
    .then(({ features }: { features: Shape[] }) => features)
    // A failed download is not cached, so the next call retries.
    .catch((error: unknown) => {
      loading.delete(mapType)
      throw error
    })
  loading.set(mapType, shapes)
  return shapes
}

/** Initial bounds. Remote islands across the date line would shrink the map to a strip. */
const firstViews: Readonly<Record<string, Bounds>> = {
  countries: { south: -56, west: -168, north: 78, east: 190 },
  usa: { south: 18, west: -172, north: 71.5, east: -66 },
}

/** @param hasInsets whether the shapes have been moved together */
export function firstView(mapType: MapType, shapes: readonly Shape[], hasInsets: boolean): Bounds {
  const known = hasInsets ? undefined : firstViews[mapType]
  if (known) return known
  const corners = shapes.flatMap(({ geometry }) =>
    geometry.coordinates.flat(2).map(([lng, lat]): [number, number] => [lat, lng]),
  )
  return boundsOf(corners) ?? { south: -60, west: -170, north: 80, east: 180 }
}
