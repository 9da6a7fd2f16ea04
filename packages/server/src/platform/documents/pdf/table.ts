import { i18n } from '@sightline/domain/language/i18n.ts'
import { isFromRight, sideOf } from '../../language/sides.ts'
import { cutNote } from '../cut-note.ts'
import type { Alignment, DocumentCell, DocumentTable } from '../document.ts'
import { type Canvas, COLORS, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { columnWidths, lowestHeads, SIDE, sum } from './columns.ts'
import { drawSparkline } from './sparkline.ts'

const HEAD: TextStyle = { font: 'semibold', size: 7, color: COLORS.text2 }
const CELL: TextStyle = { font: 'regular', size: 7.5, color: COLORS.text }
const TOTAL: TextStyle = { font: 'semibold', size: 7.5, color: COLORS.text }
const NOTE: TextStyle = { font: 'regular', size: 7, color: COLORS.text3 }
const STYLES = { head: HEAD, cell: CELL, total: TOTAL }
const ROW = 14
const HEAD_LINE = HEAD.size * LINE_HEIGHT
/** Lines of a head that is wider than its column. */
const MAX_HEAD_LINES = 3
/** A line of a sentence below the rows, and the most that a sentence has. */
const NOTE_HEIGHT = 11
const MAX_NOTE_LINES = 3

/** A row, or a line with totals below some rows. */
interface Line {
  cells: readonly DocumentCell[]
  isTotal: boolean
}

/** The rows with the totals below them. */
function linesOf({ rows, subtotals }: DocumentTable): Line[] {
  const below = Map.groupBy(subtotals, ({ after }) => after)
  return rows.flatMap((cells, at) => [
    { cells, isTotal: false },
    ...(below.get(at + 1) ?? []).map((line) => ({ cells: line.cells, isTotal: true })),
  ])
}

/** A table that has a width. */
interface Laid {
  /** Of the columns that fit, points. */
  widths: number[]
  /** The lines of the lowest heads. */
  heads: string[][]
  /** The height of the heads and the foot, points. */
  fixed: number
  headHeight: number
  /** The lines below a table of which so many rows are shown. */
  notesFor(rows: number): string[]
}

function layOut(canvas: Canvas, table: DocumentTable, width: number): Laid {
  const widths = columnWidths(canvas, table, STYLES, width)
  const all = lowestHeads(table)
  const linesIn = (text: string, room: number, style: TextStyle, most: number) =>
    canvas.lines(canvas.glyphs.shown(text), room, style, most)
  const heads = widths.map((one, at) => linesIn(all[at]?.text ?? '', one - 2 * SIDE, HEAD, MAX_HEAD_LINES))
  const headHeight = table.heads.length * ROW + (Math.max(1, ...heads.map(({ length }) => length)) - 1) * HEAD_LINE
  const columns = { shown: widths.length, all: all.length }
  const missing = all.slice(widths.length).map(({ text }) => text)
  const texts = [
    missing.length === 0 ? '' : i18n._('Columns that are not shown: {names}', { names: missing.join(', ') }),
    table.note,
  ]
  return {
    widths,
    heads,
    headHeight,
    fixed: headHeight + (table.foot === null ? 0 : ROW),
    notesFor: (rows) =>
      [cutNote({ shown: rows, all: rowCount(table) }, columns), ...texts]
        .filter((text) => text !== '')
        .flatMap((text) => linesIn(text, width, NOTE, MAX_NOTE_LINES)),
  }
}

const rowCount = ({ rows, more }: DocumentTable) => rows.length + more

/** The height of a table with its first lines, points. @param count number of lines */
export function tableHeight(canvas: Canvas, table: DocumentTable, width: number, count: number): number {
  const { fixed, notesFor } = layOut(canvas, table, width)
  const lines = linesOf(table).length
  const isCut = table.more > 0 || lines > count
  return fixed + Math.min(lines, count) * ROW + notesFor(rowCount(table) - (isCut ? 1 : 0)).length * NOTE_HEIGHT
}

/** Draws as many rows and columns as fit, and says how many there are. */
export function drawTable(canvas: Canvas, table: DocumentTable, x: number, y: number, width: number, height: number): void {
  const { doc } = canvas
  const laid = layOut(canvas, table, width)
  const { widths, fixed, notesFor } = laid
  const all = linesOf(table)
  const spaceWith = (notes: string[]) => Math.max(0, Math.floor((height - fixed - notes.length * NOTE_HEIGHT) / ROW))
  const isWhole = table.more === 0 && all.length <= spaceWith(notesFor(rowCount(table)))
  const lines = isWhole ? all : all.slice(0, spaceWith(notesFor(rowCount(table) - 1)))
  drawHeads(canvas, table, laid, x, y)
  let top = y + laid.headHeight
  const tableWidth = sum(widths)
  const rule = (at: number) =>
    doc
      .moveTo(x, at)
      .lineTo(x + tableWidth, at)
      .lineWidth(0.5)
      .strokeColor(COLORS.line)
      .stroke()
  rule(top)
  const shown = [...lines, ...(table.foot === null ? [] : [{ cells: table.foot, isTotal: true }])]
  const aligns = lowestHeads(table).map(({ align }) => align)
  for (const line of shown) {
    drawLine(canvas, line, { x, y: top, widths, aligns })
    top += ROW
    rule(top)
  }
  for (const note of notesFor(lines.filter(({ isTotal }) => !isTotal).length)) {
    canvas.lineIn(note, { x, y: top + 2, width }, NOTE)
    top += NOTE_HEIGHT
  }
}

function drawHeads(canvas: Canvas, table: DocumentTable, { widths, heads, headHeight }: Laid, x: number, y: number): void {
  for (const [row, head] of table.heads.slice(0, -1).entries()) {
    let at = 0
    for (const { text, span, align } of head) {
      const cellWidth = sum(widths.slice(at, at + span))
      if (cellWidth > 0) drawText(canvas, text, leftOf(widths, at, span, x), y + row * ROW, cellWidth, HEAD, align, null)
      at += span
    }
  }
  const lowest = lowestHeads(table)
  for (const [at, width] of widths.entries()) {
    const left = leftOf(widths, at, 1, x)
    const lines = heads[at] ?? []
    const top = y + headHeight - ROW - (lines.length - 1) * HEAD_LINE
    for (const [line, text] of lines.entries())
      drawText(canvas, text, left, top + line * HEAD_LINE, width, HEAD, lowest[at]?.align ?? 'left', null)
  }
}

/** The left edge of some columns; the first one is at the side at which lines of the reader start. @param x of the table */
function leftOf(widths: readonly number[], at: number, span: number, x: number): number {
  return sum(isFromRight() ? widths.slice(at + span) : widths.slice(0, at), x)
}

interface LinePlace {
  x: number
  y: number
  widths: readonly number[]
  aligns: readonly Alignment[]
}

function drawLine(canvas: Canvas, { cells, isTotal }: Line, { x, y, widths, aligns }: LinePlace): void {
  const { doc } = canvas
  if (isTotal) doc.rect(x, y, sum(widths), ROW).fill(COLORS.soft)
  for (const [at, cellWidth] of widths.entries()) {
    const left = leftOf(widths, at, 1, x)
    const cell = cells[at]
    const look = cell?.look ?? null
    if (look?.background) doc.rect(left, y, cellWidth, ROW).fill(look.background)
    if (look?.bar) {
      const { from, to, color } = look.bar
      const start = isFromRight() ? 1 - to : from
      doc.rect(left + start * cellWidth, y + 2, (to - from) * cellWidth, ROW - 4).fill(color)
    }
    const style = isTotal ? TOTAL : look?.text ? { ...CELL, color: look.text } : CELL
    const align = aligns[at] ?? 'left'
    const box = { x: left + SIDE, y, width: cellWidth - 2 * SIDE, height: ROW, align: sideOf(align) }
    const isDrawn = cell?.sparkline ? drawSparkline(canvas, cell.sparkline, box, style) : false
    if (cell && !isDrawn) drawText(canvas, cell.sparkline?.last ?? cell.text, left, y, cellWidth, style, align, cell.link)
  }
}

function drawText(
  canvas: Canvas,
  text: string,
  x: number,
  y: number,
  width: number,
  style: TextStyle,
  align: Alignment,
  link: string | null,
): void {
  const shown = canvas.fitted(canvas.glyphs.shown(text), width - 2 * SIDE, style)
  const side = sideOf(align)
  const spare = side === 'left' ? 0 : width - 2 * SIDE - canvas.widthOf(shown, style)
  const left = x + SIDE + (side === 'center' ? spare / 2 : spare)
  const linked = link === null ? style : { ...style, color: COLORS.accent }
  canvas.line(shown, left, y + (ROW - style.size * LINE_HEIGHT) / 2, linked, link)
}
