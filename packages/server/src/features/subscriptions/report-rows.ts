import type { RowFilter } from '@sightline/contract/results.ts'
import { isLimited } from '@sightline/domain/limited-result.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { footNote } from '@sightline/domain/table-columns/table-totals.ts'
import type { Context } from '../../platform/context.ts'
import { type FirstRows, firstRowsOf } from '../../platform/mail/first-rows.ts'
import { presentTypedColumn } from '../executions/present.ts'
import { columnEndsIn, firstTableRows, tableTotals, tableViewOf } from '../executions/service.ts'
import { readFormats } from '../settings/service.ts'
import type { ReportedResult } from './report-runs.ts'

/** As many as the first window of a result has. */
const VIEWED_ROWS = 100

/** The rows of a table in a report. */
export interface ReportedRows {
  /** Number of rows that pass the filters of the table. */
  total: number
  rows: FirstRows
  /** The images of its sparklines by row and column; null where there is none. */
  sparklines: (Uint8Array | null)[][]
}

/** The rows of a result that a report shows. */
interface RowsShown {
  /** The options of the table; none for the defaults. */
  table: Record<string, unknown> | null
  /** Rows must pass them, besides those of the table. */
  filters: readonly RowFilter[]
  /** As many as a mail usually shows if undefined. */
  maxRows: number | undefined
}

/** The first rows of a result as a table shows them, with its filters, order, colors and totals. */
export async function reportedRows(
  ctx: Context,
  { info, row }: ReportedResult,
  { table, filters, maxRows }: RowsShown,
): Promise<ReportedRows> {
  const formats = await readFormats(ctx)
  const own = tableViewOf(row, table, formats)
  const view = { ...own, filters: [...filters, ...own.filters] }
  const viewed = await firstTableRows(ctx, row, view, VIEWED_ROWS)
  const options = { columns: StoredColumns.parse(table?.columns) }
  const ends = await columnEndsIn(ctx, row, options, formats)
  const columns = tableColumns(row.columns.map(presentTypedColumn), options, formats, viewed.rows)
  const totals = await tableTotals(ctx, row, columns, view, { subtotals: table?.subtotals === true, formats })
  const counted = totals && footNote(totals.rows, { isSearched: view.filters.length > 0, isLimited: isLimited(info) })
  const shown = {
    maxRows,
    ends,
    totals: totals && { of: totals, note: [counted, totals.problem].join(' ').trim() },
  }
  const first = firstRowsOf({ columns: info.columns, ...viewed }, formats, options, shown)
  return { total: viewed.total, rows: first, sparklines: await sparklineImages(ctx, first) }
}

/** Draws the sparklines of a table, all at once. Without images, the mail has their texts. */
async function sparklineImages({ rasterizer }: Context, { sparklines }: FirstRows): Promise<(Uint8Array | null)[][]> {
  const lines = sparklines.flat().filter((line) => line !== null)
  if (lines.length === 0) return []
  const asked = lines.map(({ points, drawnAs, ends }) => ({ points, drawnAs, ends }))
  const answer = await rasterizer.request({ ask: 'sparklines', lines: asked })
  if (answer.answer === 'none') return []
  const images = answer.pngs.values()
  return sparklines.map((row) => row.map((line) => (line === null ? null : (images.next().value ?? null))))
}
