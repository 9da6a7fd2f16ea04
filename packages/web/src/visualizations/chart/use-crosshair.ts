import { type RefObject, useEffect } from 'react'
import { pageCrosshair, stretchAround } from './crosshair.ts'
import type { ECharts } from './echarts.ts'

/** A moment between which and the next no eye tells a difference is on the edge of the plot, pixels. */
const MARGIN = 1

/**
 * Shows in a chart, as a line, the moment that is pointed at in another chart of the page, and tells them of its own.
 * @param chart null until it is drawn
 * @param isShared whether x is time and runs to the right
 */
export function useCrosshair(chart: ECharts | null, line: RefObject<HTMLElement | null>, isShared: boolean): void {
  useEffect(() => {
    const element = line.current
    if (!chart || !element || !isShared) return
    const show = (time: number | null) => {
      const place = time === null ? null : placeOf(chart, time)
      element.hidden = place === null
      if (place === null) return
      element.style.left = `${place.x}px`
      element.style.top = `${place.from}px`
      element.style.height = `${place.to - place.from}px`
    }
    const point = (event: unknown) => pageCrosshair.point(timeIn(event), show)
    const leave = () => pageCrosshair.point(null, show)
    const stop = pageCrosshair.listen(show)
    chart.on('updateAxisPointer', point)
    chart.on('globalout', leave)
    return () => {
      stop()
      leave()
      element.hidden = true
      // It may have been taken off the page before.
      if (chart.isDisposed()) return
      chart.off('updateAxisPointer', point)
      chart.off('globalout', leave)
    }
  }, [chart, line, isShared])
}

/** The moment that the library says is pointed at; null for none. */
function timeIn(event: unknown): number | null {
  const { axesInfo } = event as { axesInfo?: { axisDim: string; value: unknown }[] }
  const value = axesInfo?.find(({ axisDim }) => axisDim === 'x')?.value
  return typeof value === 'number' ? value : null
}

/** Where a moment lies in the plot, pixels; null when it is out of sight. The library tells of a pixel whether it is in the plot, not where that lies. */
function placeOf(chart: ECharts, time: number): { x: number; from: number; to: number } | null {
  const x = chart.convertToPixel({ xAxisIndex: 0 }, time)
  if (typeof x !== 'number' || !Number.isFinite(x)) return null
  const height = chart.getHeight()
  const isIn = (y: number) => [-MARGIN, 0, MARGIN].some((by) => chart.containPixel('grid', [x + by, y]))
  const stretch = stretchAround(Math.round(height / 2), height, isIn)
  return stretch && { x, ...stretch }
}
