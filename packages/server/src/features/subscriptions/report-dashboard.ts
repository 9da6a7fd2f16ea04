import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { ExportRequest } from '@sightline/contract/exports.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { chosenTab, onTab, placeOfTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { valuesText } from '@sightline/domain/parameters/values-text.ts'
import type { Context } from '../../platform/context.ts'
import * as dashboards from '../dashboards/service.ts'
import {
  type ExportedWidget,
  filtersText,
  isVisible,
  readDashboard,
  type TextSurroundings,
  withLink,
} from '../exports/service.ts'
import { calendarOf, readFormats, readSettings } from '../settings/service.ts'
import { isNameOfType } from '../visualizations/service.ts'
import { EMPTY_PART, type ReportContent, type ReportPart } from './report-content.ts'
import { presentedResult } from './report-result.ts'
import { fileRuns, type ReportRuns, refusalAsRemark } from './report-runs.ts'
import { joinedTexts, reportedText } from './report-text.ts'

/** A mail shows at most this many widgets. */
const MAX_WIDGETS = 40

type Reading = Awaited<ReturnType<typeof readDashboard>>

/** A dashboard as its page opens, with the same values, filters and colors. @throws AppError if the caller may not see it */
export async function reportOnDashboard(ctx: Context, id: number, runs: ReportRuns): Promise<ReportContent> {
  const dashboard = await dashboards.get(ctx, String(id))
  const exported = withLink(ctx, dashboard)
  const all: readonly ExportedWidget[] = dashboard.widgets
  const ordered = inReadingOrder(dashboard)
  const shown = ordered.slice(0, MAX_WIDGETS)
  const tabs = tabsOf(dashboard.options)
  const widgets = (tabs.length === 0 ? [null] : tabs)
    .flatMap((tab) => onTab(dashboard.widgets, tabs, tab))
    .filter((widget) => shown.includes(widget))
  const clock = { now: runs.now, ...calendarOf(await readSettings(ctx)) }
  const request = ExportRequest.parse(null)
  const formats = await readFormats(ctx)
  const reading = await readDashboard(ctx, exported, { widgets, request, runs: fileRuns(runs), clock, formats })
  const surroundings = {
    widgets: all.filter(isVisible),
    parameters: reading.values.shared,
    resultOf: reading.rowsOf,
    formats,
    clock,
  }
  const parts = await Promise.all(
    shown.map(async (widget) => {
      const part = await reading.inTurn(() => partOf(ctx, widget, reading, surroundings))
      return { ...part, tab: chosenTab(tabs, widget.options.tab)?.name ?? null }
    }),
  )
  const more = ordered.length - shown.length
  return {
    name: dashboard.name,
    link: exported.link,
    parts,
    remark:
      more > 0
        ? i18n._('{more, plural, one {The dashboard shows # more widget.} other {The dashboard shows # more widgets.}}', {
            more,
          })
        : null,
  }
}

/** Tab by tab, from top to bottom, and from left to right. */
function inReadingOrder({ widgets, options }: Dashboard): Widget[] {
  const tabs = tabsOf(options)
  const placeOf = ({ options: { position } }: Widget) => [position?.row ?? 0, position?.col ?? 0] as const
  return widgets.toSorted((one, other) => {
    const [row, col] = placeOf(one)
    const [otherRow, otherCol] = placeOf(other)
    return placeOfTab(one, tabs) - placeOfTab(other, tabs) || row - otherRow || col - otherCol || one.id - other.id
  })
}

async function partOf(ctx: Context, widget: Widget, reading: Reading, surroundings: TextSurroundings): Promise<ReportPart> {
  if (!isVisible(widget)) return { ...EMPTY_PART, remark: i18n._('You do not have access to this widget.') }
  const { visualization } = widget
  if (!visualization) return { ...EMPTY_PART, text: await reportedText(ctx, widget, surroundings) }
  const { name, type, query, options } = visualization
  const isUnnamed = name === query.name || isNameOfType(name, type)
  const { result, parameters, filters, places } = reading.of(widget)
  const part = {
    ...EMPTY_PART,
    heading: isUnnamed ? query.name : `${query.name} – ${name}`,
    values: shownFor(reading, widget, surroundings),
  }
  if (result === null) return { ...part, remark: i18n._('The query has no result.') }
  if (result.row === null) return { ...part, remark: result.reason }
  const isTable = type === 'TABLE'
  const shown = {
    charts: isTable ? [] : [{ type, name, options, parameters }],
    table: isTable ? options : null,
    filters,
    places,
  }
  return { ...part, ...(await refusalAsRemark(() => presentedResult(ctx, result, shown))) }
}

/** The values of the parameters and filters of a widget as one line; null if it has none. */
function shownFor(
  reading: Reading,
  widget: Parameters<Reading['values']['ofWidget']>[0],
  { clock, formats }: Pick<TextSurroundings, 'clock' | 'formats'>,
): string | null {
  const values = valuesText(reading.values.ofWidget(widget), clock, formats)
  return joinedTexts(values, filtersText(reading.of(widget).filters, formats))
}
