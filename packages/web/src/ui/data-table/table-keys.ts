import type { KeyboardEvent } from 'react'
import { latinKey } from '../keyboard.tsx'
import { type ColumnKey, columnKey } from './column-keys.ts'
import { type CellPlace, type Selection, selectionAfterKey } from './selection.ts'
import type { SelectedCells } from './use-selection.ts'

/** What the keys of a table work on. */
interface Keyed {
  cells: SelectedCells
  /** The last cell; null in an empty table. */
  end: CellPlace | null
  /** Rows in sight. */
  page: number
  /** Does what a key asks of the columns of the selected cells. */
  arrange(key: ColumnKey, selection: Selection): void
  /** Sorts by the column at a place. */
  sortBy(place: number): void
  /** Scrolls to a cell. */
  reveal(place: CellPlace): void
  /** Closes the open cell. */
  close(): void
}

/** What handles the keys that are pressed while the table itself has the focus. */
export function tableKeys({ cells, end, page, arrange, sortBy, reveal, close }: Keyed): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return
    const { selection, opened } = cells
    const asked = selection === null ? null : columnKey(event)
    if (asked !== null && selection !== null) {
      event.preventDefault()
      return arrange(asked, selection)
    }
    if (event.altKey) return
    const isCtrl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCtrl && selection !== null) {
      event.preventDefault()
      return cells.open(selection.focus)
    }
    // A cell that was just opened may not have the focus yet.
    if (event.key === 'Escape') return opened === null ? cells.set(null) : close()
    const key = latinKey(event.nativeEvent)
    if (key.toLowerCase() === 's' && !isCtrl && selection !== null) return sortBy(selection.focus.column)
    const next = end === null ? null : selectionAfterKey(selection, { key, isCtrl, isShift: event.shiftKey }, end, page)
    if (next === null) return
    event.preventDefault()
    cells.set(next)
    // Who selects all stays where they are.
    if (key.toLowerCase() !== 'a') reveal(next.focus)
  }
}
