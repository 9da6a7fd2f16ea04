import type { Alignment, DocumentTable } from '../document.ts'
import { type Canvas, COLORS, LINE_HEIGHT, type TextStyle } from './canvas.ts'

const HEAD: TextStyle = { font: 'semibold', size: 7, color: COLORS.text2 }
const CELL: TextStyle = { font: 'regular', size: 7.5, color: COLORS.text }
const ROW = 14
/** Points at both sides of a cell. */
const SIDE = 4
const MIN_COLUMN = 32
const MAX_COLUMN = 220
/** Rows from which the widths of columns follow. */
const MEASURED_ROWS = 40
/** A sentence below the rows. */
const NOTE_HEIGHT = 11

/** The height of a table with its first rows, points. @param rows number of rows */
export const tableHeight = ({ heads, rows: all, more }: DocumentTable, rows: number): number =>
  (heads.length + Math.min(all.length, rows)) * ROW + (all.length + more > rows ? NOTE_HEIGHT : 0)

/** Draws as many rows and columns as fit, and says how many do not. */
export function drawTable(canvas: Canvas, table: DocumentTable, x: number, y: number, width: number, height: number): void {
  const { doc } = canvas
  const widths = columnWidths(canvas, table, width)
  const total = table.rows.length + table.more
  const spaceFor = (below: number) => Math.max(0, Math.floor((height - table.heads.length * ROW - below) / ROW))
  const fitting = total <= spaceFor(0) && widths.length === columnCount(table) ? total : spaceFor(NOTE_HEIGHT)
  const rows = table.rows.slice(0, fitting)
  let top = y
  for (const head of table.heads) {
    let at = 0
    for (const { text, span, align } of head) {
      const cellWidth = sum(widths.slice(at, at + span))
      if (cellWidth > 0) drawText(canvas, text, sum(widths.slice(0, at), x), top, cellWidth, HEAD, align, null)
      at += span
    }
    top += ROW
  }
  const tableWidth = sum(widths)
  const rule = (at: number) =>
    doc
      .moveTo(x, at)
      .lineTo(x + tableWidth, at)
      .lineWidth(0.5)
      .strokeColor(COLORS.line)
      .stroke()
  rule(top)
  const aligns = alignments(table)
  for (const row of rows) {
    let left = x
    for (const [at, cellWidth] of widths.entries()) {
      const cell = row[at]
      const look = cell?.look ?? null
      if (look?.background) doc.rect(left, top, cellWidth, ROW).fill(look.background)
      if (look?.bar) {
        const { from, to, color } = look.bar
        doc.rect(left + from * cellWidth, top + 2, (to - from) * cellWidth, ROW - 4).fill(color)
      }
      const style = look?.text ? { ...CELL, color: look.text } : CELL
      if (cell) drawText(canvas, cell.text, left, top, cellWidth, style, aligns[at] ?? 'left', cell.link)
      left += cellWidth
    }
    top += ROW
    rule(top)
  }
  const note = leftOut(total - rows.length, columnCount(table) - widths.length, rows.length === 0)
  if (note !== '') canvas.line(canvas.fitted(note, width, NOTE), x, top + 2, NOTE)
}

const NOTE: TextStyle = { font: 'regular', size: 7, color: COLORS.text3 }

/** A sentence such as `and 120 more rows, and 2 more columns`; '' if all are there. */
function leftOut(rows: number, columns: number, isEmpty: boolean): string {
  const counted = (count: number, name: string) =>
    `${count.toLocaleString('en-US')}${isEmpty ? '' : ' more'} ${name}${count === 1 ? '' : 's'}`
  const parts = [...(rows > 0 ? [counted(rows, 'row')] : []), ...(columns > 0 ? [counted(columns, 'column')] : [])]
  return parts.length === 0 ? '' : `and ${parts.join(', and ')}`
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
  const spare = align === 'left' ? 0 : width - 2 * SIDE - canvas.widthOf(shown, style)
  const left = x + SIDE + (align === 'center' ? spare / 2 : spare)
  const linked = link === null ? style : { ...style, color: COLORS.accent }
  canvas.line(shown, left, y + (ROW - style.size * LINE_HEIGHT) / 2, linked, link)
}

const columnCount = ({ heads }: DocumentTable) => Math.max(0, ...heads.map((head) => sum(head.map(({ span }) => span))))

const alignments = ({ heads }: DocumentTable): Alignment[] =>
  (heads.at(-1) ?? []).flatMap(({ span, align }) => Array.from({ length: span }, () => align))

/** Columns as wide as their texts; narrower if they do not fit, and only the first ones if they would be too narrow to read. */
function columnWidths(canvas: Canvas, table: DocumentTable, width: number): number[] {
  const count = Math.min(columnCount(table), Math.max(1, Math.floor(width / MIN_COLUMN)))
  const heads = table.heads.at(-1) ?? []
  const natural = Array.from({ length: count }, (_, at) => {
    const texts = table.rows.slice(0, MEASURED_ROWS).map((row) => canvas.widthOf(short(canvas, row[at]?.text ?? ''), CELL))
    const widest = Math.max(canvas.widthOf(short(canvas, heads[at]?.text ?? ''), HEAD), ...texts)
    return Math.min(Math.max(widest + 2 * SIDE, MIN_COLUMN), MAX_COLUMN)
  })
  const wanted = sum(natural)
  if (wanted <= width) return natural.map((one) => one + (width - wanted) / count)
  const spare = width - count * MIN_COLUMN
  const wish = sum(natural.map((one) => one - MIN_COLUMN))
  return natural.map((one) => MIN_COLUMN + ((one - MIN_COLUMN) * spare) / wish)
}

/** Measuring long texts is slow, and their columns are as wide as allowed anyway. */
const short = ({ glyphs }: Canvas, text: string) => glyphs.shown(text.slice(0, 60))

const sum = (numbers: readonly number[], from = 0) => numbers.reduce((total, one) => total + one, from)
