import { useState } from 'react'
import type { CellPlace, Selection } from './selection.ts'

/** The selected cells of a table, and the one of them that is open to be read whole. */
export interface SelectedCells {
  selection: Selection | null
  opened: CellPlace | null
  /** Selects other cells, or none; what was open is closed. */
  set(selection: Selection | null): void
  /** Selects one cell, or all from where the selection began up to it. */
  select(place: CellPlace, isExtending: boolean): void
  /** @param place null closes what is open */
  open(place: CellPlace | null): void
}

export function useSelection(): SelectedCells {
  const [selection, setSelection] = useState<Selection | null>(null)
  const [opened, setOpened] = useState<CellPlace | null>(null)
  return {
    selection,
    opened,
    set(next) {
      setOpened(null)
      setSelection(next)
    },
    select(place, isExtending) {
      setOpened(null)
      setSelection((now) => ({ anchor: isExtending && now !== null ? now.anchor : place, focus: place }))
    },
    open: setOpened,
  }
}
