import type { DocumentHead, DocumentTable } from '../document.ts'
import type { Canvas, TextStyle } from './canvas.ts'
import { sparklineWidths } from './sparkline.ts'

/** The styles of the texts of a table. */
export interface TableStyles {
  head: TextStyle
  cell: TextStyle
  total: TextStyle
}

/** Points at both sides of a cell. */
export const SIDE = 4
const MIN_COLUMN = 28
/** A column of texts is cut to this width before columns are left out. */
const MIN_TEXTS = 40
const MAX_COLUMN = 220
/** Rows from which the widths of columns of texts follow. */
const MEASURED_ROWS = 40

/** The widths that a column may have, points. */
interface Limits {
  /** Its numbers and dates in full, or a few letters of its texts. */
  least: number
  /** Its cells and each word of its head in full. */
  cells: number
  /** Its cells and its head in full. */
  full: number
}

/** The head of each column, below those of its groups. */
export const lowestHeads = ({ heads }: DocumentTable): DocumentHead[] =>
  (heads.at(-1) ?? []).flatMap((head) => Array.from({ length: head.span }, () => head))

/**
 * The widths of the columns that fit, from the first one, points. Without room for all, heads become narrower first, then texts. Numbers
 * and dates never do, because one that is cut reads as another one: the last columns are left out instead.
 */
export function columnWidths(canvas: Canvas, table: DocumentTable, styles: TableStyles, width: number): number[] {
  const all = lowestHeads(table).map((_, at) => limitsOf(canvas, table, styles, at))
  const limits = all.slice(0, fitting(all, width))
  const [least, cells, full] = (['least', 'cells', 'full'] as const).map((name) => limits.map((one) => one[name]))
  if (least === undefined || cells === undefined || full === undefined) return []
  const spare = width - sum(full)
  if (spare >= 0) return full.map((one) => one + spare / limits.length)
  if (sum(cells) <= width) return between(cells, full, width)
  return sum(least) <= width ? between(least, cells, width) : [width]
}

/** The first columns that fit; one at least. */
function fitting(limits: readonly Limits[], width: number): number {
  let used = 0
  const tooMany = limits.findIndex(({ least }) => {
    used += least
    return used > width
  })
  return tooMany === -1 ? limits.length : Math.max(1, tooMany)
}

/** Widths between two limits whose sum is a width: each has the same share of the way. */
function between(from: readonly number[], to: readonly number[], width: number): number[] {
  const way = sum(to) - sum(from)
  const share = way === 0 ? 0 : (width - sum(from)) / way
  return from.map((one, at) => one + ((to[at] ?? one) - one) * share)
}

function limitsOf(canvas: Canvas, table: DocumentTable, { head, cell, total }: TableStyles, at: number): Limits {
  const { rows, subtotals, foot } = table
  const { text, isExact } = lowestHeads(table)[at] ?? { text: '', isExact: false }
  const column = rows.slice(0, isExact ? rows.length : MEASURED_ROWS).map((row) => row[at])
  const sums = subtotals.map(({ cells }) => cells[at]?.text ?? '')
  const widest = (texts: readonly string[], style: TextStyle) =>
    Math.max(0, ...texts.map((one) => canvas.widthOf(short(canvas, one), style))) + 2 * SIDE
  const last = column.flatMap((one) => one?.sparkline?.last ?? [])
  const lines = last.map((one) => sparklineWidths(canvas, short(canvas, one), cell))
  const widestLine = (of: 'full' | 'least') => Math.max(0, ...lines.map((one) => one[of])) + 2 * SIDE
  const texts = column.map((one) => (one?.sparkline ? '' : (one?.text ?? '')))
  const footWidth = widest([foot?.[at]?.text ?? ''], total)
  const content = Math.max(widest(texts, cell), widest(sums, total), footWidth, widestLine('full'), MIN_COLUMN)
  const kept = isExact ? content : Math.max(Math.min(content, MIN_TEXTS), widestLine('least'), footWidth)
  const cells = Math.min(Math.max(content, widest(text.split(/\s+/), head)), MAX_COLUMN)
  const full = Math.min(Math.max(cells, widest([text], head)), MAX_COLUMN)
  return { least: Math.min(kept, cells), cells, full }
}

/** Measuring long texts is slow, and their columns are as wide as allowed anyway. */
const short = ({ glyphs }: Canvas, text: string) => glyphs.shown(text.slice(0, 60))

/** The sum of numbers. */
export const sum = (numbers: readonly number[], from = 0): number => numbers.reduce((total, one) => total + one, from)
