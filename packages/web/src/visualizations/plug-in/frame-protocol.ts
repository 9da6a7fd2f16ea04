import type { Drawing as WholeDrawing } from '@sightline/contract/plug-in.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { ChartTheme } from '../echarts/theme.ts'
import { automaticColors, shownColor } from '../palette.ts'
import type { ColumnData, Formats } from '../visualization.ts'
import type { PlugInOptions } from './options.ts'

/** The content that a script draws, as the contract of plug-ins has it. The frame adds its size. */
export interface Drawing extends Omit<WholeDrawing, 'options' | 'size'> {
  options: PlugInOptions
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
