import type { DrawnTable } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import type { TableRows } from './echarts/table-rows.ts'
import type { Formats, Needs, ResultData } from './visualization.ts'

// How types are drawn without a page, for files and mails. The server does this in a thread, so nothing here knows the DOM.

/** Pixels. */
export interface Size {
  width: number
  height: number
}

export type Scheme = 'light' | 'dark'

interface Nothing {
  kind: 'nothing'
  reason: string
}

/** A prepared drawing. */
export interface Drawing {
  kind: 'drawing'
  /** An SVG document, which may be larger than the size in pixels: it is then shown smaller. */
  svg(size: Size, scheme: Scheme): string
  /** Its values; null if the drawing has all of them as text. */
  table(): TableRows | null
  /** Alternative text for people who cannot see it. */
  description: string
  note: string | null
  /** Whether it shows all that its rows say. */
  replacesRows?: boolean
}

/** A visualization that is a table itself. Files show it as one; mails do not have it. */
export interface DrawnRows {
  kind: 'rows'
  table: DrawnTable
  description: string
  note: string | null
}

/** How a type of visualization is drawn without a page. */
export interface TypePicture<Options> {
  type: string
  options: { parse(stored: unknown): Options }
  problem(options: Options, columns: readonly SourceColumn[]): string | null
  needs(options: Options, columns: SourceColumn[], formats: Pick<Formats, 'timeZone'>): Needs
  draw(data: ResultData, options: Options, formats: Formats, name: string): Drawing | DrawnRows | Nothing
}

/** A type whose options are known only to itself: they pass through its own `options` schema. */
export type AnyTypePicture = TypePicture<Record<string, unknown>>

/** Defines how a type is drawn. */
export const definePicture = <Options>(picture: TypePicture<Options>): AnyTypePicture => picture as unknown as AnyTypePicture

/** The answer for a result that has nothing to draw. */
export const noData = () => ({ kind: 'nothing', reason: i18n._('No data') }) as const
