import type { Roles } from './roles.ts'
import { autoScale, comparePositions, positionOf, type Scale } from './scale.ts'
import { type ChartColumn, type RawPoint, type SeriesOptions, seriesOf } from './series.ts'

export const cartesianTypes = ['line', 'column', 'area', 'scatter', 'bubble'] as const
export type CartesianType = (typeof cartesianTypes)[number]

/** Whether a type shows single points, which are never filled in, stacked or turned into shares. */
export const isPointwise = (type: CartesianType) => type === 'scatter' || type === 'bubble'

export interface CartesianSettings {
  /** The type of series that have none of their own. */
  type: CartesianType
  series: Readonly<Record<string, SeriesOptions>>
  xScale: Scale | 'auto'
  isStacked: boolean
  /** Values become their share of all series at the same x, in percent. */
  isPercent: boolean
  missingAsZero: boolean
  sortX: boolean
  reverseX: boolean
  /** The rows are a selection: what is not among them is not missing. */
  isThinned: boolean
  maxSeries: number
}

export interface CartesianPoint {
  /** On a category scale the index into `xs`, else the position itself. */
  x: number
  /** What is drawn; null is a gap. */
  y: number | null
  /** The value of the result, before it became a share; null when there is none. */
  value: number | null
  /** Percent of all series at this x; null unless asked for. */
  share: number | null
  /** How far the value may lie off, up and down; null where that is not told. */
  error: number | null
  /** What the size of a bubble stands for; null where that is not told. */
  size: number | null
  /** The row it came from, the first when several were added up; null for a point that was filled in. */
  row: number | null
}

export interface CartesianSeries {
  key: string
  name: string
  type: CartesianType
  axis: 0 | 1
  /** A colour of its own, as stored; null for one from the palette. */
  color: string | null
  points: CartesianPoint[]
}

export interface CartesianData {
  scale: Scale
  /** The x positions in the order they are drawn. */
  xs: (number | string)[]
  isReversed: boolean
  series: CartesianSeries[]
  /** Series beyond `maxSeries`, which are left out. */
  omitted: number
}

/** Prepares line, column, area, scatter and bubble series, which may be mixed in one chart. */
export function prepareCartesian(columns: readonly ChartColumn[], roles: Roles, settings: CartesianSettings): CartesianData {
  const x = columns.find(({ name }) => name === roles.x)
  const scale = settings.xScale === 'auto' ? autoScale(x?.type ?? null, x?.values ?? []) : settings.xScale
  const all = seriesOf(columns, roles, settings.series)
  const placed = all.slice(0, settings.maxSeries).map(({ key, points }) => ({
    key,
    points: points.flatMap(({ x: cell, ...point }) => {
      const position = positionOf(cell, scale)
      return position === null ? [] : [{ position, ...point }]
    }),
  }))

  const xs = [...new Set(placed.flatMap(({ points }) => points.map(({ position }) => position)))]
  if (settings.sortX) xs.sort(comparePositions)
  // On a category scale the order of the positions is the direction; the other scales are turned round where they are drawn.
  if (settings.reverseX && scale === 'category') xs.reverse()
  const order = new Map(xs.map((position, index) => [position, index]))
  const place = (position: number | string) => (typeof position === 'number' ? position : (order.get(position) ?? 0))
  const orderOf = (position: number | string) => order.get(position) ?? 0

  const series = placed.map(({ key, points }): CartesianSeries => {
    const own = settings.series[key]
    const type = cartesianTypes.find((known) => known === own?.type) ?? settings.type
    const isStacked = settings.isStacked && !isPointwise(type)
    const sorted = points.toSorted((a, b) => orderOf(a.position) - orderOf(b.position))
    const distinct = isStacked ? addUp(sorted) : sorted
    const filled = type === 'line' || type === 'area' || isStacked ? fill(distinct, xs) : distinct
    const zero = settings.missingAsZero && !isPointwise(type)
    return {
      key,
      name: own?.name || key,
      type,
      axis: own?.yAxis === 1 ? 1 : 0,
      color: own?.color || null,
      points: filled.flatMap(({ position, y, row, error, size }) => {
        if (y === null && isPointwise(type)) return []
        const isUnknown = row === null && settings.isThinned
        const value = y ?? (zero && !isUnknown ? 0 : null)
        return [{ x: place(position), y: value, value: y, share: null, error, size, row }]
      }),
    }
  })

  return {
    scale,
    xs,
    isReversed: settings.reverseX && scale !== 'category',
    series: settings.isPercent ? toShares(series) : series,
    omitted: all.length - placed.length,
  }
}

interface PlacedPoint extends Omit<RawPoint, 'x' | 'row'> {
  position: number | string
  row: number | null
}

/** One point a position, since a stack has one layer of each series at an x. */
function addUp(points: readonly PlacedPoint[]): PlacedPoint[] {
  const byPosition = new Map<number | string, PlacedPoint>()
  for (const point of points) {
    const known = byPosition.get(point.position)
    if (!known) {
      byPosition.set(point.position, { ...point })
      continue
    }
    known.error ??= point.error
    if (point.y !== null) known.y = (known.y ?? 0) + point.y
  }
  return [...byPosition.values()]
}

/** Adds an empty point at each position where the series has none; `points` and `xs` are in the same order. */
function fill(points: readonly PlacedPoint[], xs: readonly (number | string)[]): PlacedPoint[] {
  const filled: PlacedPoint[] = []
  let next = 0
  for (const position of xs) {
    if (points[next]?.position !== position) filled.push({ position, y: null, error: null, size: null, row: null })
    for (let point = points[next]; point?.position === position; point = points[next]) {
      filled.push(point)
      next++
    }
  }
  return filled
}

/** Shares are of the sum of sizes, so that series of both signs stay within 100 percent. */
function toShares(series: readonly CartesianSeries[]): CartesianSeries[] {
  const sums = new Map<number, number>()
  for (const { points } of series) for (const { x, y } of points) sums.set(x, (sums.get(x) ?? 0) + Math.abs(y ?? 0))
  return series.map((one) => ({
    ...one,
    points: one.points.map((point) => {
      if (point.y === null) return point
      const sum = sums.get(point.x) ?? 0
      const share = sum === 0 ? 0 : (point.y / sum) * 100
      const error = point.error === null || sum === 0 ? null : (point.error / sum) * 100
      return { ...point, y: share, share, error }
    }),
  }))
}
