import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { LineSeriesOption } from 'echarts/charts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import { inkOn } from '../../palette.ts'
import type { Mark } from '../colors.ts'
import type { ChartOptions } from '../options.ts'
import { BAR_GAPS, STACK_GAPS } from './error-bars.ts'
import { INCOMPLETE_OPACITY } from './incomplete.ts'
import type { Stage } from './option.ts'

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

/** Above this many marks, per-mark styles and labels take too long to draw. */
export const MAX_STYLED_MARKS = 2000
const MANY_POINTS = 5000

export type EndLabel = LineSeriesOption['endLabel']

interface Dress {
  /** Index of the value axis among the axes that are drawn. */
  axisIndex: number
  /** Whether values run to the right. */
  isLying: boolean
  /** Diameter of a bubble in pixels. */
  bubbleSize: (size: number | null) => number
  outer: OuterBars
  /** Whether areas are the bands of a stack; otherwise they are read by their lines. */
  hasBands: boolean
  /** Label of the point at an index; null if data labels are off. */
  label: ((index: number) => string) | null
  /** Name at the end of a line; null for none. */
  endLabel: EndLabel | null
  /** The start of a period that is not over, whose bars are paler; null for none. */
  incompleteFrom: number | null
}

/** Minimum pixels per x value for separators between stacked layers; they would hide thinner bars. */
const LEAST_PARTED = 8

/** Builds the ECharts series of one prepared series. */
export function marksOf(
  series: CartesianSeries,
  mark: Mark,
  stage: Stage,
  { axisIndex, isLying, bubbleSize, outer, hasBands, label, endLabel, incompleteFrom }: Dress,
): SeriesOption {
  const { options, theme } = stage
  const isLog = options.yAxis[series.axis]?.type === 'logarithmic'
  const y = (value: number | null) => (isLog && value !== null && value <= 0 ? null : value)
  const isStacked = options.series.stacking !== null
  const common = {
    id: series.key,
    name: series.key,
    color: mark.color,
    ...(isLying ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
  }
  const place = ({ x, y: value }: CartesianPoint) => (isLying ? [y(value), x] : [x, y(value)])
  const labelled = {
    show: label !== null,
    color: theme.text2,
    fontSize: 11,
    fontFamily: theme.font,
    formatter: ({ dataIndex }: { dataIndex: number }) => label?.(dataIndex) ?? '',
  }
  const stack = isStacked ? { stack: `${series.type} ${series.axis}` } : {}
  switch (series.type) {
    case 'line':
    case 'area': {
      const lone = lonePoints(series.points)
      const isBand = hasBands && series.type === 'area'
      const line = isBand ? { width: 1, color: theme.surface } : { width: 2 }
      const area = series.type === 'area' ? { areaStyle: { opacity: isBand ? 0.75 : 0.12 } } : {}
      return {
        type: 'line',
        ...common,
        ...stack,
        label: { ...labelled, position: isLying ? 'right' : 'top' },
        ...(endLabel ? { endLabel } : {}),
        labelLayout: endLabel ? { moveOverlap: 'shiftY' } : { hideOverlap: true },
        ...(isStacked ? { stackStrategy: 'all' as const } : {}),
        data: series.points.map((point, index) =>
          lone.size > 0 && point.y !== null && !lone.has(index) ? { value: place(point), symbol: 'none' } : place(point),
        ),
        ...(series.points.length > MANY_POINTS && lone.size === 0 ? { sampling: 'minmax' as const } : {}),
        symbol: 'circle',
        symbolSize: 8,
        // A point between two gaps has no line segment, so only its symbol makes it visible.
        showSymbol: lone.size > 0,
        ...lineForm(options.lineShape),
        lineStyle: { ...line, join: 'round', type: mark.isDashed ? 'dashed' : 'solid' },
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
        ...area,
        emphasis: { scale: false, lineStyle: line, ...area },
      }
    }
    case 'column': {
      const room = (isLying ? stage.height : stage.width) / Math.max(1, series.points.length)
      return {
        type: 'bar',
        ...common,
        ...stack,
        label: isStacked ? { ...labelled, position: 'inside', color: inkOn(mark.color) } : { ...labelled, position: 'outside' },
        labelLayout: { hideOverlap: true },
        data: series.points.map((point) => {
          const radius = outer.radiusOf(series, point, isLying)
          const value = place(point)
          const isIncomplete = incompleteFrom !== null && point.x === incompleteFrom
          if (!radius && !isIncomplete) return value
          const shape = radius ? { borderRadius: radius } : {}
          return { value, itemStyle: isIncomplete ? { ...shape, opacity: INCOMPLETE_OPACITY } : shape }
        }),
        ...(isStacked ? STACK_GAPS : BAR_GAPS),
        large: series.points.length > MANY_POINTS,
        itemStyle: {
          ...(isStacked && outer.isStyled && room >= LEAST_PARTED ? { borderColor: theme.surface, borderWidth: 0.75 } : {}),
          ...(mark.isDashed
            ? {
                decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: theme.surface },
              }
            : {}),
        },
        emphasis: { disabled: true },
      }
    }
    case 'scatter': {
      const isCrowded = series.points.length > MANY_POINTS
      return {
        type: 'scatter',
        ...common,
        label: { ...labelled, position: 'top' },
        labelLayout: { hideOverlap: true },
        data: series.points.map(place),
        symbolSize: series.points.length > 500 ? 5 : 8,
        large: isCrowded,
        symbol: pointShape(mark),
        itemStyle: { opacity: opacityOf(series) },
        emphasis: { scale: false, itemStyle: { opacity: 1, borderColor: theme.text, borderWidth: 1 } },
      }
    }
    case 'bubble':
      return {
        type: 'scatter',
        ...common,
        label: { ...labelled, position: 'inside', color: theme.text },
        labelLayout: { hideOverlap: true },
        data: series.points.map(place),
        symbolSize: (_, { dataIndex }) => bubbleSize(series.points[dataIndex]?.size ?? null),
        itemStyle: {
          opacity: opacityOf(series),
          borderColor: theme.surface,
          borderWidth: 1,
        },
        symbol: pointShape(mark),
        emphasis: { scale: false, itemStyle: { opacity: 0.9, borderColor: theme.text, borderWidth: 1 } },
      }
  }
}

/** The shape of the points of a series. */
export const pointShape = ({ isDashed }: Mark) => (isDashed ? ('diamond' as const) : ('circle' as const))

/** The opacity of the points of a series; those of other marks are opaque. */
export function opacityOf({ type, points }: CartesianSeries): number {
  switch (type) {
    case 'scatter':
      return points.length > 500 ? 0.55 : 0.8
    case 'bubble':
      return 0.65
    default:
      return 1
  }
}

function lineForm(stored: string): { smooth?: number; smoothMonotone?: 'x'; step?: 'start' | 'end' } {
  if (stored === 'spline') return { smooth: 0.35, smoothMonotone: 'x' }
  if (stored === 'hv') return { step: 'end' }
  return stored === 'vh' ? { step: 'start' } : {}
}

/** Indexes of points without a visible neighbour. */
function lonePoints(points: readonly CartesianPoint[]): Set<number> {
  const lone = new Set<number>()
  const isDrawn = (index: number) => (points[index]?.y ?? null) !== null
  for (let index = 0; index < points.length; index++) {
    if (isDrawn(index) && !isDrawn(index - 1) && !isDrawn(index + 1)) lone.add(index)
  }
  return lone
}

interface OuterBars {
  /** Whether bars are styled one by one. */
  isStyled: boolean
  /** Corner radii of a bar at the outer end of its stack, clockwise from the top left; null for an inner bar. */
  radiusOf(series: CartesianSeries, point: CartesianPoint, isLying: boolean): number[] | null
}

const R = 3
const above = (isLying: boolean) => (isLying ? [0, R, R, 0] : [R, R, 0, 0])
const below = (isLying: boolean) => (isLying ? [R, 0, 0, R] : [0, 0, R, R])

/** Finds the bars at the ends of the stacks: only those have rounded corners. */
export function outerBars(shown: readonly CartesianSeries[], options: ChartOptions): OuterBars {
  const bars = shown.filter(({ type }) => type === 'column')
  const isStyled = bars.reduce((count, { points }) => count + points.length, 0) <= MAX_STYLED_MARKS
  const byHeight = ({ y }: CartesianPoint, isLying: boolean) => {
    if (y === null || y === 0) return null
    return y > 0 ? above(isLying) : below(isLying)
  }
  if (!isStyled) return { isStyled, radiusOf: () => null }
  if (options.series.stacking === null) return { isStyled, radiusOf: (_, point, isLying) => byHeight(point, isLying) }

  const ends = new Map<string, CartesianPoint>()
  for (const { axis, points } of bars) {
    for (const point of points) if (point.y !== null && point.y !== 0) ends.set(`${axis} ${point.x} ${point.y > 0}`, point)
  }
  const outermost = new Set(ends.values())
  return { isStyled, radiusOf: (_, point, isLying) => (outermost.has(point) ? byHeight(point, isLying) : null) }
}

/** Diameter in pixels of the largest bubble, unless the chart stores the pixels per unit. */
const LARGEST = 56
const SMALLEST = 3
/** Pixels; a larger bubble would cover the plot. */
const MOST = 400

/**
 * Returns the diameter of each bubble in pixels. With stored pixels per unit, the size is the diameter or the area; otherwise
 * bubbles are scaled so that the largest one has a fixed diameter.
 */
export function bubbleSizes(
  series: readonly CartesianSeries[],
  { sizemode, coefficient }: Pick<ChartOptions, 'sizemode' | 'coefficient'>,
): (size: number | null) => number {
  const isArea = sizemode === 'area'
  let largest = 0
  for (const { points } of series) for (const { size } of points) largest = Math.max(largest, size ?? 0)
  const across = (size: number) => {
    if (typeof coefficient === 'number') return isArea ? Math.sqrt(size * coefficient) : size * coefficient
    const part = largest === 0 ? 0 : size / largest
    return LARGEST * (isArea ? Math.sqrt(part) : part)
  }
  return (size) => (size === null || size <= 0 ? SMALLEST : Math.min(MOST, Math.max(SMALLEST, across(size))))
}
