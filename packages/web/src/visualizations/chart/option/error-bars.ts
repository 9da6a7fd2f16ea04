import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { CustomSeriesRenderItemAPI } from 'echarts/types/dist/shared'
import { hasErrors } from '../kinds.ts'
import type { ChartOptions } from '../options.ts'

/** Gaps between bars, shared with marks that are drawn at the positions of bars. */
export const BAR_GAPS = { barMaxWidth: 96, barCategoryGap: '36%', barGap: '6%' } as const
export const STACK_GAPS = { ...BAR_GAPS, barCategoryGap: '40%' } as const

/**
 * Returns offset from the centre and width, in pixels, of one of several bars at the same x.
 * @param count bars at one x
 */
export function bandOf(api: CustomSeriesRenderItemAPI, index: number, count: number): { offset: number; width: number } {
  const band = api.barLayout({ count, ...BAR_GAPS })?.[index]
  return { offset: band?.offsetCenter ?? 0, width: band?.width ?? 24 }
}

/** Half the length of the cap of an error bar, in pixels. */
const CAP = 4

/** The error bars of a series; null if it has none. Stacked layers have none, because their values do not start at zero. */
export function errorBars(
  series: CartesianSeries,
  shown: readonly CartesianSeries[],
  { axisIndex, isLying, options, color }: { axisIndex: number; isLying: boolean; options: ChartOptions; color: string },
): CustomSeriesOption | null {
  const { points, type } = series
  if (!hasErrors(type) || options.series.stacking !== null || points.every(({ error }) => error === null)) return null
  const bars = type === 'column' ? shown.filter((other) => other.type === 'column') : []
  const place = (x: number, value: number) => (isLying ? [value, x] : [x, value])
  return {
    type: 'custom',
    id: `${series.key} errors`,
    // The same name as the series, so that both are hidden together.
    name: series.key,
    silent: true,
    z: 4,
    clip: true,
    ...(isLying ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
    encode: isLying ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    data: points.flatMap(({ x, y, error }) =>
      y === null || error === null ? [] : [[x, y - Math.abs(error), y + Math.abs(error)]],
    ),
    renderItem: (_, api) => {
      const x = Number(api.value(0))
      const { offset } = bars.length > 0 ? bandOf(api, bars.indexOf(series), bars.length) : { offset: 0 }
      const [fromX = 0, fromY = 0] = api.coord(place(x, Number(api.value(1))))
      const [toX = 0, toY = 0] = api.coord(place(x, Number(api.value(2))))
      const line = (x1: number, y1: number, x2: number, y2: number) => ({
        type: 'line' as const,
        shape: isLying ? { x1, y1: y1 + offset, x2, y2: y2 + offset } : { x1: x1 + offset, y1, x2: x2 + offset, y2 },
        style: { stroke: color, lineWidth: 1.25 },
      })
      const [capX, capY] = isLying ? [0, CAP] : [CAP, 0]
      return {
        type: 'group',
        children: [
          line(fromX, fromY, toX, toY),
          line(fromX - capX, fromY - capY, fromX + capX, fromY + capY),
          line(toX - capX, toY - capY, toX + capX, toY + capY),
        ],
      }
    },
  }
}
