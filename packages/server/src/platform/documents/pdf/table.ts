import { cutNote } from '../cut-note.ts'
import type { Alignment, DocumentCell, DocumentTable } from '../document.ts'
import { type Canvas, COLORS, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { drawSparkline, sparklineWidth } from './sparkline.ts'

const HEAD: TextStyle = { font: 'semibold', size: 7, color: COLORS.text2 }
const CELL: TextStyle = { font: 'regular', size: 7.5, color: COLORS.text }
const TOTAL: TextStyle = { font: 'semibold', size: 7.5, color: COLORS.text }
const ROW = 14
/** Points at both sides of a cell. */
const SIDE = 4
const MIN_COLUMN = 32
const MAX_COLUMN = 220
/** Rows from which the widths of columns follow. */
const MEASURED_ROWS = 40
/** A sentence below the rows. */
const NOTE_HEIGHT = 11

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

/** The height of the heads, the foot and the note of a table, points. */
const fixedHeight = ({ heads, foot, note }: DocumentTable) =>
  (heads.length + (foot === null ? 0 : 1)) * ROW + (note === '' ? 0 : NOTE_HEIGHT)

/** The height of a table with its first lines, points. @param count number of lines */
export function tableHeight(table: DocumentTable, count: number): number {
  const lines = linesOf(table).length
  const isCut = table.more > 0 || lines > count
  return fixedHeight(table) + Math.min(lines, count) * ROW + (isCut ? NOTE_HEIGHT : 0)
}

/** Draws as many rows and columns as fit, and says how many there are. */
export function drawTable(canvas: Canvas, table: DocumentTable, x: number, y: number, width: number, height: number): void {
  const { doc } = canvas
  const widths = columnWidths(canvas, table, width)
  const all = linesOf(table)
  const spaceFor = (below: number) => Math.max(0, Math.floor((height - fixedHeight(table) - below) / ROW))
  const isWhole = table.more === 0 && all.length <= spaceFor(0) && widths.length === columnCount(table)
  const lines = isWhole ? all : all.slice(0, spaceFor(NOTE_HEIGHT))
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
  const shown = [...lines, ...(table.foot === null ? [] : [{ cells: table.foot, isTotal: true }])]
  for (const line of shown) {
    drawLine(canvas, line, { x, y: top, widths, aligns: alignments(table) })
    top += ROW
    rule(top)
  }
  const rows = lines.filter(({ isTotal }) => !isTotal).length
  const cut = cutNote({ shown: rows, all: table.rows.length + table.more }, { shown: widths.length, all: columnCount(table) })
  for (const note of [cut, table.note].filter((text) => text !== '')) {
    canvas.line(canvas.fitted(canvas.glyphs.shown(note), width, NOTE), x, top + 2, NOTE)
    top += NOTE_HEIGHT
  }
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
  let left = x
  for (const [at, cellWidth] of widths.entries()) {
    const cell = cells[at]
    const look = cell?.look ?? null
    if (look?.background) doc.rect(left, y, cellWidth, ROW).fill(look.background)
    if (look?.bar) {
      const { from, to, color } = look.bar
      doc.rect(left + from * cellWidth, y + 2, (to - from) * cellWidth, ROW - 4).fill(color)
    }
    const style = isTotal ? TOTAL : look?.text ? { ...CELL, color: look.text } : CELL
    const align = aligns[at] ?? 'left'
    const box = { x: left + SIDE, y, width: cellWidth - 2 * SIDE, height: ROW, align }
    const isDrawn = cell?.sparkline ? drawSparkline(canvas, cell.sparkline, box, style) : false
    if (cell && !isDrawn) drawText(canvas, cell.sparkline?.last ?? cell.text, left, y, cellWidth, style, align, cell.link)
    left += cellWidth
  }
}

const NOTE: TextStyle = { font: 'regular', size: 7, color: COLORS.text3 }

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
    const texts = table.rows.slice(0, MEASURED_ROWS).map((row) => cellWidth(canvas, row[at]))
    const totals = [...table.subtotals.slice(0, MEASURED_ROWS).map(({ cells }) => cells), table.foot ?? []]
    const sums = totals.map((cells) => canvas.widthOf(short(canvas, cells[at]?.text ?? ''), TOTAL))
    const widest = Math.max(canvas.widthOf(short(canvas, heads[at]?.text ?? ''), HEAD), ...texts, ...sums)
    return Math.min(Math.max(widest + 2 * SIDE, MIN_COLUMN), MAX_COLUMN)
  })
  const wanted = sum(natural)
  if (wanted <= width) return natural.map((one) => one + (width - wanted) / count)
  const spare = width - count * MIN_COLUMN
  const wish = sum(natural.map((one) => one - MIN_COLUMN))
  return natural.map((one) => MIN_COLUMN + ((one - MIN_COLUMN) * spare) / wish)
}

function cellWidth(canvas: Canvas, cell: DocumentCell | undefined): number {
  if (cell?.sparkline) return sparklineWidth(canvas, short(canvas, cell.sparkline.last), CELL)
  return canvas.widthOf(short(canvas, cell?.text ?? ''), CELL)
}

/** Measuring long texts is slow, and their columns are as wide as allowed anyway. */
const short = ({ glyphs }: Canvas, text: string) => glyphs.shown(text.slice(0, 60))

const sum = (numbers: readonly number[], from = 0) => numbers.reduce((total, one) => total + one, from)
