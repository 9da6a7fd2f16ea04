import { type RefObject, use, useId, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { makeSharedColors, SharedColorsContext } from '../shared-colors.ts'
import { paletteSize } from './colors.ts'
import type { ChartOptions } from './options.ts'
import type { RenderableChart } from './prepared.ts'
import { type ColoredChart, openValues, withSharedColors } from './shared.ts'

interface SharedPlace {
  /** An element of the chart, by which its place among the others is known. */
  element: RefObject<Element | null>
  /** The automatic colours of the organization; empty if it has none. */
  chartColors: readonly string[]
}

/**
 * Gives the groups and slices of a chart the colours that they have in other charts of the dashboard. A chart outside of dashboards gives
 * them by the same rule, so that a name mostly has one colour everywhere, and keeps them while it shows other rows.
 */
export function useSharedColors(
  chart: RenderableChart,
  options: ChartOptions,
  { element, chartColors }: SharedPlace,
): ColoredChart {
  const [alone] = useState(makeSharedColors)
  const shared = use(SharedColorsContext) ?? alone
  const id = useId()
  const palette = options.color_scheme
  const size = paletteSize(palette, chartColors)
  const values = useMemo(() => openValues(chart, options), [chart, options])
  useLayoutEffect(() => {
    if (element.current) shared.show({ id, element: element.current, palette, size, values })
  }, [shared, id, element, palette, size, values])
  // A text, because the chart is drawn again only if the places differ.
  const placesNow = () => JSON.stringify([...shared.placesOf({ palette, size, values })])
  const places = useSyncExternalStore(shared.subscribe, placesNow, placesNow)
  return useMemo(
    () => withSharedColors({ chart, options }, new Map(JSON.parse(places)), chartColors),
    [chart, options, places, chartColors],
  )
}
