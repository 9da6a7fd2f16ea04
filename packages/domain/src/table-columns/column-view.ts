import type { Cell } from '@sightline/contract/results.ts'
import { isAllowedUrl } from '../allowed-urls.ts'
import { columnTitle } from '../filters/column-name.ts'
import { columnNumberFormat, type NumberColumn } from '../format/column-format.ts'
import { formatDate } from '../format/date.ts'
import { areDays, isDayStart } from '../format/days.ts'
import { findLinks, type TextPiece } from '../format/links.ts'
import { formatNumber, plainMarks } from '../format/number.ts'
import { fillTemplate } from '../format/template.ts'
import type { ValueFormats } from '../format/value.ts'
import { type SparklineView, sparklineView, withSparklines } from './sparkline-view.ts'
import type { ColumnsOptions, Display, StoredColumn } from './stored-columns.ts'
import type { TableColumn } from './table-column.ts'

/** Columns without a stored order follow those that have one. */
const UNORDERED = 100_000

/** Display texts for false and true. */
const BOOLEAN_VALUES: TableColumn['booleanValues'] = ['false', 'true']

/**
 * Returns the settings of a column without stored options.
 * @param sample some rows of the result
 */
export function defaultColumn(
  column: NumberColumn,
  index: number,
  formats: ValueFormats,
  sample: readonly (readonly Cell[])[] = [],
): TableColumn {
  const { name, type } = column
  const isNumber = type === 'integer' || type === 'float'
  const isDate = type === 'date' || type === 'datetime'
  const cells = isNumber || isDate ? sample.map((row) => row[index] ?? null) : []
  return {
    index,
    name,
    type,
    title: columnTitle(name),
    description: '',
    visible: true,
    order: UNORDERED + index,
    alignContent: isNumber || type === 'boolean' ? 'right' : 'left',
    allowSearch: false,
    displayAs: isNumber ? 'number' : isDate ? 'datetime' : type === 'boolean' ? 'boolean' : 'string',
    allowHTML: true,
    highlightLinks: false,
    numberFormat: columnNumberFormat(column, isNumber ? cells : [], formats),
    dateTimeFormat: type === 'date' ? formats.dateFormat : formats.dateTimeFormat,
    dayFormat: type === 'datetime' && areDays(cells, formats.timeZone) ? formats.dateFormat : null,
    booleanValues: BOOLEAN_VALUES,
    imageUrlTemplate: '{{ @ }}',
    imageTitleTemplate: '{{ @ }}',
    imageWidth: '',
    imageHeight: '',
    linkUrlTemplate: '{{ @ }}',
    linkTextTemplate: '{{ @ }}',
    linkTitleTemplate: '{{ @ }}',
    linkOpenInNewTab: true,
    colorRules: [],
    cellFill: 'none',
    fillColor: 'blue',
    lowColor: 'red',
    midpoint: null,
    sparklineKind: 'line',
    sparklineScale: 'cell',
    sparklineEnds: null,
    comparedWith: 'none',
    comparedTime: null,
    comparedGroup: null,
    comparison: 'percent',
    lowerIsBetter: false,
    total: 'none',
    pinned: false,
    group: '',
  }
}

/**
 * Returns all columns of the result in display order, pinned ones first, with stored options applied over the defaults. Stored columns that the
 * result no longer has are dropped. If the set of columns has changed, the stored order is ignored.
 * @param sample some rows of the result, from which the formats of numbers and times follow
 */
export function tableColumns(
  columns: readonly NumberColumn[],
  options: ColumnsOptions,
  formats: ValueFormats,
  sample: readonly (readonly Cell[])[] = [],
): TableColumn[] {
  const stored = new Map(options.columns.map((column) => [column.name, column]))
  const isSameSet = stored.size === columns.length && columns.every(({ name }) => stored.has(name))
  const merged = columns.map((column, index): TableColumn => {
    const initial = defaultColumn(column, index, formats, sample)
    const own = stored.get(column.name)
    return own
      ? { ...initial, ...settled(own, initial), order: isSameSet ? (own.order ?? initial.order) : initial.order }
      : initial
  })
  return merged
    .map((column) => withSparklines(column, stored.get(column.name)?.numberFormat !== undefined, sample, formats))
    .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || a.order - b.order)
}

/** Returns the stored options that are set, without the key and without type and name, which come from the result. */
function settled(own: StoredColumn, initial: TableColumn): Partial<TableColumn> {
  const { name: _name, type: _type, booleanValues, ...rest } = own
  const [no = initial.booleanValues[0], yes = initial.booleanValues[1]] = booleanValues ?? []
  const present: Partial<TableColumn> = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const dayFormat = rest.dateTimeFormat === undefined ? initial.dayFormat : null
  return { ...present, dayFormat, booleanValues: [no, yes] }
}

type TextFormats = Pick<ValueFormats, 'numberMarks' | 'timeZone'>
const plainFormats: TextFormats = { numberMarks: plainMarks, timeZone: 'UTC' }

/** Returns the text of a cell; the cell must not be null. */
export function cellText(
  cell: Cell,
  column: TableColumn,
  { numberMarks: marks, timeZone }: TextFormats = plainFormats,
): string {
  switch (column.displayAs) {
    case 'number':
      return (typeof cell === 'boolean' ? null : formatNumber(cell ?? '', column.numberFormat, marks)) ?? String(cell)
    case 'datetime':
      return (typeof cell === 'string' ? formatDate(cell, timeFormat(cell, column, timeZone), timeZone) : null) ?? String(cell)
    case 'boolean':
      return column.booleanValues[cell === false || cell === 0 || cell === '' || cell === 'false' ? 0 : 1]
    default:
      return String(cell)
  }
}

/** A column of days may have a time below the sample, which is not hidden. */
const timeFormat = (cell: string, { dayFormat, dateTimeFormat }: TableColumn, timeZone: string) =>
  dayFormat !== null && isDayStart(cell, timeZone) ? dayFormat : dateTimeFormat

/** The rendered form of a cell. */
export type CellView =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string; isInvalid: boolean }
  | { kind: 'linked text'; pieces: TextPiece[] }
  /** Not sanitized yet. */
  | { kind: 'html'; html: string }
  | { kind: 'image'; address: string; title: string; width: number | null; height: number | null }
  | { kind: 'link'; address: string; text: string; title: string; opensTab: boolean }
  | { kind: 'json'; value: unknown }
  | SparklineView

/** Longer texts are not searched for markup and links, because thousands of elements in one cell would make the page slow. */
const MAX_RICH_LENGTH = 50_000

const plainText = (text: string): CellView => ({ kind: 'text', text, isInvalid: false })

const richDisplays: ReadonlySet<Display> = new Set(['image', 'link', 'json', 'sparkline'])

/** Whether cells of the column may need more than the plain text of `cellText`. */
export const isRich = ({ displayAs, allowHTML, highlightLinks }: TableColumn) =>
  displayAs === 'string' ? allowHTML || highlightLinks : richDisplays.has(displayAs)

/**
 * Returns the rendered form of a cell; the cell must not be null.
 * @param cellOf returns the cell of another column in the same row; undefined for an unknown column
 * @param maxJsonSize maximum number of characters of JSON that is parsed
 * @param formats of numbers and times in texts
 */
export function cellView(
  cell: Cell,
  column: TableColumn,
  cellOf: (name: string) => Cell | undefined,
  maxJsonSize: number,
  formats: TextFormats = plainFormats,
): CellView {
  const fill = (template: string) => fillTemplate(template, (name) => (name === '@' ? cell : cellOf(name))).trim()
  switch (column.displayAs) {
    case 'string': {
      const text = String(cell)
      if (text.length > MAX_RICH_LENGTH) return plainText(text)
      // Sanitizing is slow, so it is skipped for text without markup.
      if (column.allowHTML && /<[a-z!/]|&(#\d+|[a-z]+);/i.test(text)) return { kind: 'html', html: text }
      return column.highlightLinks ? { kind: 'linked text', pieces: findLinks(text) } : plainText(text)
    }
    case 'image': {
      const address = fill(column.imageUrlTemplate)
      if (!isAllowedUrl(address)) return { kind: 'nothing' }
      return {
        kind: 'image',
        address,
        title: fill(column.imageTitleTemplate),
        width: positiveInteger(column.imageWidth),
        height: positiveInteger(column.imageHeight),
      }
    }
    case 'link': {
      const address = fill(column.linkUrlTemplate)
      if (!isAllowedUrl(address)) return { kind: 'nothing' }
      return {
        kind: 'link',
        address,
        text: fill(column.linkTextTemplate) || address,
        title: fill(column.linkTitleTemplate),
        opensTab: column.linkOpenInNewTab,
      }
    }
    case 'json':
      return jsonView(String(cell), maxJsonSize)
    case 'sparkline':
      return sparklineView(String(cell), column, maxJsonSize, formats.numberMarks) ?? plainText(String(cell))
    default:
      return plainText(cellText(cell, column))
  }
}

function positiveInteger(value: string | number): number | null {
  const number = /^\s*\d+\s*$/.test(String(value)) ? Number(value) : 0
  return number > 0 ? number : null
}

function jsonView(text: string, maxSize: number): CellView {
  if (text.length > maxSize) return { kind: 'text', text, isInvalid: true }
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'text', text, isInvalid: true }
  }
}
