import type { Filter } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { isLimited } from '@sightline/domain/limited-result.ts'
import type { Context } from '../../platform/context.ts'
import { type ChartImage, renderChartImage, type ValuePlaces, type VisualizationSpec } from '../executions/service.ts'
import { limitedNote, readAt, readOther } from '../exports/service.ts'
import { calendarOf, readFormats, readSettings } from '../settings/service.ts'
import type { ReportPart } from './report-content.ts'
import { drawnRows } from './report-drawn-rows.ts'
import { reportedRows } from './report-rows.ts'
import type { ReportedResult } from './report-runs.ts'

const ROWS_BELOW_CHART = 5

/** The parts of a query's result that a report shows. */
export interface ShownParts {
  /** Shown as images. */
  charts: readonly VisualizationSpec[]
  /** The options of the table whose columns the rows follow; none for the defaults. */
  table: Record<string, unknown> | null
  /** Rows must pass all of them. */
  filters: readonly Filter[]
  /** The colors of values on the dashboard; none for the order of the palette. */
  places: ValuePlaces
}

/** The charts and rows of a result, when it was read, and whether it is limited. */
export async function presentedResult(ctx: Context, run: ReportedResult, parts: ShownParts) {
  const shown = await shownResult(ctx, run, parts)
  const limited = isLimited(run.info) ? limitedNote(run.info.row_count) : null
  return { ...shown, time: readAt(run.info, await readFormats(ctx)), remark: shown.remark ?? limited }
}

async function shownResult(
  ctx: Context,
  run: ReportedResult,
  { charts, table, filters, places }: ShownParts,
): Promise<Pick<ReportPart, 'pictures' | 'rows' | 'sparklines' | 'remark'>> {
  const passed = rowFilters(run.row.columns, filters)
  if (passed === null) return { pictures: [], rows: null, sparklines: [], remark: noRowPasses() }
  const isEmpty = run.row.row_count === 0 ? i18n._('The query returned no rows.') : null
  const { timeZone } = calendarOf(await readSettings(ctx))
  const shown = { filters: passed, timeZone, places, readOther: (id: number) => readOther(ctx, id) }
  const [only, ...others] = charts
  const drawn = only !== undefined && others.length === 0 ? await drawnRows(ctx, run.row, only, shown) : null
  if (drawn !== null) return { pictures: [], rows: drawn.rows, sparklines: [], remark: isEmpty ?? drawn.note }
  const pictures: ChartImage[] = []
  for (const chart of charts) pictures.push(await renderChartImage(ctx, run.row, chart, shown))
  const isDrawn = pictures.some(({ png }) => png !== null)
  const replaceRows = pictures.every((picture) => picture.png !== null && picture.replacesRows)
  if (isDrawn && replaceRows) return { pictures, rows: null, sparklines: [], remark: isEmpty }
  // Fewer rows below a chart, which shows most of them already.
  const maxRows = isDrawn ? ROWS_BELOW_CHART : undefined
  const { rows, total, sparklines } = await reportedRows(ctx, run, { table, filters: passed, maxRows })
  const nothing = passed.length > 0 ? noRowPasses() : i18n._('No rows match the filters of the table.')
  return { pictures, rows, sparklines, remark: isEmpty ?? (total === 0 ? nothing : null) }
}

const noRowPasses = () => i18n._('No rows pass the filters.')
