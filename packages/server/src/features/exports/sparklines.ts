import type { Cell } from '@sightline/contract/results.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { sparklineView } from '@sightline/domain/table-columns/sparkline-view.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { Context } from '../../platform/context.ts'
import type { SparklineDrawing } from '../../platform/documents/document.ts'

/** Draws the sparklines of a table, all at once, by row and column; none where there is none, or if they cannot be drawn. */
export async function drawnSparklines(
  { rasterizer }: Context,
  rows: readonly (readonly Cell[])[],
  columns: readonly TableColumn[],
  formats: ValueFormats,
): Promise<(SparklineDrawing | null)[][]> {
  const viewOf = (cell: Cell, column: TableColumn) =>
    cell === null || column.displayAs !== 'sparkline'
      ? null
      : sparklineView(String(cell), column, Number.POSITIVE_INFINITY, formats.numberMarks)
  const views = rows.map((cells) => columns.map((column) => viewOf(cells[column.index] ?? null, column)))
  const lines = views.flat().filter((view) => view !== null)
  if (lines.length === 0) return []
  const asked = lines.map(({ points, drawnAs, ends }) => ({ points, drawnAs, ends }))
  const answer = await rasterizer.request({ ask: 'sparklineSvgs', lines: asked })
  if (answer.answer === 'none') return []
  const svgs = answer.svgs.values()
  return views.map((row) =>
    row.map((view) => {
      const svg = view && svgs.next().value
      return view && svg ? { svg, last: view.last } : null
    }),
  )
}
