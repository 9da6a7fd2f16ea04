import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ColumnKey } from './column-keys.ts'
import { type ColumnMove, changesOrder, moveTowards } from './column-order.ts'
import { type CellPlace, rectangleOf, type Selection, selectionAfter } from './selection.ts'
import { type ColumnDrag, useColumnDrag } from './use-column-drag.ts'
import type { ArrangedColumns } from './use-columns.ts'

interface Surroundings {
  scroller: RefObject<HTMLDivElement | null>
  numberWidth: number
  selection: Selection | null
  /** Rows whose texts decide how wide a fitted column is. */
  fitTo: { first: number; last: number }
  onSelect(selection: Selection | null): void
  /** Scrolls to a cell. */
  reveal(place: CellPlace): void
  /** Tells what happened, also to who does not see it. */
  say(sentence: string): void
}

interface Arranging {
  drag: ColumnDrag
  /** Does what a key asks of the columns of the selected cells. */
  onKey(key: ColumnKey, selection: Selection): void
}

/** Moving and resizing columns by pointer and by keys. The selection goes with its columns. */
export function useArranging(arranged: ArrangedColumns, around: Surroundings): Arranging {
  const { columns, layout } = arranged
  const toReveal = useRef<CellPlace | null>(null)
  // Where a moved column is can be told only once it is laid out anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new layout has anything to show.
  useLayoutEffect(() => {
    if (toReveal.current !== null) around.reveal(toReveal.current)
    toReveal.current = null
  }, [layout])

  const move = (by: ColumnMove): Selection | null => {
    const selection = around.selection && selectionAfter(around.selection, by)
    arranged.move(by)
    around.onSelect(selection)
    around.say(movedText(by, columns[by.left]?.title ?? '', columns.length))
    return selection
  }
  const drop = (place: number, gap: number) => {
    const by = { left: place, right: place, gap }
    if (changesOrder(by)) move(by)
  }
  const drag = useColumnDrag(around.scroller, layout, around.numberWidth, drop)

  return {
    drag,
    onKey(key, selection) {
      const { left, right } = rectangleOf(selection)
      if (key.kind === 'move') {
        const by = moveTowards(key.aim, left, right, columns.length)
        if (by !== null) toReveal.current = move(by)?.focus ?? null
        return
      }
      const chosen = columns.slice(left, right + 1)
      if (key.kind === 'fit') arranged.fit(chosen, around.fitTo.first, around.fitTo.last)
      else arranged.resize(chosen.map((column, at) => [column, (layout.widths[left + at] ?? 0) + key.by]))
    },
  }
}

function movedText({ left, right, gap }: ColumnMove, title: string, count: number): string {
  const others = right - left
  const last = gap > right ? gap : gap + others + 1
  if (others === 0) return `Moved ${title} to place ${last} of ${count}`
  return `Moved ${others + 1} columns to places ${last - others} to ${last} of ${count}`
}
