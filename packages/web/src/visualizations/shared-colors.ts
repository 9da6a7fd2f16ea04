import { createContext } from 'react'

/** Colours of values that are the same in all charts of a dashboard, and stay the same when filters hide some values. */
export interface SharedColors {
  /**
   * Returns the place of each value in a palette. Values that are new get a place by a hash of their name, so that it is mostly the
   * same on every dashboard, or else the next free one. Values beyond the palette's size have none.
   * @param palette stored name
   * @param size number of its colours
   */
  placesOf(palette: string, size: number, values: readonly string[]): ReadonlyMap<string, number>
}

/** The colours that all charts inside share; null if each chart takes the colours of its palette in order. */
export const SharedColorsContext = createContext<SharedColors | null>(null)

/** The first colours of a palette differ in hue; later ones resemble them and are used when these are taken. */
const PREFERRED = 6

/** Creates shared colours without values. */
export function makeSharedColors(): SharedColors {
  const placesByPalette = new Map<string, Map<string, number>>()
  return {
    placesOf(palette, size, values) {
      const known = placesByPalette.get(palette) ?? new Map<string, number>()
      placesByPalette.set(palette, known)
      const taken = new Set(known.values())
      const inChart = new Map<string, number>()
      const isFree = (place: number) => ![...inChart.values()].includes(place)
      const shown = values.slice(0, size)
      for (const value of shown) {
        const place = known.get(value)
        if (place !== undefined && isFree(place)) inChart.set(value, place)
      }
      for (const value of shown) {
        if (inChart.has(value)) continue
        const places = placesFrom(hashOf(value), size).filter(isFree)
        const place = places.find((candidate) => !taken.has(candidate)) ?? places[0]
        if (place === undefined) continue
        inChart.set(value, place)
        taken.add(place)
        if (!known.has(value)) known.set(value, place)
      }
      return inChart
    },
  }
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
