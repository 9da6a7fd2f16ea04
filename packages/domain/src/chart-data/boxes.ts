import { boxOf, type CountedBox } from './quartiles.ts'
import type { Roles } from './roles.ts'
import { autoScale, comparePositions, positionOf, type Scale } from './scale.ts'
import { type ChartColumn, type SeriesOptions, seriesOf } from './series.ts'

/** A box plot of one series at one x. */
export interface Box extends CountedBox {
  /** Index into `xs`. */
  x: number
  /** All numbers of the box; empty if only the box itself is known. */
  values: number[]
  /** Index of the first row of the box. */
  row: number
}

export interface BoxSeries {
  key: string
  name: string
  axis: 0 | 1
  color: string | null
  boxes: Box[]
}

export interface BoxData {
  scale: Scale
  /** The x positions in display order. */
  xs: (number | string)[]
  series: BoxSeries[]
  /** Number of series beyond `maxSeries`; they are left out. */
  omitted: number
}

/**
 * Groups the numbers of each series into one box per x.
 * @param settings `made` has the boxes if they are computed already; the y cells are then indexes into it. Times with a zone are placed on the
 *   clock of `timeZone`
 */
export function prepareBoxes(
  columns: readonly ChartColumn[],
  roles: Roles,
  settings: {
    series: Readonly<Record<string, SeriesOptions>>
    xScale: Scale | 'auto'
    sortX: boolean
    reverseX: boolean
    maxSeries: number
    timeZone: string
    made: readonly CountedBox[] | null
  },
): BoxData {
  const x = columns.find(({ name }) => name === roles.x)
  const scale = settings.xScale === 'auto' ? autoScale(x?.type ?? null, x?.values ?? []) : settings.xScale
  const all = seriesOf(columns, roles, settings.series)
  const drawn = all.slice(0, settings.maxSeries).map(({ key, points }) => {
    const groups = new Map<number | string, { row: number; values: number[] }>()
    for (const { x: cell, y, row } of points) {
      const position = positionOf(cell, scale, settings.timeZone)
      if (position === null || y === null) continue
      const known = groups.get(position)
      if (known) known.values.push(y)
      else groups.set(position, { row, values: [y] })
    }
    return { key, groups }
  })
  const xs = [...new Set(drawn.flatMap(({ groups }) => [...groups.keys()]))]
  if (settings.sortX) xs.sort(comparePositions)
  if (settings.reverseX) xs.reverse()
  const order = new Map(xs.map((position, index) => [position, index]))
  return {
    scale,
    xs,
    omitted: all.length - drawn.length,
    series: drawn.map(({ key, groups }): BoxSeries => {
      const own = settings.series[key]
      return {
        key,
        name: own?.name || key,
        axis: own?.yAxis === 1 ? 1 : 0,
        color: own?.color || null,
        boxes: [...groups].map(([position, { row, values }]) => ({
          x: order.get(position) ?? 0,
          row,
          ...(settings.made === null ? boxWith(values) : boxMade(settings.made[values[0] ?? 0])),
        })),
      }
    }),
  }
}

function boxWith(values: number[]): Omit<Box, 'x' | 'row'> {
  const box = boxOf(values)
  return { ...box, values, count: values.length, outlierCount: box.outliers.length }
}

function boxMade(box: CountedBox | undefined): Omit<Box, 'x' | 'row'> {
  if (!box) throw new RangeError('There is no box at this place.')
  return { ...box, values: [] }
}
