import type { Roles } from './roles.ts'
import { comparePositions, toNumber } from './scale.ts'
import type { ChartColumn } from './series.ts'

export interface HeatCell {
  /** Indexes into `xs` and `ys`. */
  x: number
  y: number
  value: number
  row: number
}

export interface HeatmapData {
  xs: string[]
  /** From bottom to top. */
  ys: string[]
  cells: HeatCell[]
  min: number
  max: number
  /** Number of rows for a cell that already has a value; the first row of a cell counts. */
  repeated: number
}

/**
 * Arranges rows in cells by an x and a y column; a third column has the values. There is no cell if no row belongs to it, or if
 * its value is not a number.
 */
export function prepareHeatmap(
  columns: readonly ChartColumn[],
  roles: Roles,
  order: { sortX: boolean; reverseX: boolean; sortY: boolean; reverseY: boolean },
): HeatmapData {
  const column = (name: string | null | undefined) => columns.find((candidate) => candidate.name === name)?.values ?? []
  const x = column(roles.x)
  const y = column(roles.y[0])
  const values = column(roles.zVal)
  const xs = arranged(x, order.sortX, order.reverseX)
  const ys = arranged(y, order.sortY, order.reverseY)
  const placeX = placesOf(xs)
  const placeY = placesOf(ys)

  const cells = new Map<number, HeatCell>()
  let [min, max, repeated] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (let row = 0; row < x.length; row++) {
    const value = toNumber(values[row] ?? null)
    if (value === null) continue
    const cell = { x: placeX.get(String(x[row])) ?? 0, y: placeY.get(String(y[row])) ?? 0, value, row }
    const place = cell.y * xs.length + cell.x
    if (cells.has(place)) {
      repeated++
      continue
    }
    cells.set(place, cell)
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return { xs, ys, cells: [...cells.values()], min, max, repeated }
}

function arranged(values: readonly unknown[], isSorted: boolean, isReversed: boolean): string[] {
  const names = [...new Set(values.map(String))]
  if (isSorted) names.sort(comparePositions)
  return isReversed ? names.reverse() : names
}

const placesOf = (names: readonly string[]) => new Map(names.map((name, index) => [name, index]))
