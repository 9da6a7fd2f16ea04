import { createContext } from 'react'

/** A chart whose values have shared colours. */
export interface ColoredChart {
  id: string
  /** An element of the chart, by which its place on the page is known. */
  element: Placed
  /** Stored name of the palette. */
  palette: string
  /** Number of colours in the palette. */
  size: number
  /** The values of the chart; those beyond the palette's size have no colour. */
  values: readonly string[]
}

/** The members of a DOM node that are used. */
interface Placed {
  readonly isConnected: boolean
  compareDocumentPosition(other: Placed): number
}

/**
 * Colours of values that are the same in all charts of a dashboard, and stay the same when filters hide some values. They follow
 * from the order of the charts on the page, not from the order in which these load.
 */
export interface SharedColors {
  /**
   * Gives each value of a chart a place in its palette, by a hash of its name, so that it is mostly the same on every dashboard, or
   * else the next free one. Values of charts further up have the first choice; values that a chart shows later on have the last.
   */
  show(chart: ColoredChart): void
  /** The place of each value in the palette of a chart, each place once. */
  placesOf(chart: Pick<ColoredChart, 'palette' | 'size' | 'values'>): ReadonlyMap<string, number>
  /** @param listener is called when the places of some values may have changed; @returns ends that */
  subscribe(listener: () => void): () => void
}

/** The colours that all charts inside share; null if each chart takes the colours of its palette in order. */
export const SharedColorsContext = createContext<SharedColors | null>(null)

/** The first colours of a palette differ in hue; later ones resemble them and are used when these are taken. */
const PREFERRED = 6

/** Creates shared colours without values. */
export function makeSharedColors(): SharedColors {
  const palettes = new Map<string, PaletteInUse>()
  const listeners = new Set<() => void>()
  return {
    show({ id, element, palette, size, values }) {
      const known = palettes.get(palette) ?? { size, charts: [], later: new Set<string>(), places: new Map<string, number>() }
      palettes.set(palette, known)
      const shown = values.slice(0, size)
      if (known.charts.some((chart) => chart.id === id)) {
        if (shown.every((value) => known.places.has(value))) return
        for (const value of shown) known.later.add(value)
      } else {
        insertInOrder(known.charts, { id, element, values: shown.toSorted() })
      }
      known.places = placesIn(known)
      for (const listener of listeners) listener()
    },
    placesOf: ({ palette, size, values }) =>
      placesWithin(values.slice(0, size), size, palettes.get(palette)?.places ?? new Map()),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type ChartInOrder = Pick<ColoredChart, 'id' | 'element' | 'values'>

interface PaletteInUse {
  size: number
  /** In the order of the page, with the values that each showed first. A chart that has left the page keeps its turn. */
  charts: ChartInOrder[]
  /** Values that were not there when their chart was shown first. */
  later: Set<string>
  places: ReadonlyMap<string, number>
}

/** `Node.DOCUMENT_POSITION_FOLLOWING`, which tests do not have. */
const FOLLOWS = 4

function insertInOrder(charts: ChartInOrder[], chart: ChartInOrder): void {
  const next = charts.findIndex(
    ({ element }) => element.isConnected && (chart.element.compareDocumentPosition(element) & FOLLOWS) !== 0,
  )
  charts.splice(next < 0 ? charts.length : next, 0, chart)
}

/** The places of all values, each with its own as long as there are some. */
function placesIn({ size, charts, later }: PaletteInUse): Map<string, number> {
  const places = new Map<string, number>()
  const taken = new Set<number>()
  for (const values of [...charts.map((chart) => chart.values), [...later]]) {
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

/** The places of the values of one chart: their shared ones, or a free one where two values of it share a place. */
function placesWithin(values: readonly string[], size: number, shared: ReadonlyMap<string, number>): Map<string, number> {
  const places = new Map<string, number>()
  const taken = new Set<number>()
  const put = (value: string, place: number | undefined) => {
    if (place === undefined || taken.has(place) || places.has(value)) return
    places.set(value, place)
    taken.add(place)
  }
  for (const value of values) put(value, shared.get(value))
  for (const value of values) {
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
