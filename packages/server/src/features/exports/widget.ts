import type { ResultInfo } from '@sightline/contract/results.ts'
import { notFilteredText } from '@sightline/domain/filters/filters.ts'
import { rowFilters } from '@sightline/domain/filters/row-filters.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { isLimited } from '@sightline/domain/limited-result.ts'
import type { Context } from '../../platform/context.ts'
import type { DocumentContent, DocumentWidget, GridPlace } from '../../platform/documents/document.ts'
import { drawVisualization } from '../executions/service.ts'
import { isNameOfType } from '../visualizations/service.ts'
import type { ExportedWidget, VisibleWidget } from './dashboard.ts'
import { isVisible } from './dashboard.ts'
import { readOther } from './other-results.ts'
import type { WidgetReading } from './reading.ts'
import { drawnTable, tableOf } from './table.ts'
import { type TextSurroundings, textOf } from './text.ts'

type Visualization = NonNullable<VisibleWidget['visualization']>

/** A widget with its place and its data. */
export interface WidgetParts extends WidgetReading {
  widget: ExportedWidget
  place: GridPlace
}

/** How a kind of file shows widgets. */
export interface WidgetStyle {
  schemes: ('light' | 'dark')[]
  /** The size of a drawing, pixels. */
  sizeOf(place: GridPlace): { width: number; height: number }
  maxRows: number
  formats: ValueFormats
  surroundings: TextSurroundings
}

/** A widget with its data in the formats of the organization. */
export async function widgetOf(ctx: Context, parts: WidgetParts, style: WidgetStyle): Promise<DocumentWidget> {
  const { widget, place, values, result } = parts
  const empty = { place, title: null, note: '', values: [], time: null, content: null, remarks: [] }
  if (!isVisible(widget)) return { ...empty, remarks: [i18n._('You do not have access to this widget.')] }
  const { visualization } = widget
  if (!visualization) {
    const { blocks, note } = await textOf(ctx, widget, style.surroundings)
    return { ...empty, content: { kind: 'text', blocks }, remarks: note === null ? [] : [note] }
  }
  const named = { ...empty, ...headingOf(visualization), values }
  if (result === null || result.row === null)
    return { ...named, remarks: [result === null ? i18n._('The query has no result.') : result.reason] }
  const { info } = result
  const shown = await contentOf(ctx, visualization, parts, style)
  const unfiltered = parts.missing.length === 0 ? [] : [`${notFilteredText(parts.missing)}.`]
  return {
    ...named,
    time: readAt(info, style.formats),
    content: shown.content,
    remarks: [...shown.remarks, ...(isLimited(info) ? [limitedNote(info.row_count)] : []), ...unfiltered],
  }
}

/** Says when a result was read. */
export const readAt = ({ retrieved_at }: Pick<ResultInfo, 'retrieved_at'>, formats: ValueFormats): string =>
  i18n._('as of {time}', { time: timeInZone(new Date(retrieved_at), formats) })

/** Says that a result is limited to its first rows. */
export const limitedNote = (rows: number): string =>
  i18n._('Shows the first {rows} rows only, because the result was limited.', { rows: localNumber(rows) })

/** The title in the head of a widget, as on the page: an unnamed visualization adds nothing to the name of its query. */
function headingOf({ name, type, query }: Visualization): { title: string; note: string } {
  const isUnnamed = name === '' || isNameOfType(name, type) || name === query.name
  return isUnnamed ? { title: query.name, note: '' } : { title: name, note: query.name }
}

interface Shown {
  content: DocumentContent | null
  remarks: string[]
}

async function contentOf(ctx: Context, visualization: Visualization, parts: WidgetParts, style: WidgetStyle): Promise<Shown> {
  const { result, parameters, place } = parts
  if (!result?.row) return { content: null, remarks: [] }
  const { row } = result
  const filters = rowFilters(row.columns, parts.filters)
  if (filters === null) return { content: null, remarks: [i18n._('No rows pass the filters.')] }
  const { type, options } = visualization
  const { formats, maxRows } = style
  const table = async (from: Record<string, unknown> | null) => tableOf(ctx, row, { options: from, filters, maxRows }, formats)
  if (type === 'TABLE') {
    const content = await table(options)
    const isEmpty = content.rows.length === 0
    return { content: { kind: 'table', ...content }, remarks: isEmpty ? [i18n._('No rows.')] : [] }
  }
  const size = style.sizeOf(place)
  const { name } = visualization
  const drawn = await drawVisualization(
    ctx,
    row,
    { type, name, options, parameters },
    {
      filters,
      timeZone: formats.timeZone,
      schemes: style.schemes,
      ...size,
      places: parts.places,
      readOther: (id) => readOther(ctx, id),
    },
  )
  if (drawn.answer === 'none') {
    const remarks = [`${drawn.reason}${/[.!?]$/.test(drawn.reason) ? '' : '.'}`]
    // If there is no drawing, the rows at least are in the file.
    return row.row_count === 0 ? { content: null, remarks } : { content: { kind: 'table', ...(await table(null)) }, remarks }
  }
  const notes = drawn.note === null ? [] : [drawn.note]
  const values = drawn.table === null ? null : drawnTable(drawn.table, formats, datePatternOf(options))
  const [svg, dark = null] = drawn.svgs
  if (svg === undefined) return { content: values && { kind: 'table', ...values }, remarks: notes }
  return {
    content: { kind: 'drawing', svg, dark, ...sizeIn(svg, size), description: drawn.description, table: values },
    remarks: notes,
  }
}

const datePatternOf = ({ dateTimeFormat }: Record<string, unknown>) =>
  typeof dateTimeFormat === 'string' ? dateTimeFormat : ''

/** The size of a drawing, which may be another one than the requested: a counter is as high and wide as its texts. */
function sizeIn(svg: string, size: { width: number; height: number }) {
  const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  return { width: Number(width ?? size.width), height: Number(height ?? size.height) }
}
