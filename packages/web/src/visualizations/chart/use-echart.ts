import { type RefObject, use, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { RendersImmediately } from '../renders-immediately.ts'
import type { ClickedMark } from './clicked.ts'
import { type ECharts, startChart } from './echarts.ts'
import { chartScheduler } from './frame-scheduler.ts'
import type { ChartOption, Zoom } from './option/option.ts'

/** What is drawn on: its place on the page, and what the reader looks at. */
export interface Canvas {
  element: HTMLElement
  width: number
  height: number
  zoom: Zoom | null
}

interface EChart {
  /** What draws; null until its turn has come. */
  instance: ECharts | null
  frame: RefObject<HTMLElement | null>
  host: RefObject<HTMLDivElement | null>
  /** Pixels of the whole figure. */
  frameWidth: number
  isZoomed: boolean
  resetZoom(): void
}

/** Milliseconds of the first appearance; later changes are shown at once. */
const FIRST_PAINT_MS = 240

const unmeasured = { frameWidth: 0, width: 0, height: 0 }

/**
 * Keeps a chart in its place: as large as that is, drawn anew whenever `draw` is another function. The first time it waits for
 * its turn among the drawings of the page.
 * @param mayMove whether it appears by moving, the first time
 * @param onClick told which mark was clicked
 */
export function useEChart(
  draw: (canvas: Canvas) => ChartOption,
  mayMove: boolean,
  onClick: (mark: ClickedMark) => void,
): EChart {
  const host = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  const [instance, setInstance] = useState<ECharts | null>(null)
  // The zoom is the reader's: it is on the chart, and stays when that is made anew.
  const zoom = useRef<Zoom>(null)
  const [isZoomed, setIsZoomed] = useState(false)
  // What is only for the pointer costs a quarter of the drawing time, thirty times on a dashboard: it comes along with the pointer.
  const hasMetPointer = useRef(false)
  const awaitsPointer = useRef<ChartOption>(null)
  const [size, setSize] = useState(unmeasured)
  const isMeasured = size.width > 0
  // What fails outside of React is told inside of it, so that the boundary around the chart gets to know.
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  if (failure !== null) throw failure.error

  useLayoutEffect(() => {
    const element = host.current
    const outer = frame.current
    if (!element || !outer) return
    const measure = () => {
      const next = { frameWidth: outer.clientWidth, width: element.clientWidth, height: element.clientHeight }
      // The plot and the figure around it mostly change together, and are told of one after the other.
      setSize((now) => (next.width === 0 || isSameSize(now, next) ? now : next))
    }
    // The observer tells a frame later.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [])

  const meetPointer = useCallback((chart: ECharts) => {
    const option = awaitsPointer.current
    if (option === null) return
    awaitsPointer.current = null
    const { tooltip, toolbox, dataZoom } = option
    if (!hasMetPointer.current) chart.setOption({ tooltip, toolbox, dataZoom, animation: false })
    hasMetPointer.current = true
    // A finger that moves across the plot scrolls the page; a mouse selects what is looked at closer.
    if (toolbox === undefined || !matchMedia('(hover: hover)').matches) return
    chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true })
  }, [])

  const paint = useEffectEvent((chart: ECharts, element: HTMLElement, isStill: boolean) => {
    const { width, height } = size
    if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    const option = draw({ element, width, height, zoom: zoom.current })
    const shown = hasMetPointer.current ? option : withoutPointer(option)
    chart.setOption({ ...shown, animation: !isStill, animationDuration: FIRST_PAINT_MS }, { notMerge: true })
    awaitsPointer.current = option
    if (element.matches(':hover')) meetPointer(chart)
  })

  const mayMoveNow = useEffectEvent(() => mayMove && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const tell = useEffectEvent(onClick)
  const begin = useEffectEvent((element: HTMLElement): ECharts => {
    const chart = startChart(element, size)
    hasMetPointer.current = false
    chart.on('click', ({ seriesId, dataIndex }) => tell({ seriesId, dataIndex }))
    chart.on('datazoom', () => {
      zoom.current = zoomOf(chart)
      setIsZoomed(zoom.current !== null)
    })
    // For whoever waits for the chart from outside.
    chart.on('finished', () => {
      element.dataset.drawn = ''
    })
    return chart
  })

  const rendersImmediately = use(RendersImmediately)
  const isAwaited = useEffectEvent(() => rendersImmediately)
  useLayoutEffect(() => {
    const element = host.current
    if (!element || !isMeasured) return
    let chart: ECharts | null = null
    const meet = () => chart && meetPointer(chart)
    element.addEventListener('pointerenter', meet)
    element.ariaBusy = 'true'
    const drawIn = (isAmongFew: boolean) => {
      try {
        chart = begin(element)
        paint(chart, element, !isAmongFew || !mayMoveNow())
        setInstance(chart)
      } catch (error) {
        setFailure({ error })
      }
      element.ariaBusy = null
    }
    let leave = () => {}
    if (isAwaited()) drawIn(false)
    else leave = chartScheduler.schedule(drawIn)
    return () => {
      leave()
      element.removeEventListener('pointerenter', meet)
      chart?.dispose()
      setInstance(null)
    }
  }, [isMeasured, meetPointer])

  const paintAnew = useEffectEvent(() => {
    if (host.current && instance && !instance.isDisposed()) paint(instance, host.current, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function, or another size, is another chart
  useEffect(() => paintAnew(), [draw, size])

  return {
    instance,
    frame,
    host,
    frameWidth: size.frameWidth,
    isZoomed,
    resetZoom: () => instance?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }),
  }
}

/** A chart that is only looked at: without the words beside the pointer and the ways to look closer. */
function withoutPointer({ tooltip, toolbox, dataZoom, ...shown }: ChartOption): ChartOption {
  return shown
}

const isSameSize = (one: typeof unmeasured, other: typeof unmeasured) =>
  one.width === other.width && one.height === other.height && one.frameWidth === other.frameWidth

/** What is seen of x; null for all of it. */
function zoomOf(chart: ECharts): Zoom | null {
  const { dataZoom } = chart.getOption() as {
    dataZoom?: { start?: number; end?: number; startValue?: number; endValue?: number }[]
  }
  const [inside] = dataZoom ?? []
  if (!inside || ((inside.start ?? 0) <= 0 && (inside.end ?? 100) >= 100)) return null
  return { from: Number(inside.startValue), to: Number(inside.endValue) }
}
