import type { Cell } from '@sightline/contract/executions.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import type { ComponentType } from 'react'
import type { z } from 'zod/mini'
import type { RowSource, SourceColumn } from '../ui/data-table/source.ts'

/** What a drawing wants of the result, as a function of its options: some columns whole (thinned when long), or windows of rows. */
export type Needs =
  | {
      kind: 'columns'
      columns: string[] /** The column whose extremes must survive thinning; null for none. */
      extreme: string | null
    }
  | { kind: 'windows' }

/** The columns that `needs` asked for. */
export interface ColumnData {
  kind: 'columns'
  columns: SourceColumn[]
  /** Rows in the result. */
  total: number
  /** Rows here; fewer when thinned. */
  shown: number
  /** One array per entry of `columns`. */
  values: Cell[][]
}
export interface WindowData {
  kind: 'windows'
  source: RowSource
}
export type ResultData = ColumnData | WindowData

/** Formats and limits of this installation that drawings follow. */
export interface Formats {
  dateFormat: string
  dateTimeFormat: string
  integerFormat: string
  floatFormat: string
  /** Of numbers in tables. */
  numberMarks: NumberMarks
  /** What tables show where a value is missing. */
  nullText: string
  /** Characters. */
  tableCellMaxJSONSize: number
}

export interface RendererProps<Options> {
  name: string
  options: Options
  data: ResultData
  formats: Formats
  colorScheme: 'light' | 'dark'
}

export interface EditorProps<Options> {
  options: Options
  /** All columns of the result. */
  columns: SourceColumn[]
  /** What the preview is drawing; null while it loads. */
  data: ResultData | null
  formats: Formats
  onChange(patch: Partial<Options>): void
}

export interface VisualizationType<Options = Record<string, unknown>> {
  /** The wire's type id. */
  type: string
  name: string
  /** Icon of tabs and pickers, 16 px. */
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** Not offered for new visualizations, still drawn and edited. */
  isDeprecated: boolean
  /** Fills defaults and upgrades old records; accepts any object. */
  options: z.ZodMiniType<Options>
  /** Options of a new visualization of these columns. */
  suggest(columns: SourceColumn[]): Partial<Options>
  needs(options: Options, columns: SourceColumn[]): Needs
  /** What still has to be chosen before it can be saved, as a sentence; null when nothing. */
  problem(options: Options, columns: SourceColumn[]): string | null
  /** Default and least size as a widget, in grid units. */
  size: { columns: number; rows: number; minColumns: number; minRows: number; autoHeight: boolean }
  /**
   * The height in pixels of all there is to see, for a type that is as high as its content but shows only a part of it at a time;
   * others are measured.
   * @param rows of the result
   */
  contentHeight?(options: Options, rows: number): number
  load(): Promise<{ Renderer: ComponentType<RendererProps<Options>>; Editor: ComponentType<EditorProps<Options>> }>
}

/** A type whose options are known only to itself: they pass through its own `options` schema. */
export type AnyVisualizationType = VisualizationType<Record<string, unknown>>

/** Gives a visualization type its types. */
export function defineVisualization<Options>(type: VisualizationType<Options>): AnyVisualizationType {
  return type as unknown as AnyVisualizationType
}
