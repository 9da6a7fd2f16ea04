/** The values that charts with one palette show on a dashboard. */
export interface PaletteValues {
  /** Number of colors in the palette. */
  size: number
  /** The values that each chart showed first, in the order of the charts on the page. */
  charts: readonly (readonly string[])[]
  /** Values that a chart showed later, such as those that a filter has let through. */
  later: Iterable<string>
}

/** The first colors of a palette differ in hue; later ones resemble them and are used when these are taken. */
const PREFERRED = 6

/**
 * Gives each value of a dashboard a place in the palette, by a hash of its name, so that it is mostly the same on every dashboard,
 * or else the next free one. Values of earlier charts have the first choice. Values beyond the size of the palette in their chart
 * have none.
 */
export function sharedPlaces({ size, charts, later }: PaletteValues): Map<string, number> {
  const places = new Map<string, number>()
  const taken = new Set<number>()
  for (const values of [...charts.map((shown) => shown.slice(0, size).toSorted()), [...later]]) {
    const inChart = new Set(values.flatMap((value) => places.get(value) ?? []))
    for (const value of values) {
      if (places.has(value)) continue
      const wanted = placesFrom(hashOf(value), size)
      const place = wanted.find((one) => !taken.has(one)) ?? wanted.find((one) => !inChart.has(one)) ?? wanted[0]
      if (place === undefined) continue
      places.set(value, place)
      taken.add(place)
      inChart.add(place)
    }
  }
  return places
}

/**
 * The places of the values of one chart: their shared ones, or a free one where two values of it share a place.
 * @param size number of colors in the palette; values beyond it have no place
 */
export function placesInChart(
  values: readonly string[],
  size: number,
  shared: ReadonlyMap<string, number>,
): Map<string, number> {
  const places = new Map<string, number>()
  const taken = new Set<number>()
  const put = (value: string, place: number | undefined) => {
    if (place === undefined || taken.has(place) || places.has(value)) return
    places.set(value, place)
    taken.add(place)
  }
  const shown = values.slice(0, size)
  for (const value of shown) put(value, shared.get(value))
  for (const value of shown) {
    put(
      value,
      placesFrom(hashOf(value), size).find((place) => !taken.has(place)),
    )
  }
  return places
}

/** All places in the order in which a value takes them. */
function placesFrom(hash: number, size: number): number[] {
  const preferred = Math.min(PREFERRED, size)
  return Array.from({ length: size }, (_, index) => (index < preferred ? (hash + index) % preferred : index))
}

/** FNV-1a with 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
