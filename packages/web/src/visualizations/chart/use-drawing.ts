import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ClickedMark } from './clicked.ts'
import { type ECharts, startChart } from './echarts.ts'
import type { ChartOption, Zoom } from './option/option.ts'

/** What is drawn on: its place on the page, and what the reader looks at. */
export interface Canvas {
  element: HTMLElement
  width: number
  height: number
  zoom: Zoom | null
}

interface Drawing {
  /** What draws; null until it is on the page. */
  drawing: RefObject<ECharts | null>
  frame: RefObject<HTMLElement | null>
  host: RefObject<HTMLDivElement | null>
  /** Pixels of the whole figure. */
  frameWidth: number
  isZoomed: boolean
  resetZoom(): void
}

/** Milliseconds of the first appearance; later changes are shown at once. */
const FIRST_PAINT_MS = 240

/**
 * Keeps a drawing in its place: as large as that is, drawn anew whenever `draw` is another function.
 * @param mayMove whether it appears by moving, the first time
 * @param onClick told which mark was clicked
 */
export function useDrawing(
  draw: (canvas: Canvas) => ChartOption,
  mayMove: boolean,
  onClick: (mark: ClickedMark) => void,
): Drawing {
  const host = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  const drawing = useRef<ECharts>(null)
  const isPainted = useRef(false)
  // The zoom is the reader's: it is on the drawing, and stays when that is made anew.
  const zoom = useRef<Zoom>(null)
  const [isZoomed, setIsZoomed] = useState(false)
  const tell = useEffectEvent(onClick)
  const [size, setSize] = useState({ frameWidth: 0, width: 0, height: 0 })

  useEffect(() => {
    const element = host.current
    const outer = frame.current
    if (!element || !outer) return
    const started = startChart(element)
    drawing.current = started
    isPainted.current = false
    started.on('click', ({ seriesId, dataIndex }) => tell({ seriesId, dataIndex }))
    started.on('datazoom', () => {
      zoom.current = zoomOf(started)
      setIsZoomed(zoom.current !== null)
    })
    // For whoever waits for the drawing from outside.
    started.on('finished', () => {
      element.dataset.drawn = ''
    })
    const observer = new ResizeObserver(() => {
      started.resize()
      setSize({ frameWidth: outer.clientWidth, width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    observer.observe(outer)
    return () => {
      observer.disconnect()
      started.dispose()
      drawing.current = null
    }
  }, [])

  useEffect(() => {
    const element = host.current
    if (!element || !drawing.current || size.width === 0) return
    const isStill = isPainted.current || !mayMove || matchMedia('(prefers-reduced-motion: reduce)').matches
    const option = draw({ element, width: size.width, height: size.height, zoom: zoom.current })
    drawing.current.setOption({ ...option, animation: !isStill, animationDuration: FIRST_PAINT_MS }, { notMerge: true })
    // A finger that moves across the plot scrolls the page; a mouse selects.
    if (option.toolbox && matchMedia('(hover: hover)').matches) selectByDragging(drawing.current)
    isPainted.current = true
  }, [draw, mayMove, size])

  return {
    drawing,
    frame,
    host,
    frameWidth: size.frameWidth,
    isZoomed,
    resetZoom: () => drawing.current?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }),
  }
}

const selectByDragging = (chart: ECharts) =>
  chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true })

/** What is seen of x; null for all of it. */
function zoomOf(chart: ECharts): Zoom | null {
  const { dataZoom } = chart.getOption() as {
    dataZoom?: { start?: number; end?: number; startValue?: number; endValue?: number }[]
  }
  const [inside] = dataZoom ?? []
  if (!inside || ((inside.start ?? 0) <= 0 && (inside.end ?? 100) >= 100)) return null
  return { from: Number(inside.startValue), to: Number(inside.endValue) }
}
