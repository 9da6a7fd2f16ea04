import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import type { MouseEvent } from 'react'
import type { DataColumn } from './column-layout.ts'
import type { RowBlocks } from './row-blocks.ts'
import type { CellPlace, Selection } from './selection.ts'

export interface CellPicks {
  /** Index of the column in the result. */
  column: number
  /** null if clicks do nothing. */
  onPick: ((cell: Cell) => void) | null
  /** The text of the value whose rows are marked; null for none. */
  picked: string | null
}

interface PickedTable {
  picks: CellPicks | null
  /** The columns that were given, and those that are shown, in order. */
  columns: readonly DataColumn[]
  shown: readonly DataColumn[]
  blocks: RowBlocks
  selection: Selection | null
  placeAt(x: number, y: number): CellPlace | null
}

/** How cells of a table are picked, by a click or by a key at a place; the description says so to screen readers. */
export function cellPicking({ picks, columns, shown, blocks, selection, placeAt }: PickedTable) {
  const title = columns.find(({ index }) => index === picks?.column)?.title ?? ''
  const canPick = ({ column }: CellPlace) => picks !== null && picks.onPick !== null && shown[column]?.index === picks.column
  const pickAt = (place: CellPlace | null) => {
    if (place === null || picks === null || !canPick(place)) return
    const cell = blocks.row(place.row)?.[picks.column] ?? null
    if (cell !== null) picks.onPick?.(cell)
  }
  return {
    canPick,
    pickAt,
    onClick(event: MouseEvent) {
      // A range is selected for copying, and a link has its own effect.
      const isRange = selection !== null && JSON.stringify(selection.anchor) !== JSON.stringify(selection.focus)
      if (isRange || (event.target instanceof Element && event.target.closest('a, button, summary'))) return
      pickAt(placeAt(event.clientX, event.clientY))
    },
    description: [
      ...(picks?.onPick ? [t`Space picks a cell of ${title}.`] : []),
      ...(picks?.picked ? [t`Selected: ${picks.picked}.`] : []),
    ],
  }
}
