import { i18n } from '../language/i18n.ts'
import { localNumber } from '../language/local.ts'
import type { Roles } from './roles.ts'
import { type ChartColumn, type SeriesOptions, seriesOf } from './series.ts'

export interface Slice {
  /** The x value, by which stored colours are found. */
  key: string
  value: number
  /** Share of the whole pie, from 0 to 1. */
  share: number
  /** Index of the first row; null for the slice of all small values. */
  row: number | null
}

export interface Pie {
  key: string
  name: string
  total: number
  slices: Slice[]
  /** The values behind the slice of all small values; null without one. */
  rest: Rest | null
}

/** The first rows of the values that are merged into one slice, and of all other values of the pie. */
export interface Rest {
  merged: number[]
  others: number[]
}

export interface PieData {
  pies: Pie[]
  /** All x values in order of first appearance, so that a name has the same colour in all pies. */
  keys: string[]
  /** Number of pies beyond `maxPies`; they are left out. */
  omitted: number
  /** Number of x values without a slice, because their sum is not above zero. */
  unshown: number
}

/**
 * Prepares one pie per series. Rows of the same x are added up; sums of zero and below have no slice. All slices beyond the
 * largest `maxSlices` are merged.
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
    const all = parts.map(([name, { value, row }]): Slice => ({ key: name, value, share: value / total, row }))
    const small = smallSlices(all, settings.maxSlices)
    const slices = small.size === 0 ? all : withOthers(all, small)
    return {
      key,
      name: settings.series[key]?.name || key,
      total,
      slices: settings.isSorted ? slices.toSorted(bySize) : slices,
      rest: small.size === 0 ? null : restOf([...sums.values()], small),
    }
  })
  const shown = new Set(pies.flatMap(({ slices }) => slices.map(({ key }) => key)))
  // A slice that is merged in one pie keeps its colour if another pie shows it.
  const named = keys.size > settings.maxSlices ? [...keys].filter((key) => shown.has(key)) : [...keys]
  return { pies, keys: [...new Set([...named, ...shown])], omitted: all.length - pies.length, unshown }
}

/** The largest first; all others together stand last, however large. */
const bySize = (a: Slice, b: Slice) => Number(a.row === null) - Number(b.row === null) || b.value - a.value

/** The slices beyond the largest ones; none if it is a single one, which is shown as it is. */
const smallSlices = (slices: readonly Slice[], most: number): ReadonlySet<Slice> =>
  new Set(slices.length <= most + 1 ? [] : slices.toSorted(bySize).slice(most))

function restOf(sums: readonly { row: number }[], small: ReadonlySet<Slice>): Rest {
  const merged = new Set([...small].flatMap(({ row }) => row ?? []))
  return { merged: [...merged], others: sums.map(({ row }) => row).filter((row) => !merged.has(row)) }
}

/** The largest slices in their order, and one for all small ones. */
function withOthers(slices: readonly Slice[], small: ReadonlySet<Slice>): Slice[] {
  const sum = (of: 'value' | 'share') => [...small].reduce((total, slice) => total + slice[of], 0)
  const others = {
    key: i18n._('{count} others', { count: localNumber(small.size) }),
    value: sum('value'),
    share: sum('share'),
    row: null,
  }
  return [...slices.filter((slice) => !small.has(slice)), others]
}

/** The grid of the pies, with at most two rows. */
export function pieGrid(count: number): { columns: number; rows: number } {
  const rows = count > 2 ? 2 : 1
  return { columns: Math.max(1, Math.ceil(count / rows)), rows }
}
