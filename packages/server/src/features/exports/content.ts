import type { ExportRequest } from '@sightline/contract/exports.ts'
import { FROM_BROWSER } from '@sightline/contract/settings.ts'
import { onTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { valueText } from '@sightline/domain/parameters/values-text.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import type { Context } from '../../platform/context.ts'
import type { DocumentTab, ExportDocument } from '../../platform/documents/document.ts'
import { drawingSize, pageOf, screenSize } from '../../platform/documents/page.ts'
import type { DocumentFormat } from '../../platform/documents/writer.ts'
import { calendarOf, mailLogo, organizationIdentity, readFormats, readSettings } from '../settings/service.ts'
import { dashboardValues, type ExportedDashboard, type ExportedWidget, isVisible } from './dashboard.ts'
import { declaredFilters, type ExportFilters, exportFilters } from './filters.ts'
import { placeOf } from './places.ts'
import { resultsWithin, type WidgetResult } from './run.ts'
import { namedFilters, namedValues, type WidgetStyle, widgetOf } from './widget.ts'

/** A file has at most this many widgets. */
const MAX_WIDGETS = 100
/** Queries that run, and widgets that are read, at the same time. */
const PARALLEL = 4
/** Rows of one table: no page has space for more, and a browser opens a file with more only slowly. */
const MAX_ROWS: Record<DocumentFormat, number> = { pdf: 100, html: 1000 }

/** Collects what a file shows of a dashboard: the results of its widgets with the chosen values and filters. */
export async function documentOf(
  ctx: Context,
  dashboard: ExportedDashboard,
  format: DocumentFormat,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<ExportDocument> {
  const settings = await readSettings(ctx)
  const calendar = calendarOf(settings)
  const isBrowsers = settings.time_zone === FROM_BROWSER && request.time_zone !== undefined && isTimeZone(request.time_zone)
  const timeZone = isBrowsers ? (request.time_zone ?? calendar.timeZone) : calendar.timeZone
  const formats = { ...(await readFormats(ctx)), timeZone }
  const clock = { now: ctx.now(), ...calendar, timeZone }

  const widgets: ExportedWidget[] = dashboard.widgets.slice(0, MAX_WIDGETS)
  const values = dashboardValues(dashboard, request.parameters)
  const slots = new Semaphore(PARALLEL)
  const inTurn = <Value>(work: () => Promise<Value>) => slots.run(work)
  const resultOf = resultsWithin(ctx, clock, signal)
  const results = new Map<number, WidgetResult>()
  await Promise.all(
    widgets.filter(isVisible).map(async (widget) => {
      if (!widget.visualization) return
      const { id } = widget.visualization.query
      results.set(widget.id, await inTurn(() => resultOf(id, values.ofWidget(widget))))
    }),
  )
  const filters = await filtersOf(ctx, results, request, dashboard.dashboard_filters_enabled)

  const tabs = tabsOf(dashboard.options)
  const byTab = (tabs.length === 0 ? [null] : tabs).map((tab) => ({ tab, shown: onTab(widgets, tabs, tab) }))
  const page = pageOf(
    byTab.map(({ shown }) => shown.map(placeOf)),
    request.paper,
  )
  const style: WidgetStyle = {
    schemes: format === 'pdf' ? ['light'] : ['light', 'dark'],
    sizeOf: format === 'pdf' ? (place) => drawingSize(place, page) : screenSize,
    maxRows: MAX_ROWS[format],
    formats,
    surroundings: {
      widgets: dashboard.widgets.filter(isVisible),
      parameters: values.shared,
      resultOf(id) {
        const row = results.get(id)?.row
        return row ? { row, filters: rowFilters(row.columns, filters.applied(id, row).filters) } : undefined
      },
      formats,
      clock,
    },
  }
  const written = (widget: ExportedWidget) =>
    inTurn(() => widgetOf(ctx, { widget, place: placeOf(widget), ...partsOf(widget) }, style))
  const partsOf = (widget: ExportedWidget) => {
    const result = results.get(widget.id) ?? null
    const applied = result?.row ? filters.applied(widget.id, result.row) : { filters: [], missing: [] }
    const own = isVisible(widget) ? values.inWidget(widget) : []
    return {
      result,
      ...applied,
      values: [...namedValues(own, runValues(own, clock), valueText), ...namedFilters(filters.inWidget(widget.id), valueText)],
    }
  }
  const chapters: DocumentTab[] = []
  for (const { tab, shown } of byTab) chapters.push({ name: tab?.name ?? null, widgets: await Promise.all(shown.map(written)) })

  const { name: organization } = await organizationIdentity(ctx)
  const more = dashboard.widgets.length - widgets.length
  return {
    title: dashboard.name,
    organization,
    logo: await mailLogo(ctx),
    link: dashboard.link,
    madeAt: timeInZone(ctx.now(), formats),
    values: [
      ...namedValues(values.shared, runValues(values.shared, clock), valueText),
      ...namedFilters(filters.shared, valueText),
      ...request.marks.map(({ column, value }) => ({ name: column, text: valueText(value) || 'null' })),
    ],
    notes: more > 0 ? [`The dashboard has ${more} more widgets, which are not in this file.`] : [],
    tabs: chapters,
    page: request.paper,
  }
}

async function filtersOf(
  ctx: Context,
  results: ReadonlyMap<number, WidgetResult>,
  request: ExportRequest,
  isShared: boolean,
): Promise<ExportFilters> {
  const declared = new Map<number, Filter[]>()
  for (const [id, { row }] of results) if (row) declared.set(id, await declaredFilters(ctx, row))
  return exportFilters(declared, request, isShared)
}
