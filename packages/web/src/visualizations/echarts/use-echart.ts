import { type RefObject, use, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { RendersImmediately } from '../renders-immediately.ts'
import type { ChartOption, ClickedMark, Zoom } from './chart-option.ts'
import { type ECharts, startChart } from './echarts.ts'
import { chartScheduler } from './frame-scheduler.ts'
import { stepped, type ZoomRange, type ZoomStep } from './zoom-steps.ts'

/** The size of a chart in pixels and the zoom of the user. */
export interface Canvas {
  width: number
  height: number
  zoom: Zoom | null
}

interface EChart {
  /** Null until the scheduler has run the first drawing. */
  instance: ECharts | null
  frame: RefObject<HTMLElement | null>
  host: RefObject<HTMLDivElement | null>
  /** Width in pixels of the whole figure. */
  frameWidth: number
  isZoomed: boolean
  /** Zooms a chart that can be zoomed, or moves its visible part. */
  stepZoom(step: ZoomStep): void
  resetZoom(): void
  /** Adds what the chart leaves out until it is used, such as tooltips. */
  meet(): void
}

/** Milliseconds of the first animation; later changes are not animated. */
const FIRST_PAINT_MS = 240

const unmeasured = { frameWidth: 0, width: 0, height: 0 }

/**
 * Manages an ECharts instance: fits it to its element and redraws it when `draw` changes. The first drawing waits for the frame
 * scheduler.
 * @param mayMove whether the first drawing may be animated
 * @param clicks receive the clicked mark; without `onRightClick`, the browser's own menu opens. `near` names the mark that a click
 * beside all marks means.
 */
export function useEChart(
  draw: (canvas: Canvas) => ChartOption,
  mayMove: boolean,
  clicks: {
    onClick(mark: ClickedMark): void
    onRightClick: ((mark: ClickedMark) => void) | null
    near?(chart: ECharts, x: number, y: number): ClickedMark | null
  },
): EChart {
  const host = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  const [instance, setInstance] = useState<ECharts | null>(null)
  // The zoom belongs to the user and survives recreating the chart.
  const [zoom, setZoom] = useState<Zoom | null>(null)
  // Fingers on the plot: drawing the chart again would end their gesture, so that waits until they are lifted.
  const touches = useRef(0)
  // Tooltips and zooming take a quarter of the drawing time, which adds up on a dashboard of thirty charts; they are added when
  // the pointer arrives.
  const hasMetPointer = useRef(false)
  const awaitsPointer = useRef<ChartOption>(null)
  const [size, setSize] = useState(unmeasured)
  const isMeasured = size.width > 0
  // Rethrows errors from outside of React during rendering, so that the error boundary of the chart catches them.
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  if (failure !== null) throw failure.error

  useLayoutEffect(() => {
    const element = host.current
    const outer = frame.current
    if (!element || !outer) return
    const measure = () => {
      const next = { frameWidth: outer.clientWidth, width: element.clientWidth, height: element.clientHeight }
      // Plot and figure usually change together but are reported one after the other.
      setSize((now) => (next.width === 0 || isSameSize(now, next) ? now : next))
    }
    // The ResizeObserver would report the size one frame later.
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
    // Dragging a finger across the plot scrolls the page; only a mouse selects a range to zoom into.
    if (toolbox === undefined || !matchMedia('(hover: hover)').matches) return
    chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true })
  }, [])

  const paint = useEffectEvent((chart: ECharts, element: HTMLElement, isStill: boolean) => {
    const { width, height } = size
    if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    const option = draw({ width, height, zoom })
    const shown = hasMetPointer.current ? option : withoutPointer(option)
    chart.setOption({ ...shown, animation: !isStill, animationDuration: FIRST_PAINT_MS }, { notMerge: true })
    awaitsPointer.current = option
    if (element.matches(':hover')) meetPointer(chart)
  })

  const mayMoveNow = useEffectEvent(() => mayMove && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const tell = useEffectEvent((mark: ClickedMark) => clicks.onClick(mark))
  const tellRight = useEffectEvent((mark: ClickedMark, event: Event | undefined) => {
    if (clicks.onRightClick === null) return
    event?.preventDefault()
    clicks.onRightClick(mark)
  })
  const near = useEffectEvent(
    (chart: ECharts, { offsetX, offsetY }: { offsetX: number; offsetY: number }) =>
      clicks.near?.(chart, offsetX, offsetY) ?? null,
  )
  const begin = useEffectEvent((element: HTMLElement): ECharts => {
    const chart = startChart(element, size)
    hasMetPointer.current = false
    // The click of which ECharts has named the mark. It names none for a line between its points, nor for the area below.
    let named: unknown = null
    chart.on('click', ({ seriesId, dataIndex, event }) => {
      named = event
      endTouch(event?.event)
      tell({ seriesId, dataIndex })
    })
    chart.on('contextmenu', ({ seriesId, dataIndex, event }) => {
      named = event
      tellRight({ seriesId, dataIndex }, event?.event)
    })
    chart.getZr().on('click', (event) => {
      const mark = event === named ? null : near(chart, event)
      if (mark === null) return
      endTouch(event.event)
      tell(mark)
    })
    chart.getZr().on('contextmenu', (event) => {
      const mark = event === named ? null : near(chart, event)
      if (mark !== null) tellRight(mark, event.event)
    })
    chart.on('datazoom', () => {
      // The marks move away from under the pointer.
      chart.dispatchAction({ type: 'hideTip' })
      if (touches.current === 0) setZoom(zoomOf(chart))
    })
    // End-to-end tests and benchmarks wait for this attribute.
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
    const onMenu = (event: MouseEvent) => {
      if (chart && touches.current > 0) rightClickByFinger(chart, event)
    }
    const countTouches = (event: TouchEvent) => {
      touches.current = event.targetTouches.length
      if (chart && event.type !== 'touchstart' && touches.current === 0) setZoom(zoomOf(chart))
    }
    element.addEventListener('pointerenter', meet)
    element.addEventListener('contextmenu', onMenu, { capture: true })
    // Before ECharts gets them.
    for (const kind of TOUCHES) element.addEventListener(kind, countTouches, { capture: true, passive: true })
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
      element.removeEventListener('contextmenu', onMenu, { capture: true })
      for (const kind of TOUCHES) element.removeEventListener(kind, countTouches, { capture: true })
      chart?.dispose()
      setInstance(null)
    }
  }, [isMeasured, meetPointer])

  const repaint = useEffectEvent(() => {
    if (host.current && instance && !instance.isDisposed()) paint(instance, host.current, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function, size or zoom requires a redraw
  useEffect(() => repaint(), [draw, size, zoom])

  const stepZoom = (step: ZoomStep) => {
    if (instance === null) return
    meetPointer(instance)
    instance.dispatchAction({ type: 'dataZoom', ...stepped(rangeOf(instance), step) })
  }

  return {
    instance,
    frame,
    host,
    frameWidth: size.frameWidth,
    isZoomed: zoom !== null,
    stepZoom,
    resetZoom: () => instance?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }),
    meet: () => instance && meetPointer(instance),
  }
}

/** The option without tooltips and zooming, for a chart that the pointer has not entered yet. */
function withoutPointer({ tooltip, toolbox, dataZoom, ...shown }: ChartOption): ChartOption {
  return shown
}

const isSameSize = (one: typeof unmeasured, other: typeof unmeasured) =>
  one.width === other.width && one.height === other.height && one.frameWidth === other.frameWidth

/**
 * Keeps the browser from clicking after a tap. ECharts takes the end of a touch for a click, and the browser's own click comes after
 * it, on whatever that click has opened below the finger.
 */
function endTouch(event: Event | undefined): void {
  if (event?.type === 'touchend' && event.cancelable) event.preventDefault()
}

/** Hands the right-click of a resting finger to ECharts, which leaves out events of a mouse for 700 ms after each touch. */
function rightClickByFinger(chart: ECharts, event: MouseEvent): void {
  event.stopPropagation()
  const { left, top } = chart.getDom().getBoundingClientRect()
  const place = { zrX: event.clientX - left, zrY: event.clientY - top }
  chart.getZr().handler.dispatch('contextmenu', Object.assign(event, place))
}

const TOUCHES = ['touchstart', 'touchend', 'touchcancel'] as const

interface InsideZoom extends Partial<ZoomRange> {
  startValue?: number
  endValue?: number
}

const insideZoomOf = (chart: ECharts): InsideZoom | undefined =>
  (chart.getOption() as { dataZoom?: InsideZoom[] }).dataZoom?.[0]

/** The visible part of x in percent. */
function rangeOf(chart: ECharts): ZoomRange {
  const { start = 0, end = 100 } = insideZoomOf(chart) ?? {}
  return { start, end }
}

/** The visible range of x; null for all of it. */
function zoomOf(chart: ECharts): Zoom | null {
  const inside = insideZoomOf(chart)
  if (!inside || ((inside.start ?? 0) <= 0 && (inside.end ?? 100) >= 100)) return null
  return { from: Number(inside.startValue), to: Number(inside.endValue) }
}
