import { picturedCharts } from '@sightline/contract/pictures.ts'
import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { valuesText } from '@sightline/domain/parameters/values-text.ts'
import type { Context } from '../../platform/context.ts'
import { declaredFilters, filtersText } from '../exports/service.ts'
import * as queries from '../queries/service.ts'
import { calendarOf, readFormats, readSettings } from '../settings/service.ts'
import { EMPTY_PART, type ReportContent } from './report-content.ts'
import { reportOnDashboard } from './report-dashboard.ts'
import { presentedResult, type ShownParts } from './report-result.ts'
import { type ReportedResult, type ReportRuns, refusalAsRemark } from './report-runs.ts'
import { joinedTexts } from './report-text.ts'
import type { Subject } from './store.ts'

/**
 * Builds a report of what a user sees now. Queries whose result is older than an hour are run if the user may run them.
 * @param ctx the user as the caller
 * @throws AppError if they may not see the dashboard or query
 */
export async function reportOn(ctx: Context, subject: Subject, runs: ReportRuns): Promise<ReportContent> {
  return subject.type === 'dashboard' ? reportOnDashboard(ctx, subject.id, runs) : ofQuery(ctx, subject.id, runs)
}

async function ofQuery(ctx: Context, id: number, { now, run }: ReportRuns): Promise<ReportContent> {
  const query = await queries.get(ctx, id)
  const definitions = query.options.parameters ?? []
  const clock = { now, ...calendarOf(await readSettings(ctx)) }
  const parameters = runValues(definitions, clock)
  const visualizations = query.visualizations ?? []
  const charts = visualizations
    .filter(({ type }) => picturedCharts.some((drawn) => drawn === type))
    .map((chart) => ({ ...chart, parameters: runParameters(definitions, parameters) }))
  // The table that the page of the query opens with.
  const table = visualizations.find(({ type }) => type === 'TABLE')?.options ?? null
  const outcome = await run(id, parameters)
  const values = valuesText(definitions, clock, await readFormats(ctx))
  const part =
    'remark' in outcome ? outcome : await refusalAsRemark(() => filteredPart(ctx, outcome, { charts, table, values }))
  return {
    name: query.name,
    link: `${ctx.baseUrl}queries/${id}`,
    parts: [{ ...EMPTY_PART, values, ...part }],
    remark: null,
  }
}

/** The rows that pass the filters with which the page of the query opens, and the names of those filters. */
async function filteredPart(
  ctx: Context,
  run: ReportedResult,
  { charts, table, values }: Pick<ShownParts, 'charts' | 'table'> & { values: string | null },
) {
  const filters = await declaredFilters(ctx, run.row)
  const shown = await presentedResult(ctx, run, { charts, table, filters, places: [] })
  return { ...shown, values: joinedTexts(values, filtersText(filters, await readFormats(ctx))) }
}
