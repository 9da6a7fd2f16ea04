import type { Roles } from './roles.ts'
import { type ChartColumn, type SeriesOptions, seriesOf } from './series.ts'

export interface Slice {
  /** The x value, which stored colours are kept under. */
  key: string
  value: number
  /** Part of the whole pie, 0 to 1. */
  share: number
  /** The first row it came from. */
  row: number
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

/** One pie a series; rows of the same x are added up, and what is not above zero has no slice. */
export function preparePies(
  columns: readonly ChartColumn[],
  roles: Roles,
  settings: { series: Readonly<Record<string, SeriesOptions>>; isSorted: boolean; maxPies: number },
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
    const slices = parts.map(([name, { value, row }]) => ({ key: name, value, share: value / total, row }))
    return {
      key,
      name: settings.series[key]?.name || key,
      total,
      slices: settings.isSorted ? slices.toSorted((a, b) => b.value - a.value) : slices,
    }
  })
  return { pies, keys: [...keys], omitted: all.length - pies.length, unshown }
}

/** How many pies stand side by side, in at most two rows. */
export function pieGrid(count: number): { columns: number; rows: number } {
  const rows = count > 2 ? 2 : 1
  return { columns: Math.max(1, Math.ceil(count / rows)), rows }
}
