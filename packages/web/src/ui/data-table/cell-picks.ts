import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import type { MouseEvent } from 'react'
import type { DataColumn } from './column-layout.ts'
import type { RowBlocks } from './row-blocks.ts'
import type { CellPlace, Selection } from './selection.ts'

export interface CellPicks {
  /** The indexes in the result of the columns whose cells can be picked. Keep the same set as long as it does not change. */
  columns: ReadonlySet<number>
  /** Receives the row and the column of a picked cell; null if clicks do nothing. */
  onPick: ((row: readonly Cell[], column: number) => void) | null
  /** Says to screen readers how cells are picked. */
  description: string
  /** The value whose rows are marked, as a text; null for none. */
  picked: { column: number; text: string } | null
}

interface PickedTable {
  picks: CellPicks | null
  /** The columns that are shown, in order. */
  shown: readonly DataColumn[]
  blocks: RowBlocks
  selection: Selection | null
  placeAt(x: number, y: number): CellPlace | null
}

/** How cells of a table are picked, by a click or by a key at a place; the description says so to screen readers. */
export function cellPicking({ picks, shown, blocks, selection, placeAt }: PickedTable) {
  const columnAt = ({ column }: CellPlace): number | null => {
    const index = shown[column]?.index
    return picks?.onPick != null && index !== undefined && picks.columns.has(index) ? index : null
  }
  const pickAt = (place: CellPlace | null) => {
    const column = place && columnAt(place)
    const row = place && blocks.row(place.row)
    if (column !== null && row !== null) picks?.onPick?.(row, column)
  }
  return {
    canPick: (place: CellPlace) => columnAt(place) !== null,
    pickAt,
    onClick(event: MouseEvent) {
      // A range is selected for copying, and a link has its own effect.
      const isRange = selection !== null && JSON.stringify(selection.anchor) !== JSON.stringify(selection.focus)
      if (isRange || (event.target instanceof Element && event.target.closest('a, button, summary'))) return
      pickAt(placeAt(event.clientX, event.clientY))
    },
    description: [
      ...(picks?.onPick ? [picks.description] : []),
      ...(picks?.picked ? [t`Selected: ${picks.picked.text}.`] : []),
    ],
  }
}
