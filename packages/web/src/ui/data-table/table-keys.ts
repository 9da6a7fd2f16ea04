import { t } from '@lingui/core/macro'
import type { KeyboardEvent } from 'react'
import { keyInLine } from '../../language/direction.ts'
import { latinKey } from '../keyboard.tsx'
import { type ColumnAction, columnActionFor } from './column-arrangement.ts'
import type { RowSource } from './row-source.ts'
import { type CellPlace, type SelectedCells, type Selection, selectionAfterKey } from './selection.ts'

interface TableKeyTargets {
  cells: SelectedCells
  /** The last cell; null in an empty table. */
  end: CellPlace | null
  /** Rows per screen. */
  page: number
  /** Applies a keyboard action to the columns of the selected cells. */
  applyToColumns(action: ColumnAction, selection: Selection): void
  /** Sorts by the column at a position. */
  sortBy(position: number): void
  /** Scrolls to a cell. */
  reveal(place: CellPlace): void
  /** Picks a cell, like a click. */
  pick(place: CellPlace): void
  /** Opens the menu of the column at a position. */
  openMenu(position: number): void
  /** Shows what the column at a position contains. */
  profile(position: number): void
  /** Closes the open cell. */
  close(): void
}

/** Returns the handler of keys pressed while the table itself, and nothing inside it, has the focus. */
export function tableKeys({
  cells,
  end,
  page,
  applyToColumns,
  sortBy,
  reveal,
  pick,
  openMenu,
  profile,
  close,
}: TableKeyTargets): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return
    const { selection, opened } = cells
    const action = selection === null ? null : columnActionFor(event)
    if (action !== null && selection !== null) {
      event.preventDefault()
      return applyToColumns(action, selection)
    }
    if (event.altKey) return
    const isCtrl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCtrl && selection !== null) {
      event.preventDefault()
      return cells.open(selection.focus)
    }
    if (event.key === ' ' && !isCtrl && !event.shiftKey && selection !== null) {
      event.preventDefault()
      return pick(selection.focus)
    }
    // The popover of a cell that was just opened may not have the focus yet.
    if (event.key === 'Escape') return opened === null ? cells.set(null) : close()
    const key = keyInLine(latinKey(event.nativeEvent))
    if (key.toLowerCase() === 's' && !isCtrl && selection !== null) return sortBy(selection.focus.column)
    if (key.toLowerCase() === 'm' && !isCtrl && selection !== null) {
      event.preventDefault()
      return openMenu(selection.focus.column)
    }
    if (key.toLowerCase() === 'i' && !isCtrl && selection !== null) {
      event.preventDefault()
      return profile(selection.focus.column)
    }
    const next = end === null ? null : selectionAfterKey(selection, { key, isCtrl, isShift: event.shiftKey }, end, page)
    if (next === null) return
    event.preventDefault()
    cells.set(next)
    // Selecting all does not scroll.
    if (key.toLowerCase() !== 'a') reveal(next.focus)
  }
}

/** The keys of a table, for screen readers. */
export function keysDescription({ profile, lines }: Pick<RowSource, 'profile' | 'lines'>): string[] {
  const keys = profile
    ? t`Arrow keys move, Enter opens a cell, S sorts by its column, M opens the menu of its column, I shows what its column contains, Alt Shift arrows move the column, plus and minus change its width, Ctrl C copies.`
    : t`Arrow keys move, Enter opens a cell, S sorts by its column, M opens the menu of its column, Alt Shift arrows move the column, plus and minus change its width, Ctrl C copies.`
  return lines === undefined ? [keys] : [keys, t`In the line of a subtotal, Enter hides or shows the rows of its group.`]
}
