/** The edges of a part of a map, in degrees. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

type Corner = readonly [number, number]

/**
 * Reads stored bounds: a pair of corners, each `[lat, lng]` or `{lat, lng}`, or an object with both corners; null for anything
 * else.
 */
export function readBounds(stored: unknown): Bounds | null {
  if (typeof stored !== 'object' || stored === null) return null
  const [one, other] = Array.isArray(stored)
    ? [cornerOf(stored[0]), cornerOf(stored[1])]
    : [cornerOf(property(stored, '_southWest')), cornerOf(property(stored, '_northEast'))]
  if (one === null || other === null) return null
  return boundsOf([one, other])
}

/** The form in which choropleth maps store bounds: south-west, then north-east. */
export const storedCorners = ({ south, west, north, east }: Bounds): [[number, number], [number, number]] => [
  [south, west],
  [north, east],
]

/** The smallest bounds that contain all points; null without points. */
export function boundsOf(points: Iterable<Corner>): Bounds | null {
  let bounds: Bounds | null = null
  for (const [lat, lng] of points) {
    bounds = bounds
      ? {
          south: Math.min(bounds.south, lat),
          west: Math.min(bounds.west, lng),
          north: Math.max(bounds.north, lat),
          east: Math.max(bounds.east, lng),
        }
      : { south: lat, west: lng, north: lat, east: lng }
  }
  return bounds
}

function cornerOf(stored: unknown): Corner | null {
  if (typeof stored !== 'object' || stored === null) return null
  const [lat, lng] = Array.isArray(stored) ? stored : [property(stored, 'lat'), property(stored, 'lng')]
  return typeof lat === 'number' && typeof lng === 'number' && Number.isFinite(lat) && Number.isFinite(lng) ? [lat, lng] : null
}

const property = (object: object, name: string): unknown => (name in object ? object[name as keyof typeof object] : undefined)
