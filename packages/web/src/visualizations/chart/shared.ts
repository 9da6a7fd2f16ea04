import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { type RefObject, use, useId, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { SharedColorsContext } from '../shared-colors.ts'
import { automaticOf, paletteSize } from './colors.ts'
import type { ChartOptions } from './options.ts'
import type { PieChart, RenderableChart } from './prepared.ts'

interface Colored {
  chart: RenderableChart
  options: ChartOptions
}

interface SharedPlace {
  /** An element of the chart, by which its place among the others is known. */
  element: RefObject<Element | null>
  /** The automatic colours of the organization; empty if it has none. */
  chartColors: readonly string[]
}

/**
 * Gives the groups and slices of a chart the colours that they have in other charts of the dashboard.
 */
export function useSharedColors(chart: RenderableChart, options: ChartOptions, { element, chartColors }: SharedPlace): Colored {
  const shared = use(SharedColorsContext)
  const id = useId()
  const palette = options.color_scheme
  const size = paletteSize(palette, chartColors)
  const values = useMemo(() => openValues(chart, options), [chart, options])
  useLayoutEffect(() => {
    if (element.current) shared?.show({ id, element: element.current, palette, size, values })
  }, [shared, id, element, palette, size, values])
  // A text, because the chart is drawn again only if the places differ.
  const placesNow = () => JSON.stringify(shared && [...shared.placesOf({ palette, size, values })])
  const places = useSyncExternalStore(shared?.subscribe ?? subscribeToNothing, placesNow, placesNow)
  return useMemo(
    () => withSharedColors({ chart, options }, new Map(JSON.parse(places) ?? []), chartColors),
    [chart, options, places, chartColors],
  )
}

const subscribeToNothing = () => () => {}

/**
 * The groups and slices of a chart that have no stored colour. Series that are columns are none of them: they keep the colours of
 * the palette in order.
 */
export function openValues(chart: RenderableChart, options: ChartOptions): string[] {
  if (chart.kind === 'heatmap') return []
  if (chart.kind === 'pies') return namedSlices(chart).filter((key) => !options.valuesOptions[key]?.color)
  const columns = chart.columns.map(({ name }) => name)
  if (rolesOf(options.columnMapping, columns).series === null) return []
  return chart.data.series.filter(({ color }) => color === null).map(({ key }) => key)
}

/** @param places of the open values in the palette @param own the colours of the organization; empty if it has none */
export function withSharedColors(
  { chart, options }: Colored,
  places: ReadonlyMap<string, number>,
  own: readonly string[] = [],
): Colored {
  if (places.size === 0 || chart.kind === 'heatmap') return { chart, options }
  const colorOf = (value: string) => {
    const place = places.get(value)
    return place === undefined ? null : automaticOf(options.color_scheme, place, own)
  }
  const colored = <S extends { key: string; color: string | null }, D extends { series: S[] }>(data: D): D => ({
    ...data,
    series: data.series.map((one) => ({ ...one, color: one.color ?? colorOf(one.key) })),
  })
  switch (chart.kind) {
    case 'pies': {
      const open = openValues(chart, options)
      const colored = Object.fromEntries(open.map((key) => [key, { ...options.valuesOptions[key], color: colorOf(key) }]))
      return { chart, options: { ...options, valuesOptions: { ...options.valuesOptions, ...colored } } }
    }
    case 'cartesian': {
      const panels = chart.panels?.map((panel) => ({ ...panel, data: colored(panel.data) })) ?? null
      return { chart: { ...chart, data: colored(chart.data), panels }, options }
    }
    case 'boxes':
      return { chart: { ...chart, data: colored(chart.data) }, options }
  }
}

/** The x values of all slices in their order; the slice of all small values is not one. */
const namedSlices = ({ data }: PieChart): string[] => {
  const slices = data.pies.flatMap((pie) => pie.slices).filter(({ row }) => row !== null)
  return [...new Set(slices.map(({ key }) => key))]
}
