import { t } from '@lingui/core/macro'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { keyInLine } from '../../language/direction.ts'
import { type ColumnDrag, useColumnDrag } from './column-drag.tsx'
import { type ArrangedColumns, type ColumnMove, changesOrder, type MoveTarget, moveTowards } from './column-order.ts'
import { type CellPlace, rectangleOf, type Selection, selectionAfter } from './selection.ts'

/** A keyboard action on the columns of the selected cells: move them, change their width by pixels, or fit it to their cells. */
export type ColumnAction = { kind: 'move'; aim: MoveTarget } | { kind: 'widen'; by: number } | { kind: 'fit' }

/** Pixels. */
export const WIDTH_STEP = 24

const aims: Record<string, MoveTarget> = { ArrowLeft: 'left', ArrowRight: 'right', Home: 'first', End: 'last' }

interface Press {
  key: string
  altKey: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** The column action of a key press; null if it has none. Alt with an arrow alone is left to the browser, which goes back or forward. */
export function columnActionFor({ key, altKey, shiftKey, ctrlKey, metaKey }: Press): ColumnAction | null {
  if (ctrlKey || metaKey) return null
  if (altKey) {
    const aim = shiftKey ? aims[keyInLine(key)] : undefined
    return aim === undefined ? null : { kind: 'move', aim }
  }
  if (key === '+') return { kind: 'widen', by: WIDTH_STEP }
  if (key === '-') return { kind: 'widen', by: -WIDTH_STEP }
  return key === '0' ? { kind: 'fit' } : null
}

interface ArrangementOptions {
  scroller: RefObject<HTMLDivElement | null>
  numberWidth: number
  selection: Selection | null
  /** Rows that a fitted column is measured by. */
  fitTo: { first: number; last: number }
  onSelect(selection: Selection | null): void
  /** Scrolls to a cell. */
  reveal(place: CellPlace): void
  /** Shows a status message, which screen readers read out. */
  announce(message: string): void
}

interface ColumnArrangement {
  drag: ColumnDrag
  /** Applies a keyboard action to the columns of the selected cells. */
  apply(action: ColumnAction, selection: Selection): void
}

/** Moving and resizing columns by pointer and by keyboard. The selection follows its columns. */
export function useColumnArrangement(arranged: ArrangedColumns, table: ArrangementOptions): ColumnArrangement {
  const { columns, layout } = arranged
  const toReveal = useRef<CellPlace | null>(null)
  // The position of a moved column is known only after the next layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only after a new layout.
  useLayoutEffect(() => {
    if (toReveal.current !== null) table.reveal(toReveal.current)
    toReveal.current = null
  }, [layout])

  const move = (by: ColumnMove): Selection | null => {
    const selection = table.selection && selectionAfter(table.selection, by)
    arranged.move(by)
    table.onSelect(selection)
    table.announce(movedText(by, columns[by.left]?.title ?? '', columns.length))
    return selection
  }
  const drop = (place: number, gap: number) => {
    const by = { left: place, right: place, gap }
    if (changesOrder(by)) move(by)
  }
  const drag = useColumnDrag(table.scroller, layout, table.numberWidth, drop)

  return {
    drag,
    apply(action, selection) {
      const { left, right } = rectangleOf(selection)
      if (action.kind === 'move') {
        const by = moveTowards(action.aim, left, right, columns.length)
        if (by !== null) toReveal.current = move(by)?.focus ?? null
        return
      }
      const chosen = columns.slice(left, right + 1)
      if (action.kind === 'fit') arranged.fit(chosen, table.fitTo.first, table.fitTo.last)
      else arranged.resize(chosen.map((column, at) => [column, (layout.widths[left + at] ?? 0) + action.by]))
    },
  }
}

function movedText({ left, right, gap }: ColumnMove, title: string, count: number): string {
  const others = right - left
  const last = gap > right ? gap : gap + others + 1
  if (others === 0) return t`Moved ${title} to position ${last} of ${count}`
  return t`Moved ${others + 1} columns to positions ${last - others} to ${last} of ${count}`
}
