import type { Cell, ResultInfo } from '@sightline/contract/results.ts'
import { columnNumberFormat, type NumberColumn } from '../format/column-format.ts'
import { formatDate } from '../format/date.ts'
import { formatsFor } from '../format/days.ts'
import { formatNumber } from '../format/number.ts'
import { type ValueFormats, valueText } from '../format/value.ts'
import { i18n } from '../language/i18n.ts'
import { isLimited } from '../limited-result.ts'
import { dateKindOf } from '../parameters/dates.ts'
import { type Definition, isRecord } from '../parameters/definition.ts'
import { runValues } from '../parameters/values.ts'
import { dateText } from '../parameters/values-text.ts'
import type { ClockContext } from '../parameters/wall-clock.ts'
import type { Take, TextTag } from './text-tags.ts'

/** The value of a tag: a text, or the reason why there is none. */
export type TextValue = { kind: 'text'; text: string } | { kind: 'missing'; reason: string } | { kind: 'loading' }

/** Shown to readers instead of a missing value. */
export const MISSING_TEXT = '–'
/** Shown until a value is there. */
export const LOADING_TEXT = '…'

/** The parts of one result that the tags of a text need. */
export interface SourceNeeds {
  /** Rows count from 1, and from -1 at the end. */
  cells: { column: string; row: 1 | -1 }[]
  measures: { kind: 'exact_sum' | 'avg' | 'min' | 'max'; column: string }[]
}

/** The parts of a result in the order of its needs, and its facts. */
export interface SourceValues {
  info: Pick<ResultInfo, 'columns' | 'retrieved_at' | 'auto_limit' | 'truncated'>
  /** Rows that pass the filters. */
  total: number
  cells: readonly Cell[]
  measures: readonly Cell[]
  /** Some rows, from which the decimals of a column follow. */
  sample: readonly (readonly Cell[])[]
}

type Column = Pick<NumberColumn, 'name' | 'type'>

const measureKinds = { sum: 'exact_sum', average: 'avg', min: 'min', max: 'max' } as const
const isNumeric = ({ type }: Column) => type === 'integer' || type === 'float'
const isTime = ({ type }: Column) => type === 'date' || type === 'datetime'

/** The ways to take a value from a column: only numbers are added up, and only numbers and times have a least and a greatest. */
export const takesOf = (column: Column): Take[] => [
  'first',
  'last',
  ...(isNumeric(column) ? (['sum', 'average'] as const) : []),
  ...(isNumeric(column) || isTime(column) ? (['min', 'max'] as const) : []),
]

/** The parts that tags need of the result with these columns. */
export function sourceNeeds(tags: readonly TextTag[], widgetId: number, columns: readonly Column[]): SourceNeeds {
  const needs: SourceNeeds = { cells: [], measures: [] }
  for (const tag of tags) {
    if (tag.kind !== 'cell' || tag.widgetId !== widgetId) continue
    const { take } = tag
    const column = columns.find(({ name }) => name === tag.column)
    if (column === undefined || !takesOf(column).includes(take)) continue
    if (take === 'first' || take === 'last') needs.cells.push({ column: column.name, row: take === 'first' ? 1 : -1 })
    else needs.measures.push({ kind: measureKinds[take], column: column.name })
  }
  return needs
}

/** The results of a text, by the widget that shows them. */
export interface TextResults {
  /** 'loading' while it is not there; 'failed' if the query has no result. */
  of(widgetId: number): { needs: SourceNeeds; values: SourceValues } | 'loading' | 'failed'
}

interface ValueContext {
  /** All tags of the text. */
  tags: readonly TextTag[]
  results: TextResults
  /** The parameters of the dashboard, with their applied values. */
  parameters: readonly Definition[]
  formats: ValueFormats
  clock: ClockContext
}

const text = (value: string | null): TextValue => ({ kind: 'text', text: value ?? '' })
const missing = (reason: string): TextValue => ({ kind: 'missing', reason })

/** The value of a tag as its text shows it. */
export function textValue(tag: TextTag, context: ValueContext): TextValue {
  const { results, formats } = context
  if (tag.kind === 'parameter') return parameterText(tag, context)
  if (tag.kind === 'updated') return updatedText(tag, context)
  const result = results.of(tag.widgetId)
  if (result === 'loading') return { kind: 'loading' }
  if (result === 'failed') return missing(i18n._('The query has no result.'))
  const { needs, values } = result
  if (tag.kind === 'rows') return text(numberText(values.total, tag.format ?? formats.integerFormat, formats))
  const column = values.info.columns.find(({ name }) => name === tag.column)
  if (column === undefined) return missing(i18n._('The result has no column “{column}”.', { column: tag.column }))
  if (!takesOf(column).includes(tag.take))
    return missing(
      tag.take === 'sum' || tag.take === 'average'
        ? i18n._('“{name}” is not a column of numbers.', { name: column.name })
        : i18n._('“{name}” is not a column of numbers or times.', { name: column.name }),
    )
  if (values.total === 0) return missing(i18n._('The result has no rows.'))
  const cell = cellFor(tag, needs, values)
  if (cell === null) return missing(i18n._('“{name}” has no value there.', { name: column.name }))
  const place = values.info.columns.indexOf(column)
  const isAverage = tag.take === 'average'
  const written = isAverage ? { ...column, type: 'float' as const, source_type: '' } : column
  return text(cellText(cell, written, isAverage ? [cell] : values.sample.map((row) => row[place] ?? null), tag.format, formats))
}

function cellFor({ column, take }: Extract<TextTag, { kind: 'cell' }>, needs: SourceNeeds, values: SourceValues): Cell {
  if (take === 'first' || take === 'last') {
    const row = take === 'first' ? 1 : -1
    return values.cells[needs.cells.findIndex((cell) => cell.column === column && cell.row === row)] ?? null
  }
  const kind = measureKinds[take]
  return values.measures[needs.measures.findIndex((one) => one.column === column && one.kind === kind)] ?? null
}

/** A cell in a pattern, or as tables show it. */
function cellText(
  cell: NonNullable<Cell>,
  column: NumberColumn,
  sample: readonly Cell[],
  pattern: string | null,
  formats: ValueFormats,
): string {
  if (isTime(column)) {
    const usual = formatsFor([cell], formats)
    return pattern === null || typeof cell !== 'string'
      ? valueText(cell, column.type, usual)
      : (formatDate(cell, pattern, formats.timeZone) ?? String(cell))
  }
  if (typeof cell === 'boolean' || (typeof cell === 'string' && !isNumeric(column))) return String(cell)
  return numberText(cell, pattern ?? columnNumberFormat(column, sample, formats), formats)
}

const numberText = (value: number | string, pattern: string, { numberMarks }: ValueFormats) =>
  formatNumber(value, pattern, numberMarks) ?? String(value)

function updatedText({ widgetId, format }: Extract<TextTag, { kind: 'updated' }>, { tags, results, formats }: ValueContext) {
  const ids = widgetId === null ? widgetsOf(tags) : [widgetId]
  if (ids.length === 0)
    return missing(i18n._("This text shows no value of a result. Name the query: '{{' Query | updated '}}'."))
  const all = ids.map((id) => results.of(id))
  if (all.includes('loading')) return { kind: 'loading' } as const
  if (all.includes('failed')) return missing(i18n._('A query has no result.'))
  const times = all.flatMap((one) => (typeof one === 'string' ? [] : Date.parse(one.values.info.retrieved_at)))
  const oldest = new Date(Math.min(...times)).toISOString()
  return text(formatDate(oldest, format ?? formats.dateTimeFormat, formats.timeZone))
}

/** The widgets whose results tags refer to, each once. */
export const widgetsOf = (tags: readonly TextTag[]): number[] => [
  ...new Set(tags.flatMap((tag) => (tag.kind === 'parameter' || tag.widgetId === null ? [] : [tag.widgetId]))),
]

function parameterText(
  { name, end, format }: Extract<TextTag, { kind: 'parameter' }>,
  { parameters, formats, clock }: ValueContext,
): TextValue {
  const definition = parameters.find((one) => one.name === name)
  if (definition === undefined) return missing(i18n._('The dashboard has no parameter “{name}”.', { name }))
  const value = runValues([definition], clock)[name] ?? null
  const isDate = dateKindOf(definition) !== null
  const written = (one: unknown) => (isDate ? dateText(String(one), formats, format) : String(one))
  if (value === null || value === '') return missing(i18n._('The parameter “{name}” has no value.', { name }))
  if (Array.isArray(value))
    return value.length === 0 ? missing(i18n._('The parameter “{name}” has no value.', { name })) : text(value.join(', '))
  if (isRecord(value)) return text(end === null ? `${written(value.start)} – ${written(value.end)}` : written(value[end]))
  if (end !== null) return missing(i18n._('The parameter “{name}” is not a range.', { name }))
  if (typeof value === 'number' && format !== null) return text(numberText(value, format, formats))
  return text(written(value))
}

/** A sentence for a text with values of results that were cut off; null if none was. */
export function limitedNote(tags: readonly TextTag[], results: TextResults): string | null {
  const isCut = widgetsOf(tags).some((id) => {
    const result = results.of(id)
    return typeof result !== 'string' && isLimited(result.values.info)
  })
  return isCut ? i18n._('A result behind these values was limited, so rows may be missing.') : null
}
