import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { sharedPlaces } from '@sightline/domain/dashboards/shared-colors.ts'
import { automaticOf, paletteSize } from './colors.ts'
import type { ChartOptions } from './options.ts'
import type { PieChart, RenderableChart } from './prepared.ts'

/** A chart with the options that hold its colours. */
export interface ColoredChart {
  chart: RenderableChart
  options: ChartOptions
}

/**
 * The groups and slices of a chart that have no stored colour. Series that are columns are none of them: they keep the colours of
 * the palette in order.
 */
export function openValues(chart: RenderableChart, options: ChartOptions): string[] {
  if (chart.kind === 'heatmap') return []
  if (chart.kind === 'pies') return namedSlices(chart).filter((key) => !options.valuesOptions[key]?.color)
  if (seriesColumnOf(options.columnMapping, chart.columns) === null) return []
  return chart.data.series.filter(({ color }) => color === null).map(({ key }) => key)
}

/** Whether a chart of a result with these columns has groups or slices, whose colours are shared. */
export const sharesColors = (
  { globalSeriesType, columnMapping }: ChartOptions,
  columns: readonly { name: string }[],
): boolean => globalSeriesType === 'pie' || seriesColumnOf(columnMapping, columns) !== null

const seriesColumnOf = (mapping: ChartOptions['columnMapping'], columns: readonly { name: string }[]) =>
  rolesOf(
    mapping,
    columns.map(({ name }) => name),
  ).series

/** The places of the open values in the palette where a chart stands alone. @param own the colours of the organization */
export const placesAlone = ({ chart, options }: ColoredChart, own: readonly string[]): ReadonlyMap<string, number> =>
  sharedPlaces({ size: paletteSize(options.color_scheme, own), charts: [openValues(chart, options)], later: [] })

/** @param places of the open values in the palette @param own the colours of the organization; empty if it has none */
export function withSharedColors(
  { chart, options }: ColoredChart,
  places: ReadonlyMap<string, number>,
  own: readonly string[] = [],
): ColoredChart {
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
