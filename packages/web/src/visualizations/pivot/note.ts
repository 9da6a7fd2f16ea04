import type { PivotTable } from '@sightline/domain/pivot/pivot.ts'

/** The number of all groups, and those that were loaded. */
interface LoadedGroups {
  total: number
  measures: readonly (readonly unknown[])[]
}

const counted = (count: number) => count.toLocaleString('en-US')
const loaded = ({ measures }: LoadedGroups) => measures[0]?.length ?? 0

/** Says how much of a pivot table is not shown; null if nothing is missing. */
export function noteOf(
  { omitted, rows, columns }: PivotTable,
  groups: Record<'cells' | 'rows' | 'columns', LoadedGroups>,
): string | null {
  const hidden = {
    rows: omitted.rows + groups.rows.total - loaded(groups.rows),
    columns: omitted.columns + groups.columns.total - loaded(groups.columns),
  }
  const parts = []
  if (hidden.rows > 0) parts.push(`${counted(lines(rows))} of ${counted(lines(rows) + hidden.rows)} rows`)
  if (hidden.columns > 0) parts.push(`${counted(lines(columns))} of ${counted(lines(columns) + hidden.columns)} columns`)
  const sentences = []
  if (parts.length > 0) sentences.push(`Shows ${parts.join(' and ')}. Totals are of all.`)
  const empty = groups.cells.total - loaded(groups.cells)
  if (empty > 0)
    sentences.push(`${counted(empty)} of ${counted(groups.cells.total)} cells are left empty, because there are too many.`)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The number of lines without subtotals: those of the longest keys, and those that stand for a collapsed group. */
function lines(shown: readonly { keys: readonly unknown[]; isCollapsed: boolean }[]): number {
  const depth = Math.max(0, ...shown.map(({ keys }) => keys.length))
  return shown.filter(({ keys, isCollapsed }) => isCollapsed || keys.length === depth).length
}
