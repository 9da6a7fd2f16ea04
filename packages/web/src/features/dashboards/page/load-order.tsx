/**
 * The order in which a dashboard loads, so that its first widget paints early and thirty widgets do not hold each other up. Gains
 * are medians of sixteen openings of thirty widgets, with and without the step.
 *
 * 1. **Prefetch**, while the code of the page is still loading.
 *    - The HTML of `/dashboard/…` names the scripts and the calls that the page begins with: noted by the build in
 *      `packages/web/page-preloads.ts`, written into the page by the server's `platform/http/page-preloads.ts`. Scripts have a
 *      low priority and start after the first paint, which shows the header (`platform/http/first-paint.ts`). A phone fetches
 *      them only then.
 *    - The route loader (`prefetchDashboard` in `../routes.ts`) requests the dashboard and the stored results of its first rows at
 *      once, then calls `prefetchResults` below.
 *    - The page waits for the first widget's renderer (`loadFirstRenderer` below), but only for `LOADER_TIMEOUT_MS`: on a fast
 *      line it renders once, with that widget; on a slow line it renders without it. Gain: 0.31 s until the first widget.
 *    - A phone does neither load nor wait for the code of visualizations before it has painted the texts (`VisualizationView`).
 *    - The page renders in short steps (`ui/use-ready.ts`), between which results arrive.
 * 2. **The first widget alone.** `PrioritizedFirstWidget` and `RenderGate` below hold back all others until it has been painted.
 *    Gain: 0.2 s until the first widget; all widgets stand 0.07 s later. Meanwhile `RendersImmediately` exempts its chart from waiting
 *    for a turn (step 3). Gain: 0.1 s until the first widget.
 * 3. **The widgets in view.** `../widget/VisualizationWidget.tsx` loads its result once it is near the viewport
 *    (`ui/use-near-viewport.ts`); `isInViewport` below spares those at the top the wait for the observer. `runs.ts` requests the
 *    stored results of widgets that appear together in one call (`results/batch-stored-results.ts`), and runs queries that have none,
 *    four at a time. Charts take turns over several frames (`visualizations/echarts/frame-scheduler.ts`), so that each is seen as
 *    soon as it is drawn and the page stays responsive.
 *    - A phone renders only the widgets in view until somebody scrolls (`../widget/NearOnPhone.tsx`).
 * 4. **Idle.** The menus and buttons of widgets (`../widget/WidgetFrame.tsx`) and the tools of charts follow when no first data and
 *    no chart is pending and the browser is idle (`useIdle` in `ui/loading-tracker.ts`), because thirty menus take as long to render
 *    as thirty charts.
 *
 * Spinners and timers appear only after a delay (`Delayed` in `ui/deferred.tsx`), so that a fast load does not flicker.
 */
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { isBelowViewport, type Viewport } from '@sightline/domain/dashboards/grid/geometry.ts'
import { inReadingOrder } from '@sightline/domain/dashboards/grid/place.ts'
import { collapsedIn, hiddenWidgets, sectionsOf } from '@sightline/domain/dashboards/sections.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from 'react'
import { MaxAge } from '../../../results/run-query.ts'
import { loadingTracker } from '../../../ui/loading-tracker.ts'
import { isOnPhone } from '../../../ui/phone.ts'
import { NEAR_PX } from '../../../ui/use-near-viewport.ts'
import { partsOf, visualizationOf } from '../../../visualizations/registry.ts'
import { RendersImmediately } from '../../../visualizations/renders-immediately.ts'
import { placesOf } from '../widget-placement.ts'
import { runResultQuery, startRun, type WidgetRun } from './runs.ts'

// Step 1: prefetch.

/** The part of a dashboard that is visible before anybody scrolls, with a margin of about a screen below it. */
export const initialViewport = (): Viewport => ({ width: innerWidth, height: innerHeight + NEAR_PX })

/** Whether a widget is in the viewport, judged by its stored position, before it has been rendered. */
export const isInViewport = (viewport: Viewport, { options }: Pick<ShownWidget, 'options'>): boolean =>
  !isBelowViewport(options.position?.row ?? 0, viewport)

/** The runs of the widgets in the viewport that can be prefetched: those without parameters, whose values readers may choose. */
export function initialRuns(widgets: readonly Widget[], viewport: Viewport): WidgetRun[] {
  const queryIds = widgets.flatMap((widget) => {
    if ('restricted' in widget || widget.visualization === undefined) return []
    const { id, options } = widget.visualization.query
    const hasParameters = (options.parameters ?? []).length > 0
    return !hasParameters && isInViewport(viewport, widget) ? [id] : []
  })
  return [...new Set(queryIds)].map((queryId) => ({ queryId, definitions: [] }))
}

/**
 * Puts the results of the initial runs into the query cache while the page is still being rendered.
 * @param stored the stored results that were requested before the widgets were known, by query id
 */
export function prefetchResults(
  cache: QueryClient,
  widgets: readonly Widget[],
  stored: Promise<ReadonlyMap<number, ResultWindow>>,
): void {
  for (const run of initialRuns(widgets, initialViewport())) {
    void cache.prefetchQuery({
      ...runResultQuery(run),
      queryFn: async (context) => (await stored).get(run.queryId) ?? startRun(run, MaxAge.any, context),
    })
  }
  void stored.finally(loadingTracker.begin())
}

/** The widgets of a tab that no collapsed section hides. @param collapsed the collapsed sections in the URL */
export function withoutCollapsed(widgets: readonly Widget[], collapsed: string | undefined): readonly Widget[] {
  const ids = collapsedIn(collapsed)
  if (ids.size === 0) return widgets
  const hidden = hiddenWidgets(sectionsOf(widgets, placesOf(widgets)), ids)
  return widgets.filter(({ id }) => !hidden.has(id))
}

export const loadTextWidget = () => import('../widget/DashboardText.tsx')

/** Loads the code that renders the first widget in reading order. */
export async function loadFirstRenderer(widgets: readonly Widget[]): Promise<void> {
  const first = firstWidgetOf(widgets)
  await (first && loadRenderer(first))
}

/** The first widget in reading order; undefined if there are none. */
export function firstWidgetOf(widgets: readonly Widget[]): Widget | undefined {
  const [firstId] = inReadingOrder(placesOf(widgets))
  return widgets.find(({ id }) => id === firstId)
}

/** @returns null if nothing has to be loaded, as for an unknown type, or for now, as for a visualization on a phone */
function loadRenderer(widget: Widget): Promise<unknown> | null {
  if ('restricted' in widget) return null
  if (widget.visualization === undefined) return loadTextWidget()
  const type = visualizationOf(widget.visualization.type)
  return type && !isOnPhone() ? partsOf(type) : null
}

// Step 2: the first widget alone.

/** Milliseconds after which the other widgets render in any case: a slow first result must not hold up those that are there. */
const MAX_WAIT_MS = 300
/** Up to this many widgets render together: so few are fast, and their charts may appear with an animation. */
const MAX_TOGETHER = 4
/** Frames until the first widget has been painted: the one in which it is drawn, and the next, which follows the paint. */
const PAINT_FRAMES = 2

/** The browser's clocks, replaced in tests. Each function returns its own cancellation. */
export interface Clocks {
  frame(next: () => void): () => void
  after(milliseconds: number, next: () => void): () => void
}

/** Holds back the other widgets until the first one has been painted. */
export interface FirstWidgetGate {
  /** The first widget is in the page and will be painted with the next frame. */
  reportPainted(): void
  /** Starts the wait. @returns cancels it without opening the gate */
  start(): () => void
}

/**
 * @param maxWaitMs milliseconds after which the gate opens in any case
 * @param open called once, when the other widgets may render
 */
export function createFirstWidgetGate({ frame, after }: Clocks, maxWaitMs: number, open: () => void): FirstWidgetGate {
  let isReported = false
  let cancelFrame = () => {}
  let cancelTimer = () => {}
  const end = () => {
    cancelFrame()
    cancelTimer()
    open()
  }
  const countFrames = (left: number) => {
    cancelFrame = frame(() => (left > 1 ? countFrames(left - 1) : end()))
  }
  return {
    reportPainted() {
      if (isReported) return
      isReported = true
      countFrames(PAINT_FRAMES)
    },
    start() {
      cancelTimer = after(maxWaitMs, end)
      return () => {
        isReported = false
        cancelFrame()
        cancelTimer()
      }
    },
  }
}

const browserClocks: Clocks = {
  frame(next) {
    const handle = requestAnimationFrame(next)
    return () => cancelAnimationFrame(handle)
  },
  after(milliseconds, next) {
    const timer = setTimeout(next, milliseconds)
    return () => clearTimeout(timer)
  },
}

interface FirstWidget {
  /** The widget that renders alone; null once all may render. */
  id: number | null
  reportPainted(): void
}

const FirstWidgetContext = createContext<FirstWidget>({ id: null, reportPainted: () => {} })

interface PrioritizedFirstWidgetProps {
  /** The first in reading order; null for none. */
  firstId: number | null
  /** Of all widgets. */
  count: number
  children: ReactNode
}

/** Renders the first widget before the rest: thirty at once paint nothing until all are laid out. */
export function PrioritizedFirstWidget({ firstId, count, children }: PrioritizedFirstWidgetProps) {
  const [id, setId] = useState(count > MAX_TOGETHER ? firstId : null)
  const [gate] = useState(() => createFirstWidgetGate(browserClocks, MAX_WAIT_MS, () => startTransition(() => setId(null))))
  const isWaiting = id !== null
  useEffect(() => (isWaiting ? gate.start() : undefined), [gate, isWaiting])
  const value = useMemo(() => ({ id, reportPainted: gate.reportPainted }), [id, gate])
  return <FirstWidgetContext value={value}>{children}</FirstWidgetContext>
}

/** Renders a widget if it is the first or the first has been painted, and until then the fallback. */
export function RenderGate({ id, fallback, children }: { id: number; fallback: ReactNode; children: ReactNode }) {
  const first = use(FirstWidgetContext)
  if (first.id !== null && first.id !== id) return fallback
  return <RendersImmediately value={first.id === id}>{children}</RendersImmediately>
}

/** @returns reports that this widget is painted; null unless it is the first, which the others are waiting for */
export function useReportPainted(id: number): (() => void) | null {
  const first = use(FirstWidgetContext)
  return first.id === id ? first.reportPainted : null
}

/** Reports the widget as painted once `isPainted` is true. */
export function useReportPaintedWhen(id: number, isPainted: boolean): void {
  const report = useReportPainted(id)
  useEffect(() => {
    if (isPainted) report?.()
  }, [isPainted, report])
}
