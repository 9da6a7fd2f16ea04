import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import type { Roles } from './roles.ts'
import { toNumber } from './scale.ts'

/** A column of the result with its cells. */
export interface ChartColumn {
  name: string
  type: ColumnType | null
  values: readonly Cell[]
}

export interface RawPoint {
  x: Cell
  /** Null if the cell is empty or not a number. */
  y: number | null
  /** The length of the error bar in both directions; null for none. */
  error: number | null
  /** The value for the size of a bubble; null for none. */
  size: number | null
  /** Index of the row. */
  row: number
}

export interface RawSeries {
  /** The key of the stored series options. */
  key: string
  points: RawPoint[]
}

/** The stored options of one series. */
export interface SeriesOptions {
  zIndex?: number
  yAxis?: number
  name?: string
  type?: string
  color?: string | null
}

/**
 * Builds series from columns. Without a grouping column, there is one series per y column, named after it. With a grouping
 * column, there is one per distinct value, or one per value and column if there are several y columns. Series are sorted by
 * `zIndex`, then by first appearance.
 */
export function seriesOf(
  columns: readonly ChartColumn[],
  roles: Roles,
  seriesOptions: Readonly<Record<string, SeriesOptions>>,
): RawSeries[] {
  const column = (name: string | null) => columns.find((candidate) => candidate.name === name)
  const x = column(roles.x)
  const ys = roles.y.map(column).filter((found) => found !== undefined)
  const group = column(roles.series)
  const errors = column(roles.yError)
  const sizes = column(roles.size)
  if (!x || ys.length === 0) return []

  const byKey = new Map<string, RawSeries>()
  // Without rows, each y column still has a series; groups are only known from rows.
  if (!group) for (const { name } of ys) byKey.set(name, { key: name, points: [] })
  for (let row = 0; row < x.values.length; row++) {
    for (const y of ys) {
      const key = group ? groupKey(String(group.values[row]), y.name, ys.length) : y.name
      let series = byKey.get(key)
      if (!series) {
        series = { key, points: [] }
        byKey.set(key, series)
      }
      series.points.push({
        x: x.values[row] ?? null,
        y: toNumber(y.values[row] ?? null),
        error: errors ? toNumber(errors.values[row] ?? null) : null,
        size: sizes ? toNumber(sizes.values[row] ?? null) : null,
        row,
      })
    }
  }
  return inOrder([...byKey.values()], seriesOptions)
}

/** The key of the series of a group. @param columns number of y columns */
export const groupKey = (groupName: string, y: string, columns: number): string =>
  columns > 1 ? `${groupName}: ${y}` : groupName

/** Sorts by `zIndex`, which is 0 by default; equal series keep their order. */
export function inOrder<S extends { key: string }>(
  series: readonly S[],
  options: Readonly<Record<string, SeriesOptions>>,
): S[] {
  const rank = ({ key }: S) => options[key]?.zIndex ?? 0
  return series.toSorted((a, b) => rank(a) - rank(b))
}
