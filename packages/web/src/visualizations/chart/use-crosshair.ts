import { type RefObject, useEffect } from 'react'
import type { ECharts } from '../echarts/echarts.ts'
import { pageCrosshair, stretchAround } from './crosshair.ts'

/** Pixels by which a time may lie outside of the plot and still be shown at its edge. */
const MARGIN = 1

/**
 * Shows the time under the pointer of another chart on the page as a line, and publishes the time under the pointer of this one.
 * @param chart null until it is drawn
 * @param isShared whether x is a horizontal time axis
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
      // The chart may have been removed before.
      if (chart.isDisposed()) return
      chart.off('updateAxisPointer', point)
      chart.off('globalout', leave)
    }
  }, [chart, line, isShared])
}

/** The time under the pointer according to ECharts; null for none. */
function timeIn(event: unknown): number | null {
  const { axesInfo } = event as { axesInfo?: { axisDim: string; value: unknown }[] }
  const value = axesInfo?.find(({ axisDim }) => axisDim === 'x')?.value
  return typeof value === 'number' ? value : null
}

/**
 * The position of a time in the plot, in pixels; null if it is out of sight. ECharts only tests whether a pixel is in the plot,
 * so the bounds are found by search.
 */
function placeOf(chart: ECharts, time: number): { x: number; from: number; to: number } | null {
  const x = chart.convertToPixel({ xAxisIndex: 0 }, time)
  if (typeof x !== 'number' || !Number.isFinite(x)) return null
  const height = chart.getHeight()
  const isIn = (y: number) => [-MARGIN, 0, MARGIN].some((by) => chart.containPixel('grid', [x + by, y]))
  const stretch = stretchAround(Math.round(height / 2), height, isIn)
  return stretch && { x, ...stretch }
}
