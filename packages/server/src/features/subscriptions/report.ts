import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import {
  dashboardValuesFromUrl,
  parametersOfWidgets,
  toParameterizedWidget,
  widgetDefinitions,
} from '@sightline/domain/dashboards/parameters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { type FirstRows, firstRowsOf } from '../../platform/mail/first-rows.ts'
import * as dashboards from '../dashboards/service.ts'
import { type ChartImage, renderChartImage, type VisualizationSpec } from '../executions/results/chart-images.ts'
import { mustRead } from '../executions/results/read.ts'
import { runQuery } from '../executions/service.ts'
import * as queries from '../queries/service.ts'
import { readFormats } from '../settings/formats.ts'
import { readSettings } from '../settings/service.ts'
import { textOfMarkdown } from './markdown-text.ts'
import type { Subject } from './store.ts'

/** Seconds: a younger result is sent as it is. */
const MAX_AGE = 3600
/** All queries of a report together; what is not there by then is told as such. */
const PATIENCE_MS = 4 * 60_000
/** Queries that are asked for at a time. */
const AT_A_TIME = 3
/** Widgets of a dashboard; mails get no longer. */
const MOST_WIDGETS = 40
const TEXTBOX_CHARACTERS = 2000
const ROWS_BELOW_CHART = 5

/** What somebody sees of a dashboard or a query, as numbers and pictures. */
export interface ReportContent {
  name: string
  link: string
  parts: ReportPart[]
  /** What is not shown; null when all is. */
  remark: string | null
}

export interface ReportPart {
  /** null for a text alone. */
  heading: string | null
  /** Of a textbox, without its marks; null elsewhere. */
  text: string | null
  pictures: ChartImage[]
  rows: FirstRows | null
  /** Why there are no numbers, or what is odd about them; null for nothing. */
  remark: string | null
}

/**
 * Puts together what a user sees now. Queries whose result is older than an hour are run, as far as this user may run them.
 * @param ctx the user as the caller
 * @throws AppError when they may not see it at all
 */
export async function reportOn(ctx: Context, subject: Subject, signal: AbortSignal): Promise<ReportContent> {
  const run = runner(ctx, signal)
  return subject.type === 'dashboard' ? ofDashboard(ctx, subject.id, run) : ofQuery(ctx, subject.id, run)
}

type RunPart = (
  queryId: number,
  definitions: readonly Definition[],
  visualizations: readonly VisualizationSpec[],
) => Promise<RunOutcome>
type RunOutcome = Pick<ReportPart, 'pictures' | 'rows' | 'remark'>

async function ofQuery(ctx: Context, id: number, run: RunPart): Promise<ReportContent> {
  const query = await queries.get(ctx, id)
  const charts = (query.visualizations ?? []).filter(({ type }) => type === 'CHART')
  const outcome = await run(id, query.options.parameters ?? [], charts)
  return {
    name: query.name,
    link: `${ctx.baseUrl}queries/${id}`,
    parts: [{ heading: null, text: null, ...outcome }],
    remark: null,
  }
}

async function ofDashboard(ctx: Context, id: number, run: RunPart): Promise<ReportContent> {
  const dashboard = await dashboards.get(ctx, String(id))
  const widgets = inReadingOrder(dashboard)
  const shown = widgets.slice(0, MOST_WIDGETS)
  const valuesOf = boardValuesOf(widgets.filter(isShown))
  const parts: ReportPart[] = []
  for (let start = 0; start < shown.length; start += AT_A_TIME) {
    const some = shown.slice(start, start + AT_A_TIME).map((widget) => partOf(widget, valuesOf, run))
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

/** From the top down, and from left to right. */
function inReadingOrder({ widgets }: Dashboard): Widget[] {
  const placeOf = ({ options: { position } }: Widget) => [position?.row ?? 0, position?.col ?? 0] as const
  return widgets.toSorted((one, other) => {
    const [row, col] = placeOf(one)
    const [otherRow, otherCol] = placeOf(other)
    return row - otherRow || col - otherCol || one.id - other.id
  })
}

/** The parameters of a widget's query with the values that the dashboard opens with. */
function boardValuesOf(widgets: readonly ShownWidget[]): (widget: ShownWidget) => Definition[] {
  const board = dashboardValuesFromUrl(parametersOfWidgets(widgets), {})
  return (widget) => {
    const own = toParameterizedWidget(widget)
    return own === null ? [] : widgetDefinitions(own, board)
  }
}

async function partOf(widget: Widget, valuesOf: (widget: ShownWidget) => Definition[], run: RunPart): Promise<ReportPart> {
  const nothing = { text: null, pictures: [], rows: null }
  if (!isShown(widget)) return { ...nothing, heading: null, remark: 'There is a widget here that you may not see.' }
  const { visualization, text } = widget
  if (!visualization)
    return { ...nothing, heading: null, text: textOfMarkdown(text.slice(0, TEXTBOX_CHARACTERS)), remark: null }
  const { name, type, query } = visualization
  const outcome = await run(query.id, valuesOf(widget), type === 'TABLE' ? [] : [visualization])
  const isUnnamed = name === query.name || name === visualizationTypeName(type)
  return { heading: isUnnamed ? query.name : `${query.name} – ${name}`, text: null, ...outcome }
}

/** Runs queries for a report, until its patience ends. */
function runner(ctx: Context, signal: AbortSignal): RunPart {
  const deadline = Date.now() + PATIENCE_MS
  return async (queryId, definitions, visualizations) => {
    const none = (remark: string): RunOutcome => ({ pictures: [], rows: null, remark })
    try {
      const { time_zone: timeZone } = await readSettings(ctx)
      const formats = await readFormats(ctx)
      const parameters = runValues(definitions, { now: ctx.now(), timeZone })
      const wait = Math.max(deadline - Date.now(), 1)
      const answer = await runQuery(ctx, queryId, { parameters, max_age: MAX_AGE, wait }, signal)
      if (!('job' in answer)) throw new Error('A run that is waited for answers with a job.')
      const { job, window } = answer
      if (window === undefined) return none(job.status === JobStatus.failed ? job.error : STILL_RUNNING)
      const { result, rows } = window
      const row = await mustRead(ctx, result.id)
      const pictures: ChartImage[] = []
      for (const visualization of visualizations) pictures.push(await renderChartImage(ctx, row, visualization))
      // A chart has said most of it already.
      const told = pictures.some(({ png }) => png !== null) ? rows.slice(0, ROWS_BELOW_CHART) : rows
      const remark = result.row_count === 0 ? 'The query shows no rows.' : null
      return { pictures, rows: firstRowsOf(result.columns, told, result.row_count > told.length, formats), remark }
    } catch (error) {
      if (error instanceof ExecutionRefused || error instanceof AppError) return none(error.message)
      throw error
    }
  }
}

const STILL_RUNNING = 'The query was still running when this was sent.'
