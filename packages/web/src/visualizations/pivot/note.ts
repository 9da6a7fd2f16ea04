import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { PivotTable } from '@sightline/domain/pivot/pivot.ts'

/** The number of all groups, and those that were loaded. */
interface LoadedGroups {
  total: number
  measures: readonly (readonly unknown[])[]
}

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
  const [shownRows, shownColumns] = [lines(rows), lines(columns)]
  const texts = {
    rows: localNumber(shownRows),
    allRows: localNumber(shownRows + hidden.rows),
    columns: localNumber(shownColumns),
    allColumns: localNumber(shownColumns + hidden.columns),
  }
  const sentences = []
  if (hidden.rows > 0 && hidden.columns > 0)
    sentences.push(i18n._('Shows {rows} of {allRows} rows and {columns} of {allColumns} columns. Totals are of all.', texts))
  else if (hidden.rows > 0) sentences.push(i18n._('Shows {rows} of {allRows} rows. Totals are of all.', texts))
  else if (hidden.columns > 0) sentences.push(i18n._('Shows {columns} of {allColumns} columns. Totals are of all.', texts))
  const empty = groups.cells.total - loaded(groups.cells)
  if (empty > 0)
    sentences.push(
      i18n._('{empty} of {all} cells are left empty, because there are too many.', {
        empty: localNumber(empty),
        all: localNumber(groups.cells.total),
      }),
    )
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The number of lines without subtotals: those of the longest keys, and those that stand for a collapsed group. */
function lines(shown: readonly { keys: readonly unknown[]; isCollapsed: boolean }[]): number {
  const depth = Math.max(0, ...shown.map(({ keys }) => keys.length))
  return shown.filter(({ keys, isCollapsed }) => isCollapsed || keys.length === depth).length
}
