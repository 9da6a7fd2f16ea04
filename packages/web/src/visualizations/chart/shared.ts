import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import type { SharedColors } from '../shared-colors.ts'
import { automaticOf, paletteSize } from './colors.ts'
import type { ChartOptions } from './options.ts'
import type { PreparedChart } from './prepare.ts'

/**
 * Gives the groups and slices of a chart the colours that they have in other charts, unless the chart stores its own. Series that
 * are columns keep the colours of the palette in order.
 * @param shared null if colours are not shared
 */
export function withSharedColors<Chart extends PreparedChart>(
  chart: Chart,
  options: ChartOptions,
  shared: SharedColors | null,
): { chart: Chart; options: ChartOptions } {
  if (shared === null || (chart.kind !== 'pies' && chart.kind !== 'cartesian' && chart.kind !== 'boxes')) {
    return { chart, options }
  }
  const { color_scheme } = options
  const colorsOf = (values: readonly string[]) => {
    const places = shared.placesOf(color_scheme, paletteSize(color_scheme), values)
    return (value: string) => {
      const place = places.get(value)
      return place === undefined ? null : automaticOf(color_scheme, place)
    }
  }
  if (chart.kind === 'pies') {
    const open = namedSlices(chart).filter((key) => !options.valuesOptions[key]?.color)
    const colorOf = colorsOf(open)
    const colored = Object.fromEntries(open.map((key) => [key, { ...options.valuesOptions[key], color: colorOf(key) }]))
    return { chart, options: { ...options, valuesOptions: { ...options.valuesOptions, ...colored } } }
  }
  const isGrouped =
    rolesOf(
      options.columnMapping,
      chart.columns.map(({ name }) => name),
    ).series !== null
  if (!isGrouped) return { chart, options }
  const { series } = chart.data
  const colorOf = colorsOf(series.filter(({ color }) => color === null).map(({ key }) => key))
  const colored = series.map((one) => ({ ...one, color: one.color ?? colorOf(one.key) }))
  return { chart: { ...chart, data: { ...chart.data, series: colored } }, options }
}

/** The x values of all slices in their order; the slice of all small values is not one. */
const namedSlices = ({ data }: Extract<PreparedChart, { kind: 'pies' }>): string[] => {
  const slices = data.pies.flatMap((pie) => pie.slices).filter(({ row }) => row !== null)
  return [...new Set(slices.map(({ key }) => key))]
}
