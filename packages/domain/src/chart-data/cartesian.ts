import type { Cell } from '@sightline/contract/results.ts'
import { isInstant, parseDate } from '../format/date.ts'
import { type Aggregation, aggregated } from './aggregation.ts'
import { type Clock, missingDates } from './missing-dates.ts'
import type { Roles } from './roles.ts'
import { autoScale, comparePositions, positionOf, type Scale } from './scale.ts'
import { type ChartColumn, type RawPoint, type SeriesOptions, seriesOf } from './series.ts'

export const cartesianTypes = ['line', 'column', 'area', 'scatter', 'bubble'] as const
export type CartesianType = (typeof cartesianTypes)[number]

/** Whether a type shows single points, for which missing values, stacking and shares do not apply. */
export const isPointwise = (type: CartesianType) => type === 'scatter' || type === 'bubble'

export interface CartesianSettings {
  /** The type of series without a stored one. */
  type: CartesianType
  series: Readonly<Record<string, SeriesOptions>>
  xScale: Scale | 'auto'
  isStacked: boolean
  /** Whether values are shown as a percentage of all series at the same x. */
  isPercent: boolean
  missingAsZero: boolean
  /** Whether dates without a row, between regular ones, are missing values too; not if rows are in another order. */
  fillMissingDates: boolean
  /** How rows with the same x are combined; null draws each of them, and sums them up in stacks. Points are never combined. */
  aggregation: Aggregation | null
  sortX: boolean
  reverseX: boolean
  /** Whether the rows are a selection, so that a missing row does not mean a missing value. */
  isThinned: boolean
  maxSeries: number
  /** On whose clock times with a zone are placed. */
  timeZone: string
}

export interface CartesianPoint {
  /** The index into `xs` on a category scale, the position itself on other scales. */
  x: number
  /** The displayed value; null for a gap. */
  y: number | null
  /** The original value, before it became a share; null for none. */
  value: number | null
  /** Percentage of all series at this x; null if shares are not used. */
  share: number | null
  /** The length of the error bar in both directions; null for none. */
  error: number | null
  /** The value for the size of a bubble; null for none. */
  size: number | null
  /** Index of the row, the first one if several were added up; null for a filled-in point. */
  row: number | null
}

export interface CartesianSeries {
  key: string
  name: string
  type: CartesianType
  axis: 0 | 1
  /** The stored colour; null for one from the palette. */
  color: string | null
  points: CartesianPoint[]
}

export interface CartesianData {
  scale: Scale
  /** The x positions in display order. */
  xs: (number | string)[]
  isReversed: boolean
  series: CartesianSeries[]
  /** Number of series beyond `maxSeries`; they are left out. */
  omitted: number
  /** Number of points that share their x with another one of the same series and are drawn one by one. */
  sharingX: number
  /** Number of times that the clock shows twice, because it is set back, and that have a value both times. */
  repeatedTimes: number
}

/**
 * Prepares line, column, area, scatter and bubble series; one chart may mix them.
 * @param common the positions of several charts side by side, in display order; null for those of the columns
 */
export function prepareCartesian(
  columns: readonly ChartColumn[],
  roles: Roles,
  settings: CartesianSettings,
  common: readonly (number | string)[] | null = null,
): CartesianData {
  const x = columns.find(({ name }) => name === roles.x)
  const scale = settings.xScale === 'auto' ? autoScale(x?.type ?? null, x?.values ?? []) : settings.xScale
  const all = seriesOf(columns, roles, settings.series)
  const repeated = new RepeatedTimes()
  const placed = all.slice(0, settings.maxSeries).map(({ key, points }) => ({
    key,
    points: points.flatMap(({ x: cell, ...point }) => {
      const position = positionOf(cell, scale, settings.timeZone)
      if (position === null) return []
      if (scale === 'datetime' && settings.timeZone !== 'UTC' && point.y !== null) repeated.add(position, cell)
      return [{ position, ...point }]
    }),
  }))

  const xs = common ?? positionsOf(placed, x, scale, settings)
  const order = new Map(xs.map((position, index) => [position, index]))
  const place = (position: number | string) => (typeof position === 'number' ? position : (order.get(position) ?? 0))
  const orderOf = (position: number | string) => order.get(position) ?? 0

  let sharingX = 0
  const series = placed.map(({ key, points }): CartesianSeries => {
    const own = settings.series[key]
    const type = cartesianTypes.find((known) => known === own?.type) ?? settings.type
    const isStacked = settings.isStacked && !isPointwise(type)
    const sorted = points.toSorted((a, b) => orderOf(a.position) - orderOf(b.position))
    const how = isPointwise(type) ? null : (settings.aggregation ?? (isStacked ? 'sum' : null))
    const distinct = how === null ? sorted : combined(sorted, how, settings.aggregation === null)
    if (how === null && !isPointwise(type)) sharingX += countSharing(sorted)
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
    xs: [...xs],
    isReversed: settings.reverseX && scale !== 'category',
    series: settings.isPercent ? toShares(series) : series,
    omitted: all.length - placed.length,
    sharingX,
    repeatedTimes: repeated.count,
  }
}

/** The positions of all points in display order. */
function positionsOf(
  placed: readonly { points: readonly { position: number | string }[] }[],
  x: ChartColumn | undefined,
  scale: Scale,
  settings: CartesianSettings,
): (number | string)[] {
  const xs = [...new Set(placed.flatMap(({ points }) => points.map(({ position }) => position)))]
  if (settings.sortX) xs.sort(comparePositions)
  if (settings.fillMissingDates && scale === 'datetime' && !settings.isThinned && isAscending(xs)) {
    const times = xs.filter((position) => typeof position === 'number')
    xs.push(...missingDates(times, clockOf(x?.values ?? [], settings.timeZone)))
    xs.sort(comparePositions)
  }
  // A category scale is reversed by the order of its positions; the chart reverses the axis of other scales.
  if (settings.reverseX && scale === 'category') xs.reverse()
  return xs
}

/** The instants of a column of times with a zone; null if a time has none, as it then is the same on every clock. */
function clockOf(cells: ChartColumn['values'], timeZone: string): Clock | null {
  const texts = cells.filter((cell) => typeof cell === 'string')
  if (timeZone === 'UTC' || !texts.every(isInstant)) return null
  const instants = new Set(texts.map((text) => parseDate(text)).filter((time) => time !== null))
  return { instants: [...instants].sort((one, other) => one - other), timeZone }
}

/** Counts the positions on a time axis that stand for more than one instant. */
class RepeatedTimes {
  readonly #first = new Map<number | string, Cell>()
  readonly #repeated = new Set<number | string>()

  add(position: number | string, cell: Cell): void {
    const first = this.#first.get(position)
    if (first === undefined) this.#first.set(position, cell)
    else if (first !== cell && instantOf(first) !== instantOf(cell)) this.#repeated.add(position)
  }

  get count(): number {
    return this.#repeated.size
  }
}

/** Times without a zone are the same instant at the same place. */
const instantOf = (cell: Cell) => (typeof cell === 'string' && isInstant(cell) ? parseDate(cell) : null)

const isAscending = (xs: readonly (number | string)[]) =>
  xs.every((x, index) => index === 0 || comparePositions(xs[index - 1] ?? x, x) < 0)

interface PlacedPoint extends Omit<RawPoint, 'x' | 'row'> {
  position: number | string
  row: number | null
}

/**
 * Combines the points at each position into one.
 * @param keepsErrors whether it has the error of the first that has one; a stack does not draw it
 */
function combined(points: readonly PlacedPoint[], how: Aggregation, keepsErrors: boolean): PlacedPoint[] {
  return [...Map.groupBy(points, ({ position }) => position).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const error = keepsErrors ? (group.find((point) => point.error !== null)?.error ?? null) : null
    return {
      ...first,
      error,
      y: aggregated(
        group.map(({ y }) => y),
        how,
      ),
    }
  })
}

/** Counts the points with a value that stand at the same position as another one. */
function countSharing(points: readonly PlacedPoint[]): number {
  const counts = new Map<number | string, number>()
  for (const { position, y } of points) if (y !== null) counts.set(position, (counts.get(position) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => (count > 1 ? sum + count : sum), 0)
}

/** Adds an empty point at each position without one; `points` and `xs` are in the same order. */
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

/** Shares are relative to the sum of absolute values, so that values of both signs stay within 100 percent. */
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
