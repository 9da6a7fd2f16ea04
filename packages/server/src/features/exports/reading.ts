import type { ExportRequest } from '@sightline/contract/exports.ts'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import type { RowFilter } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import type { Context } from '../../platform/context.ts'
import type { NamedText } from '../../platform/documents/document.ts'
import { AppError, shownMessage } from '../../platform/http/errors.ts'
import type { ValuePlaces } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'
import { type ColoredWidget, type ColorsOf, sharedColors } from './colors.ts'
import { type DashboardValues, dashboardValues, type ExportedDashboard, type ExportedWidget, isVisible } from './dashboard.ts'
import { declaredFilters, type ExportFilters, exportFilters } from './filters.ts'
import { namedFilters, namedMark, namedValues } from './named-values.ts'
import type { FileRuns, WidgetResult } from './run.ts'

/** Queries that run, and widgets that are read, at the same time. */
const PARALLEL = 4

/** The data of a widget with the values, filters and colors that it has on the page. */
export interface WidgetReading {
  /** Null for textboxes and for widgets that the reader may not see. */
  result: WidgetResult | null
  /** The parameters of its query, with the values of the run. */
  parameters: RunParameter[]
  /** The filters that its rows have to pass. */
  filters: Filter[]
  /** The columns of filters and clicked marks that its result does not have. */
  missing: string[]
  /** The values and filters of this widget alone. */
  values: NamedText[]
  places: ValuePlaces
}

/** The data of a dashboard. */
export interface DashboardReading {
  values: DashboardValues
  /** The values of parameters and filters that apply to all of it. */
  named: NamedText[]
  of(widget: ExportedWidget): WidgetReading
  /** The result of a widget with the filters of its rows, null if none pass; undefined if it has no result. */
  rowsOf(widgetId: number): { row: ResultRow; filters: RowFilter[] | null } | undefined
  /** Does work for a widget, for a few widgets at the same time. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>
}

/** The parts of a dashboard to read. */
export interface ReadingRequest {
  /** The widgets that are shown, in the order of the page: tab by tab. */
  widgets: readonly ExportedWidget[]
  request: ExportRequest
  runs: FileRuns
  /** The clock of the reader, in whose time zone the dashboard is shown. */
  clock: ClockContext
  /** The formats of the organization. */
  formats: ValueFormats
}

/** Reads the results of a dashboard with the chosen values and filters. */
export async function readDashboard(
  ctx: Context,
  dashboard: ExportedDashboard,
  { widgets, request, runs, clock, formats }: ReadingRequest,
): Promise<DashboardReading> {
  const values = dashboardValues(dashboard, request.parameters)
  const slots = new Semaphore(PARALLEL)
  const inTurn = <Value>(work: () => Promise<Value>) => slots.run(work)
  const results = new Map<number, WidgetResult>()
  await Promise.all(
    widgets.filter(isVisible).map(async (widget) => {
      if (!widget.visualization) return
      const { id } = widget.visualization.query
      results.set(widget.id, await inTurn(() => runs.resultOf(id, runValues(values.ofWidget(widget), clock))))
    }),
  )
  const declared = new Map<number, Filter[]>()
  for (const [id, { row }] of results) {
    try {
      if (row) declared.set(id, await declaredFilters(ctx, row))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.set(id, { row: null, reason: shownMessage(error) })
    }
  }
  const filters = exportFilters(declared, request, dashboard.dashboard_filters_enabled)
  const opened = exportFilters(declared, { filters: [], marks: [] }, dashboard.dashboard_filters_enabled)
  const parametersOf = (widget: ExportedWidget) => {
    const ofRun = isVisible(widget) ? values.ofWidget(widget) : []
    return runParameters(ofRun, runValues(ofRun, clock))
  }
  const colored = widgets.flatMap((widget): ColoredWidget[] => {
    const row = results.get(widget.id)?.row
    if (!row || !isVisible(widget) || !widget.visualization) return []
    const rowsOf = (chosen: ExportFilters) => rowFilters(row.columns, chosen.applied(widget.id, row).filters)
    const { type, name, options } = widget.visualization
    const visualization = { type, name, options, parameters: parametersOf(widget) }
    return [{ id: widget.id, row, visualization, opened: rowsOf(opened), shown: rowsOf(filters) }]
  })
  const colors: ColorsOf = await sharedColors(ctx, colored, clock.timeZone, inTurn)
  return {
    values,
    named: [
      ...namedValues(values.shared, clock, formats),
      ...namedFilters(filters.shared, formats),
      ...request.marks.map((mark) => namedMark(mark, formats)),
    ],
    of(widget) {
      const result = results.get(widget.id) ?? null
      const own = isVisible(widget) ? values.inWidget(widget) : []
      return {
        result,
        parameters: parametersOf(widget),
        ...(result?.row ? filters.applied(widget.id, result.row) : { filters: [], missing: [] }),
        values: [...namedValues(own, clock, formats), ...namedFilters(filters.inWidget(widget.id), formats)],
        places: colors(widget.id),
      }
    },
    rowsOf(widgetId) {
      const row = results.get(widgetId)?.row
      return row ? { row, filters: rowFilters(row.columns, filters.applied(widgetId, row).filters) } : undefined
    },
    inTurn,
  }
}
