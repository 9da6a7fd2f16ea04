import { type MouseEvent, type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type ColumnMove, placeAfter } from './column-order.ts'

/** A cell by its row and column as shown, both counted from 0. */
export interface CellPlace {
  row: number
  column: number
}

/** A rectangle of cells between the cell where the selection began and the focused cell. */
export interface Selection {
  anchor: CellPlace
  focus: CellPlace
}

export interface Rectangle {
  top: number
  bottom: number
  left: number
  right: number
}

export function rectangleOf({ anchor, focus }: Selection): Rectangle {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

/** The selection after a move of columns. If the move splits the rectangle, only the focused cell stays selected. */
export function selectionAfter({ anchor, focus }: Selection, move: ColumnMove): Selection {
  const moved = (place: CellPlace) => ({ ...place, column: placeAfter(place.column, move) })
  const after = { anchor: moved(anchor), focus: moved(focus) }
  const isWhole = after.focus.column - after.anchor.column === focus.column - anchor.column
  return isWhole ? after : { anchor: after.focus, focus: after.focus }
}

/** A key press; `isCtrl` also stands for the Command key of a Mac. */
export interface KeyPress {
  key: string
  isCtrl: boolean
  isShift: boolean
}

const moves: Record<string, (at: CellPlace, last: CellPlace, page: number) => CellPlace> = {
  ArrowUp: (at) => ({ ...at, row: at.row - 1 }),
  ArrowDown: (at) => ({ ...at, row: at.row + 1 }),
  ArrowLeft: (at) => ({ ...at, column: at.column - 1 }),
  ArrowRight: (at) => ({ ...at, column: at.column + 1 }),
  PageUp: (at, _, page) => ({ ...at, row: at.row - page }),
  PageDown: (at, _, page) => ({ ...at, row: at.row + page }),
  Home: (at) => ({ ...at, column: 0 }),
  End: (at, last) => ({ ...at, column: last.column }),
  CtrlHome: () => ({ row: 0, column: 0 }),
  CtrlEnd: (_, last) => last,
  CtrlArrowUp: (at) => ({ ...at, row: 0 }),
  CtrlArrowDown: (at, last) => ({ ...at, row: last.row }),
  CtrlArrowLeft: (at) => ({ ...at, column: 0 }),
  CtrlArrowRight: (at, last) => ({ ...at, column: last.column }),
}

const clamp = (value: number, high: number) => Math.min(Math.max(value, 0), high)

/**
 * The selection after a key press; null if the key does not change it.
 * @param now null if nothing is selected: the first key selects the first cell
 * @param last the last cell of the table
 * @param page rows per screen
 */
export function selectionAfterKey(now: Selection | null, press: KeyPress, last: CellPlace, page: number): Selection | null {
  if (press.isCtrl && press.key.toLowerCase() === 'a') return { anchor: { row: 0, column: 0 }, focus: last }
  const move = moves[press.isCtrl ? `Ctrl${press.key}` : press.key]
  if (!move) return null
  if (now === null) return { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } }
  const to = move(now.focus, last, page)
  const focus = { row: clamp(to.row, last.row), column: clamp(to.column, last.column) }
  return { anchor: press.isShift ? now.anchor : focus, focus }
}

/** The selected cells of a table, and the cell whose full value is open in a popover. */
export interface SelectedCells {
  selection: Selection | null
  opened: CellPlace | null
  /** Selects other cells, or none, and closes the open cell. */
  set(selection: Selection | null): void
  /** Selects one cell, or extends the selection up to it. */
  select(place: CellPlace, isExtending: boolean): void
  /** @param place null closes the open cell */
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

const isOne = ({ anchor, focus }: Selection, { row, column }: CellPlace) =>
  [anchor, focus].every((end) => end.row === row && end.column === column)

/**
 * Selecting with a finger, which drags the table instead of a selection: a tap selects a cell, and a tap on the selected one opens it.
 * @param placeAt the cell under a point of the window
 * @param open opens a cell, as a double-click does
 * @param hasOwnTap whether each tap on a cell has an effect of its own
 */
export function useCellTaps(
  { selection, select }: Pick<SelectedCells, 'selection' | 'select'>,
  placeAt: (x: number, y: number) => CellPlace | null,
  { open, hasOwnTap }: { open(place: CellPlace): void; hasOwnTap(place: CellPlace): boolean },
): { onClick(event: MouseEvent): void; onDoubleClick(event: MouseEvent): void } {
  // Browsers do not say what made a double-click.
  const isFinger = useRef(false)
  return {
    onClick(event) {
      const { nativeEvent, target, clientX, clientY } = event
      isFinger.current = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
      const place = placeAt(clientX, clientY)
      if (!isFinger.current || place === null || isControl(target)) return
      if (selection !== null && isOne(selection, place) && !hasOwnTap(place)) open(place)
      else select(place, false)
    },
    onDoubleClick({ clientX, clientY }) {
      const place = placeAt(clientX, clientY)
      if (!isFinger.current && place !== null) open(place)
    },
  }
}

/** Links and buttons in cells keep their clicks. */
const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button, summary') !== null

/** The most pixels per frame that the table scrolls while a selection is dragged beyond its edge. */
const MAX_SPEED = 40

interface CellDrag {
  onPointerDown(event: ReactPointerEvent): void
  onPointerMove(event: ReactPointerEvent): void
  onLostPointerCapture(): void
}

/**
 * Selecting with the pointer: a press selects a cell, dragging extends the selection, and beyond an edge the table scrolls.
 * @param placeAt the cell under a point of the window
 */
export function useCellDrag(
  scroller: RefObject<HTMLDivElement | null>,
  placeAt: (x: number, y: number) => CellPlace | null,
  select: (place: CellPlace, isExtending: boolean) => void,
): CellDrag {
  const drag = useRef<{ x: number; y: number; frame: number; last: CellPlace } | null>(null)

  useEffect(
    () => () => {
      if (drag.current !== null) cancelAnimationFrame(drag.current.frame)
    },
    [],
  )

  const extend = () => {
    const now = drag.current
    const element = scroller.current
    if (now === null || element === null) return
    const edge = element.getBoundingClientRect()
    const beyond = now.y < edge.top + 30 ? now.y - edge.top - 30 : now.y > edge.bottom ? now.y - edge.bottom : 0
    if (beyond !== 0) element.scrollTop += Math.max(-MAX_SPEED, Math.min(MAX_SPEED, beyond))
    const aside = now.x < edge.left ? now.x - edge.left : now.x > edge.right ? now.x - edge.right : 0
    if (aside !== 0) element.scrollLeft += Math.max(-MAX_SPEED, Math.min(MAX_SPEED, aside))
    const place = placeAt(now.x, now.y)
    if (place !== null && (place.row !== now.last.row || place.column !== now.last.column)) {
      now.last = place
      select(place, true)
    }
    now.frame = beyond === 0 && aside === 0 ? 0 : requestAnimationFrame(extend)
  }

  return {
    onPointerDown(event) {
      // A finger scrolls instead.
      if (event.button !== 0 || event.pointerType === 'touch' || isControl(event.target)) return
      const place = placeAt(event.clientX, event.clientY)
      if (place === null) return
      drag.current = { x: event.clientX, y: event.clientY, frame: 0, last: place }
      // Captured now, because the first move may already be beyond the edge.
      event.currentTarget.setPointerCapture(event.pointerId)
      select(place, event.shiftKey)
    },
    onPointerMove(event) {
      const now = drag.current
      if (now === null) return
      const hasMoved = Math.abs(event.clientX - now.x) + Math.abs(event.clientY - now.y) > 3
      if (!hasMoved && now.frame === 0) return
      now.x = event.clientX
      now.y = event.clientY
      if (now.frame === 0) extend()
    },
    // Fires after pointerup, pointercancel and any other loss of the pointer.
    onLostPointerCapture() {
      if (drag.current !== null) cancelAnimationFrame(drag.current.frame)
      drag.current = null
    },
  }
}
