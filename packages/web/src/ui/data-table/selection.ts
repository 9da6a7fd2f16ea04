import { type ColumnMove, placeAfter } from './column-order.ts'

/** A cell by its place: rows and columns as shown, counted from 0. */
export interface CellPlace {
  row: number
  column: number
}

/** A rectangle of cells: where the selection began, and the cell that has the focus. */
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

/** The selection that goes with its columns when some are moved. Of a rectangle that is torn apart the cell with the focus is left. */
export function selectionAfter({ anchor, focus }: Selection, move: ColumnMove): Selection {
  const went = (place: CellPlace) => ({ ...place, column: placeAfter(place.column, move) })
  const after = { anchor: went(anchor), focus: went(focus) }
  const isWhole = after.focus.column - after.anchor.column === focus.column - anchor.column
  return isWhole ? after : { anchor: after.focus, focus: after.focus }
}

/** What a key press says about the focus, with `Ctrl` standing for the Mac's command key too. */
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
 * The selection after a key; null when the key does not move it.
 * @param now null when nothing is selected yet: the first key then goes to the first cell
 * @param last the last cell of the table
 * @param page rows in sight
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

const needsQuotes = /["\t\n\r]/

/** Cells as tab-separated text, the way spreadsheets paste it: exact values, quotes around texts that hold a tab or a line end. */
export function toTsv(rows: readonly (readonly unknown[])[]): string {
  const text = (cell: unknown) => {
    if (cell === null || cell === undefined) return ''
    const plain = String(cell)
    return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  return rows.map((row) => row.map(text).join('\t')).join('\n')
}
