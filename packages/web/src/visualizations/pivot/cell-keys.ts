import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { keyInLine } from '../../language/direction.ts'

/** The place of a button in the table: row and column from 0, and -1 for the heads of the columns. */
export const placeName = (row: number, column: number) => `${row} ${column}`

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Makes all buttons of a table with `data-place` a single Tab stop; arrow keys move between them and skip cells without one. The
 * elements hold the state, because a table has thousands of them.
 * @param size numbers of rows and columns, with totals
 */
export function useCellKeys(table: RefObject<HTMLTableElement | null>, size: { rows: number; columns: number }) {
  useLayoutEffect(() => {
    if (table.current === null || stopIn(table.current) !== null) return
    const first = table.current.querySelector<HTMLElement>('[data-place]')
    if (first) first.tabIndex = 0
  })
  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (!isPlaced(target) || table.current === null) return
      const before = stopIn(table.current)
      if (before) before.tabIndex = -1
      target.tabIndex = 0
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = steps[keyInLine(event.key)]
      if (step === undefined || !isPlaced(event.target)) return
      event.preventDefault()
      let [row = 0, column = 0] = (event.target.dataset.place ?? '').split(' ').map(Number)
      for (;;) {
        row += step[0]
        column += step[1]
        if (row < -1 || row >= size.rows || column < 0 || column >= size.columns) return
        const next = table.current?.querySelector<HTMLElement>(`[data-place="${placeName(row, column)}"]`)
        if (next) return next.focus()
      }
    },
  }
}

const stopIn = (table: HTMLTableElement) => table.querySelector<HTMLElement>('[data-place][tabindex="0"]')

const isPlaced = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.dataset.place !== undefined
