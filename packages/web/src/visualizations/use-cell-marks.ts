import { t } from '@lingui/core/macro'
import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { keyInLine } from '../language/direction.ts'
import type { PickedMark, PickMark } from './visualization.ts'

/** The attributes of a cell that is a mark. */
interface CellAttributes {
  'data-cell'?: string
  tabIndex?: number
}

interface CellMarks {
  table: HTMLAttributes<HTMLTableElement> & { ref: RefObject<HTMLTableElement | null> }
  /** Attributes of a cell; none for a cell without a mark. */
  cell(row: number, column: number): CellAttributes
}

const arrows: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Lets the cells of a table be chosen: by a click, a right-click, or Enter on the cell that the arrow keys have led to. To Tab they
 * are a single stop.
 * @param markAt returns the mark of a cell; null for none
 * @param onInspect receives the chosen mark; null if none can be chosen
 */
export function useCellMarks(
  markAt: (row: number, column: number) => PickedMark | null,
  onInspect: PickMark | null,
): CellMarks {
  const table = useRef<HTMLTableElement>(null)
  // The stop of Tab moves with the focus. It is kept in the page alone, because a table has up to 20,000 cells to render.
  useEffect(() => {
    const cells = table.current
    if (cells?.querySelector('[data-cell][tabindex="0"]') === null)
      cells.querySelector('[data-cell]')?.setAttribute('tabindex', '0')
  })
  if (onInspect === null) return { table: { ref: table }, cell: () => ({}) }

  const inspect = (event: MouseEvent | KeyboardEvent) => {
    const place = placeOf(event.target)
    const mark = place && markAt(...place)
    if (!mark) return
    event.preventDefault()
    onInspect(mark)
  }
  return {
    table: {
      ref: table,
      'aria-description': t`Arrow keys move from cell to cell, Enter shows the rows behind one.`,
      onClick: inspect,
      onContextMenu: inspect,
      onKeyDown(event) {
        if (event.key === 'Enter') return inspect(event)
        const [down, right] = arrows[keyInLine(event.key)] ?? [0, 0]
        const place = placeOf(event.target)
        if (place === null || (down === 0 && right === 0)) return
        event.preventDefault()
        const next = table.current?.querySelector<HTMLElement>(`[data-cell="${place[0] + down},${place[1] + right}"]`)
        if (!next) return
        table.current?.querySelector('[data-cell][tabindex="0"]')?.setAttribute('tabindex', '-1')
        next.setAttribute('tabindex', '0')
        next.focus()
      },
    },
    cell: (row, column) => (markAt(row, column) === null ? {} : { 'data-cell': `${row},${column}`, tabIndex: -1 }),
  }
}

/** The row and column of the cell that an event happened in; null outside of the cells with marks. */
function placeOf(target: EventTarget): [row: number, column: number] | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset.cell?.split(',').map(Number) ?? []
  return row === undefined || column === undefined ? null : [row, column]
}
