import type { Roles } from './roles.ts'
import { type ChartColumn, type SeriesOptions, seriesOf } from './series.ts'

export interface Slice {
  /** The x value, which stored colours are kept under. */
  key: string
  value: number
  /** Part of the whole pie, 0 to 1. */
  share: number
  /** The first row it came from; null for the slice of all small ones. */
  row: number | null
}

export interface Pie {
  key: string
  name: string
  total: number
  slices: Slice[]
}

export interface PieData {
  pies: Pie[]
  /** All x values in order of first appearance: slices of one name have one colour in all pies. */
  keys: string[]
  /** Pies beyond `maxPies`, which are left out. */
  omitted: number
  /** Values that are not above zero, summed up by their x, and so have no slice. */
  unshown: number
}

/**
 * One pie a series; rows of the same x are added up, and what is not above zero has no slice. The slices beyond the largest
 * `maxSlices` are one together.
 */
export function preparePies(
  columns: readonly ChartColumn[],
  roles: Roles,
  settings: { series: Readonly<Record<string, SeriesOptions>>; isSorted: boolean; maxPies: number; maxSlices: number },
): PieData {
  const all = seriesOf(columns, roles, settings.series)
  const keys = new Set<string>()
  let unshown = 0
  const pies = all.slice(0, settings.maxPies).map(({ key, points }): Pie => {
    const sums = new Map<string, { value: number; row: number }>()
    for (const { x, y, row } of points) {
      const name = String(x)
      keys.add(name)
      const known = sums.get(name)
      if (known) known.value += y ?? 0
      else sums.set(name, { value: y ?? 0, row })
    }
    const parts = [...sums].filter(([, { value }]) => value > 0)
    unshown += sums.size - parts.length
    const total = parts.reduce((sum, [, { value }]) => sum + value, 0)
    const slices = withOthers(
      parts.map(([name, { value, row }]): Slice => ({ key: name, value, share: value / total, row })),
      settings.maxSlices,
    )
    return {
      key,
      name: settings.series[key]?.name || key,
      total,
      slices: settings.isSorted ? slices.toSorted((a, b) => b.value - a.value) : slices,
    }
  })
  const shown = new Set(pies.flatMap(({ slices }) => slices.map(({ key }) => key)))
  // What was left out for its size keeps its place in the colours where another pie shows it.
  const named = keys.size > settings.maxSlices ? [...keys].filter((key) => shown.has(key)) : [...keys]
  return { pies, keys: [...new Set([...named, ...shown])], omitted: all.length - pies.length, unshown }
}

/** The largest slices in their order, and one of all others. */
function withOthers(slices: readonly Slice[], most: number): Slice[] {
  if (slices.length <= most) return [...slices]
  const bySize = slices.toSorted((a, b) => b.value - a.value)
  const small = new Set(bySize.slice(most))
  const sum = (of: 'value' | 'share') => [...small].reduce((total, slice) => total + slice[of], 0)
  const others = { key: `${small.size.toLocaleString('en-US')} others`, value: sum('value'), share: sum('share'), row: null }
  return [...slices.filter((slice) => !small.has(slice)), others]
}

/** How many pies stand side by side, in at most two rows. */
export function pieGrid(count: number): { columns: number; rows: number } {
  const rows = count > 2 ? 2 : 1
  return { columns: Math.max(1, Math.ceil(count / rows)), rows }
}
