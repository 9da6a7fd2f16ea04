import type { DrawnTable } from '@sightline/contract/pictures.ts'
import type { Context } from '../../platform/context.ts'
import { type FirstRows, tableRows } from '../../platform/mail/first-rows.ts'
import { drawVisualization, type ImageData, type VisualizationSpec } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'

/** Pixels; tables have no use for it. */
const SIZE = { width: 550, height: 300 }

/**
 * The first rows of a visualization that is a table itself, such as a cohort, as files show it.
 * @returns null for other visualizations, and for those that cannot be shown
 */
export async function drawnRows(
  ctx: Context,
  row: ResultRow,
  spec: VisualizationSpec,
  shown: ImageData,
): Promise<{ rows: FirstRows; note: string | null } | null> {
  const drawn = await drawVisualization(ctx, row, spec, { ...shown, ...SIZE, schemes: ['light'] })
  if (drawn.answer === 'none' || drawn.svgs.length > 0 || drawn.table === null) return null
  return { rows: rowsOf(drawn.table), note: drawn.note }
}

/** The upper heads of a column are its group, the lowest one is its title. */
function rowsOf({ heads, rows, colors, foot, more }: DrawnTable): FirstRows {
  const levels = heads.map((head) => head.flatMap(({ span, ...own }) => Array.from({ length: span }, () => own)))
  const lowest = levels.at(-1) ?? []
  const columns = lowest.map(({ text, isNumber }, index) => ({
    title: text,
    group: levels
      .slice(0, -1)
      .map((level) => level[index]?.text ?? '')
      .filter((title) => title !== '')
      .join(' · '),
    align: isNumber ? ('right' as const) : ('left' as const),
    isNumber,
  }))
  const looks = rows.map((cells, at) =>
    cells.map((_, column) => {
      const color = colors?.[at]?.[column] ?? null
      return color && { ...color, bar: null }
    }),
  )
  return tableRows({ columns, rows, looks, foot, total: rows.length + more })
}
