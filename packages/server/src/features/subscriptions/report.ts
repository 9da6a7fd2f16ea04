import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { picturedCharts } from '@sightline/contract/pictures.ts'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import {
  dashboardValuesFromUrl,
  parametersOfWidgets,
  toParameterizedWidget,
  widgetDefinitions,
} from '@sightline/domain/dashboards/parameters.ts'
import { placeOfTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { valuesText } from '@sightline/domain/parameters/values-text.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import type { Context } from '../../platform/context.ts'
import { type FirstRows, firstRowsOf } from '../../platform/mail/first-rows.ts'
import * as dashboards from '../dashboards/service.ts'
import {
  type ChartImage,
  columnEndsIn,
  firstTableRows,
  latestRows,
  renderChartImage,
  tableViewOf,
  type VisualizationSpec,
} from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'
import * as queries from '../queries/service.ts'
import { calendarOf, readFormats, readSettings } from '../settings/service.ts'
import { type ReportRun, type RunForReport, refusalAsRemark, reportRuns } from './report-runs.ts'
import { type ReportedDashboard, reportedText } from './report-text.ts'
import type { Subject } from './store.ts'

/** Queries that run at the same time. */
const PARALLEL_QUERIES = 3
/** A mail shows at most this many widgets. */
const MAX_WIDGETS = 40
const ROWS_BELOW_CHART = 5

/** A dashboard or query as a user sees it, as numbers and chart images. */
export interface ReportContent {
  name: string
  link: string
  parts: ReportPart[]
  /** A note about omitted widgets; null if nothing is omitted. */
  remark: string | null
}

export interface ReportPart {
  /** Null for a textbox. */
  heading: string | null
  /** The plain text of a textbox; null for other parts. */
  text: string | null
  /** The parameter values of the query; null if it has none. */
  values: string | null
  pictures: ChartImage[]
  rows: FirstRows | null
  /** Why there are no numbers; null if there are. */
  remark: string | null
}

/**
 * Builds a report of what a user sees now. Queries whose result is older than an hour are run if the user may run them.
 * @param ctx the user as the caller
 * @throws AppError if they may not see the dashboard or query
 */
export async function reportOn(ctx: Context, subject: Subject, signal: AbortSignal): Promise<ReportContent> {
  const run = reportRuns(ctx, signal)
  return subject.type === 'dashboard' ? ofDashboard(ctx, subject.id, run) : ofQuery(ctx, subject.id, partRunner(ctx, run))
}

type RunPart = (queryId: number, definitions: readonly Definition[], shown: ShownParts) => Promise<RunOutcome>

/** The parts of a query's result that a report shows. */
interface ShownParts {
  /** Shown as images. */
  charts: readonly VisualizationSpec[]
  /** The options of the table whose columns the rows follow; none for the defaults. */
  table: Record<string, unknown> | null
}
type RunOutcome = Pick<ReportPart, 'values' | 'pictures' | 'rows' | 'remark'>

async function ofQuery(ctx: Context, id: number, run: RunPart): Promise<ReportContent> {
  const query = await queries.get(ctx, id)
  const visualizations = query.visualizations ?? []
  const charts = visualizations.filter(({ type }) => picturedCharts.some((drawn) => drawn === type))
  // The table that the page of the query opens with.
  const table = visualizations.find(({ type }) => type === 'TABLE')?.options ?? null
  const outcome = await run(id, query.options.parameters ?? [], { charts, table })
  return {
    name: query.name,
    link: `${ctx.baseUrl}queries/${id}`,
    parts: [{ heading: null, text: null, ...outcome }],
    remark: null,
  }
}

async function ofDashboard(ctx: Context, id: number, run: RunForReport): Promise<ReportContent> {
  const dashboard = await dashboards.get(ctx, String(id))
  const widgets = inReadingOrder(dashboard)
  const shown = widgets.slice(0, MAX_WIDGETS)
  const values = dashboardValues(dashboard.widgets.filter(isShown))
  const runPart = partRunner(ctx, run)
  const textOf = (widget: ShownWidget) => reportedText(ctx, widget, values, run)
  const parts: ReportPart[] = []
  for (let start = 0; start < shown.length; start += PARALLEL_QUERIES) {
    const some = shown.slice(start, start + PARALLEL_QUERIES).map((widget) => partOf(widget, values, runPart, textOf))
    parts.push(...(await Promise.all(some)))
  }
  return {
    name: dashboard.name,
    link: `${ctx.baseUrl}dashboard/${dashboard.slug}`,
    parts,
    remark: widgets.length > shown.length ? `The dashboard shows ${widgets.length - shown.length} more widgets.` : null,
  }
}

const isShown = (widget: Widget): widget is ShownWidget => !('restricted' in widget)

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

/** The widgets of a dashboard and its parameters, with the values that it opens with. */
function dashboardValues(widgets: readonly ShownWidget[]): ReportedDashboard {
  const parameters = parametersOfWidgets(widgets)
  const values = dashboardValuesFromUrl(parameters, {})
  return {
    widgets,
    parameters: values.filter((_, place) => parameters[place]?.shownIn === 'dashboard'),
    definitionsOf(widget) {
      const own = toParameterizedWidget(widget)
      return own === null ? [] : widgetDefinitions(own, values)
    },
  }
}

async function partOf(
  widget: Widget,
  { definitionsOf }: ReportedDashboard,
  run: RunPart,
  textOf: (widget: ShownWidget) => Promise<string>,
): Promise<ReportPart> {
  const nothing = { text: null, values: null, pictures: [], rows: null }
  if (!isShown(widget)) return { ...nothing, heading: null, remark: 'You do not have access to this widget.' }
  const { visualization } = widget
  if (!visualization) return { ...nothing, heading: null, text: await textOf(widget), remark: null }
  const { name, type, query } = visualization
  const isTable = type === 'TABLE'
  const shown = { charts: isTable ? [] : [visualization], table: isTable ? visualization.options : null }
  const outcome = await run(query.id, definitionsOf(widget), shown)
  const isUnnamed = name === query.name || name === visualizationTypeName(type)
  return { heading: isUnnamed ? query.name : `${query.name} – ${name}`, text: null, ...outcome }
}

/** Returns a function that makes a part of a report from the result of a query. */
function partRunner(ctx: Context, run: RunForReport): RunPart {
  return async (queryId, definitions, shown) => {
    const parameters = runValues(definitions, { now: ctx.now(), ...calendarOf(await readSettings(ctx)) })
    const values = valuesText(definitions, parameters)
    const outcome = await run(queryId, parameters)
    const part = 'remark' in outcome ? outcome : await refusalAsRemark(() => presentedResult(ctx, outcome, shown))
    return { pictures: [], rows: null, ...part, values }
  }
}

/** The charts and rows of a result. */
async function presentedResult(
  ctx: Context,
  { window: { result, rows }, row }: Exclude<ReportRun, { remark: string }>,
  { charts, table }: ShownParts,
): Promise<Pick<ReportPart, 'pictures' | 'rows' | 'remark'>> {
  const formats = await readFormats(ctx)
  const pictures: ChartImage[] = []
  for (const chart of charts) pictures.push(await renderChartImage(ctx, row, chart, (id) => latestRows(ctx, id)))
  const isDrawn = pictures.some(({ png }) => png !== null)
  const viewed = (await viewedRows(ctx, row, table, formats.timeZone)) ?? { rows, total: result.row_count }
  const remark = result.row_count === 0 ? 'The query returned no rows.' : viewed.total === 0 ? NO_ROW_MATCHES : null
  const replaceRows = pictures.every((picture) => picture.png !== null && picture.replacesRows)
  if (isDrawn && replaceRows) return { pictures, rows: null, remark }
  // Fewer rows below a chart, which shows most of them already.
  const maxRows = isDrawn ? ROWS_BELOW_CHART : undefined
  const first = { columns: result.columns, rows: viewed.rows, isFirstOfMore: viewed.total > viewed.rows.length }
  const options = { columns: StoredColumns.parse(table?.columns) }
  const ends = await columnEndsIn(ctx, row, options, formats)
  return { pictures, rows: firstRowsOf(first, formats, options, { maxRows, ends }), remark }
}

/** As many as the first window of a result has. */
const VIEWED_ROWS = 100

/** The first rows of a table that filters or sorts its result; null if it does neither. */
async function viewedRows(ctx: Context, row: ResultRow, table: Record<string, unknown> | null, timeZone: string) {
  const view = tableViewOf(row, table, timeZone)
  return view.filters.length === 0 && view.sort.length === 0 ? null : firstTableRows(ctx, row, view, VIEWED_ROWS)
}

const NO_ROW_MATCHES = 'No rows match the filters of the table.'
