import type { ExportRequest } from '@sightline/contract/exports.ts'
import { FROM_BROWSER } from '@sightline/contract/settings.ts'
import { onTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Context } from '../../platform/context.ts'
import type { DocumentTab, ExportDocument } from '../../platform/documents/document.ts'
import { drawingSize, pageOf, screenSize } from '../../platform/documents/page.ts'
import type { DocumentFormat } from '../../platform/documents/writer.ts'
import { calendarOf, mailLogo, organizationIdentity, readFormats, readSettings } from '../settings/service.ts'
import { type ExportedDashboard, type ExportedWidget, isVisible } from './dashboard.ts'
import { type PlacedWidget, placedWidgets } from './places.ts'
import { readDashboard } from './reading.ts'
import type { FileRuns } from './run.ts'
import { type WidgetStyle, widgetOf } from './widget.ts'

/** A file has at most this many widgets. */
const MAX_WIDGETS = 100
/** Rows of one table: no page has space for more, and a browser opens a file with more only slowly. */
const MAX_ROWS: Record<DocumentFormat, number> = { pdf: 100, html: 1000 }

/**
 * Collects what a file shows of a dashboard: the results of its widgets with the chosen values and filters.
 * @param runs gets the results
 */
export async function documentOf(
  ctx: Context,
  dashboard: ExportedDashboard,
  format: DocumentFormat,
  request: ExportRequest,
  runs: FileRuns,
): Promise<ExportDocument> {
  const settings = await readSettings(ctx)
  const calendar = calendarOf(settings)
  const isBrowsers = settings.time_zone === FROM_BROWSER && request.time_zone !== undefined && isTimeZone(request.time_zone)
  const timeZone = isBrowsers ? (request.time_zone ?? calendar.timeZone) : calendar.timeZone
  const formats = { ...(await readFormats(ctx)), timeZone }
  const clock = { now: runs.now, ...calendar, timeZone }

  const widgets: ExportedWidget[] = dashboard.widgets.slice(0, MAX_WIDGETS)
  const tabs = tabsOf(dashboard.options)
  const byTab = (tabs.length === 0 ? [null] : tabs).map((tab) => ({ tab, placed: placedWidgets(onTab(widgets, tabs, tab)) }))
  const inOrder = byTab.flatMap(({ placed }) => placed.map(({ widget }) => widget))
  const reading = await readDashboard(ctx, dashboard, { widgets: inOrder, request, runs, clock, formats })
  const page = pageOf(
    byTab.map(({ placed }) => placed.map(({ place }) => place)),
    request.paper,
  )
  const style: WidgetStyle = {
    schemes: format === 'pdf' ? ['light'] : ['light', 'dark'],
    sizeOf: format === 'pdf' ? (place) => drawingSize(place, page) : screenSize,
    maxRows: MAX_ROWS[format],
    formats,
    surroundings: {
      widgets: dashboard.widgets.filter(isVisible),
      parameters: reading.values.shared,
      resultOf: reading.rowsOf,
      formats,
      clock,
    },
  }
  const written = ({ widget, place }: PlacedWidget) =>
    reading.inTurn(() => widgetOf(ctx, { widget, place, ...reading.of(widget) }, style))
  const chapters: DocumentTab[] = []
  for (const { tab, placed } of byTab)
    chapters.push({ name: tab?.name ?? null, widgets: await Promise.all(placed.map(written)) })

  const { name: organization } = await organizationIdentity(ctx)
  const more = dashboard.widgets.length - widgets.length
  return {
    title: dashboard.name,
    organization,
    logo: await mailLogo(ctx),
    link: dashboard.link,
    madeAt: timeInZone(runs.now, formats),
    values: reading.named,
    notes:
      more > 0
        ? [
            i18n._(
              '{more, plural, one {The dashboard has # more widget, which is not in this file.} other {The dashboard has # more widgets, which are not in this file.}}',
              { more },
            ),
          ]
        : [],
    tabs: chapters,
    page: request.paper,
  }
}
