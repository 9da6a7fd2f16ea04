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
  /** Null when the cell is empty or no number. */
  y: number | null
  /** How far it may lie off, up and down; null where that is not told. */
  error: number | null
  /** What the size of a bubble stands for; null where that is not told. */
  size: number | null
  /** Index of the row it came from. */
  row: number
}

export interface RawSeries {
  /** The name that stored series options use. */
  key: string
  points: RawPoint[]
}

/** What is stored of one series. */
export interface SeriesOptions {
  zIndex?: number
  yAxis?: number
  name?: string
  type?: string
  color?: string | null
}

/**
 * Makes series of columns: without a grouping column one per y column, named after it; with one, one per distinct value, and when
 * there are several y columns one per value and column. Series come in order of their `zIndex`, then of first appearance.
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
  // Without rows there are still the series that the columns name; groups are known from rows only.
  if (!group) for (const { name } of ys) byKey.set(name, { key: name, points: [] })
  for (let row = 0; row < x.values.length; row++) {
    for (const y of ys) {
      const groupName = group && String(group.values[row])
      const key = groupName === undefined ? y.name : ys.length > 1 ? `${groupName}: ${y.name}` : groupName
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

/** Sorts by `zIndex`; what has none counts as 0 and keeps its place among equals. */
export function inOrder<S extends { key: string }>(
  series: readonly S[],
  options: Readonly<Record<string, SeriesOptions>>,
): S[] {
  const rank = ({ key }: S) => options[key]?.zIndex ?? 0
  return series.toSorted((a, b) => rank(a) - rank(b))
}
