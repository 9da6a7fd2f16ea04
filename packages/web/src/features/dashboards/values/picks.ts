import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { splitColumnName } from '@sightline/domain/filters/column-name.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'

/** A mark that somebody clicked: its value in a column of the result that it is drawn from. */
export interface Pick {
  /** The widget that was clicked: it goes on showing all marks. */
  widgetId: number
  /** As it stands in the result, with what its suffix says. */
  column: string
  type: ColumnType | null
  value: Cell
}

/** Whether clicked marks of a widget filter the dashboard. Other clients keep what they do not know. */
export const filtersByClicks = (options: WidgetOptions): boolean => options.filtersByClicks === true

/** What stands before a suffix names the column: `carrier::filter` and `carrier` are the same thing in two results. */
const baseOf = (name: string) => splitColumnName(name).base.toLowerCase()

const isSameColumn = (one: Pick, other: Pick) => one.widgetId === other.widgetId && baseOf(one.column) === baseOf(other.column)

/** The picks after a click: in the place of another one of that column of that widget, and gone when it was there already. */
export function toggledPick(picks: readonly Pick[], clicked: Pick): Pick[] {
  const others = picks.filter((pick) => !isSameColumn(pick, clicked))
  const before = picks.find((pick) => isSameColumn(pick, clicked))
  return before !== undefined && before.value === clicked.value ? others : [...others, clicked]
}

/**
 * What the rows of a widget have to pass because of picks in others: the columns that have the same name and the same type. Their
 * values are not known, so `values` is empty.
 */
export function pickedFilters(
  picks: readonly Pick[],
  widgetId: number,
  columns: readonly { name: string; type: ColumnType | null }[],
): Filter[] {
  return picks.flatMap((pick) => {
    if (pick.widgetId === widgetId) return []
    const column = columns.find(({ name, type }) => baseOf(name) === baseOf(pick.column) && type === pick.type)
    if (column === undefined) return []
    return [{ name: column.name, friendlyName: column.name, multiple: false, values: [], current: [pick.value] }]
  })
}
