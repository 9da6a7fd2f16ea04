import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { ChartTheme } from '../echarts/theme.ts'
import { automaticColors, shownColor } from '../palette.ts'
import type { ColumnData, Formats } from '../visualization.ts'

/** The content that a script draws. The frame adds its size. The contract of plug-ins describes it as `Drawing`. */
export interface Drawing {
  name: string
  options: Record<string, unknown>
  data: { columns: { name: string; type: ColumnType | null; values: Cell[] }[]; total: number }
  theme: {
    scheme: 'light' | 'dark'
    font: string
    background: string
    text: string
    mutedText: string
    grid: string
    colors: string[]
  }
  formats: {
    date: string
    dateTime: string
    integer: string
    float: string
    thousandsSeparator: string
    decimalSeparator: string
    timeZone: string
  }
}

/** Messages to the frame, over a port that only the page and the frame share. */
export type ToFrame = { kind: 'script'; source: string } | { kind: 'draw'; turn: number; drawing: Drawing }

/** Messages from the frame: `leave` asks the page to take the focus. */
export type FromFrame = { kind: 'drawn'; turn: number } | { kind: 'failed'; message: string } | { kind: 'leave' }

const MAX_MESSAGE_LENGTH = 500

/** Validates a message of the frame, whose script may send anything; null if it is invalid. */
export function readFromFrame(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'leave') return { kind: 'leave' }
  if (data.kind === 'drawn' && 'turn' in data && typeof data.turn === 'number') return { kind: 'drawn', turn: data.turn }
  if (data.kind !== 'failed' || !('message' in data)) return null
  return { kind: 'failed', message: String(data.message).slice(0, MAX_MESSAGE_LENGTH) }
}

/** The columns of a result with their values. */
export const drawnData = ({ columns, values, total }: ColumnData): Drawing['data'] => ({
  columns: columns.map(({ name, type }: SourceColumn, index) => ({ name, type, values: values[index] ?? [] })),
  total,
})

/** The look of the page, as far as a script should follow it. */
export const drawnTheme = (
  { scheme, font, surface, text, text3, grid }: ChartTheme,
  { chartColors }: Formats,
): Drawing['theme'] => ({
  scheme,
  font,
  background: surface,
  text,
  mutedText: text3,
  grid,
  colors: automaticColors(chartColors).map((color) => shownColor(color, scheme)),
})

export const drawnFormats = (formats: Formats): Drawing['formats'] => ({
  date: formats.dateFormat,
  dateTime: formats.dateTimeFormat,
  integer: formats.integerFormat,
  float: formats.floatFormat,
  thousandsSeparator: formats.numberMarks.thousands,
  decimalSeparator: formats.numberMarks.decimal,
  timeZone: formats.timeZone,
})
