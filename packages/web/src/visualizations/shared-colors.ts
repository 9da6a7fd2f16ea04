import { placesInChart, sharedPlaces } from '@sightline/domain/dashboards/shared-colors.ts'
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

/** The colours that all charts inside share; null if each chart chooses them alone. */
export const SharedColorsContext = createContext<SharedColors | null>(null)

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
        insertInOrder(known.charts, { id, element, values: shown })
      }
      known.places = sharedPlaces({ ...known, charts: known.charts.map((chart) => chart.values) })
      for (const listener of listeners) listener()
    },
    placesOf: ({ palette, size, values }) => placesInChart(values, size, palettes.get(palette)?.places ?? new Map()),
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
