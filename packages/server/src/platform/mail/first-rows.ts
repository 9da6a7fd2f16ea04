import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { type CellLook, cellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import type { ColumnEnds } from '@sightline/domain/table-columns/column-ends.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { type Change, changesIn, comparisonNames } from '@sightline/domain/table-columns/compared-cell.ts'
import { groupSpans } from '@sightline/domain/table-columns/group-spans.ts'
import { plainCell } from '@sightline/domain/table-columns/plain-cell.ts'
import { type SparklineView, sparklineView } from '@sightline/domain/table-columns/sparkline-view.ts'
import type { Alignment, ColumnsOptions } from '@sightline/domain/table-columns/stored-columns.ts'
import { tableSurface, tableText } from '@sightline/domain/table-columns/table-colors.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { TableTotals } from '@sightline/domain/table-columns/table-totals.ts'
import { cutNote } from '../documents/cut-note.ts'
import { paddingAfter, sideOf } from '../language/sides.ts'
import { mailRemark } from './page.ts'

const SHOWN_ROWS = 10
const SHOWN_COLUMNS = 6
const CELL_CHARACTERS = 80

/** The first rows of a result, as shown in an email. */
export interface FirstRows {
  /** `group` is the title of the head above that it shares with its neighbors; '' for none. */
  columns: { title: string; group: string; align: Alignment; isNumber: boolean }[]
  cells: string[][]
  /** The cells that are drawn as lines, by row and column; null for the others. Their texts are in `cells` as well. */
  sparklines: (SparklineView | null)[][]
  /** Lines with totals, each below so many of the rows. */
  subtotals: { after: number; cells: string[] }[]
  /** The totals of all rows, and the sentence about them; null for none. */
  foot: { cells: string[]; note: string } | null
  /** The colors and bars of the cells; null for the usual look. */
  looks: (CellLook | null)[][]
  /** How many of the rows and columns are shown, as a sentence; '' if all are. */
  more: string
}

/** The rows of a result, or the first ones. */
export interface ResultRows {
  /** `source_type` may be unknown: then the decimals of a column follow from its values. */
  columns: readonly (Pick<ResultColumn, 'name' | 'type'> & { source_type?: string })[]
  /** With the values of earlier rows after their cells, if the table compares numbers. */
  rows: readonly (readonly Cell[])[]
  /** Number of all rows. */
  total: number
}

interface FirstRowsLimits {
  maxRows?: number | undefined
  /** The ends of the columns with bars or heat, by column index; without an entry, a column has none. */
  ends?: ReadonlyMap<number, ColumnEnds>
  /** With what is said about them; null for none. */
  totals?: { of: TableTotals; note: string } | null
}

/**
 * The visible columns of a table with the titles, order, alignment and formats that a page shows them with. Links are their texts,
 * images their titles, and HTML is its source, because mail programs would load or restyle them.
 * @param options of the table; none for the defaults
 */
export function firstRowsOf(
  { columns, rows, total }: ResultRows,
  formats: ValueFormats,
  options: ColumnsOptions = { columns: [] },
  { maxRows = SHOWN_ROWS, ends = new Map(), totals = null }: FirstRowsLimits = {},
): FirstRows {
  const typed = columns.map((column) => ({ source_type: '', ...column }))
  const all = tableColumns(typed, options, formats, rows)
  const visible = all.filter(({ visible }) => visible)
  const shown = visible.slice(0, SHOWN_COLUMNS)
  const places = new Map(columns.map(({ name }, index) => [name, index]))
  const looks = cellLooks(all, { ends, scheme: 'light', timeZone: formats.timeZone })
  const changeIn = changesIn(all, columns.length, formats.numberMarks)
  const compared = comparisonNames(all)
  const shownRows = rows.slice(0, maxRows)
  const cells = shownRows.map((row) => {
    const cellOf = (name: string) => {
      const index = places.get(name)
      return index === undefined ? undefined : (row[index] ?? null)
    }
    return shown.map((column) => mailText(row[column.index] ?? null, column, cellOf, formats, changeIn(row, column.index)))
  })
  const lineOf = (texts: ReadonlyMap<number, string>) => shown.map(({ index }) => texts.get(index) ?? '')
  return {
    columns: shown.map(({ index, title, group, alignContent, displayAs }) => ({
      title: compared.has(index) ? `${title} (${compared.get(index)})` : title,
      group: group.trim(),
      align: alignContent,
      isNumber: displayAs === 'number',
    })),
    cells,
    sparklines: shownRows.map((row) => shown.map((column) => sparklineOf(row[column.index] ?? null, column, formats))),
    looks: shownRows.map((row) => shown.map(({ index }) => looks?.(row, index) ?? null)),
    subtotals: (totals?.of.subtotals ?? [])
      .filter(({ after }) => after <= shownRows.length)
      .map(({ after, texts }) => ({ after, cells: lineOf(texts) })),
    foot: totals && { cells: lineOf(totals.of.texts), note: totals.note },
    more: cutNote({ shown: shownRows.length, all: total }, { shown: shown.length, all: visible.length }),
  }
}

/** A table of texts with the colors of its cells. */
interface TextTable {
  columns: FirstRows['columns']
  rows: readonly string[][]
  looks: FirstRows['looks']
  foot: string[] | null
  /** Number of all rows, of which `rows` may be the first. */
  total: number
}

/** The first rows and columns of a table whose texts are known. */
export function tableRows({ columns, rows, looks, foot, total }: TextTable): FirstRows {
  const shown = rows.slice(0, SHOWN_ROWS)
  const cut = <Item>(items: readonly Item[]) => items.slice(0, SHOWN_COLUMNS)
  return {
    columns: cut(columns),
    cells: shown.map((cells) => cut(cells).map((text) => shortened(text, CELL_CHARACTERS))),
    sparklines: [],
    looks: looks.slice(0, SHOWN_ROWS).map(cut),
    subtotals: [],
    foot: foot && { cells: cut(foot), note: '' },
    more: cutNote({ shown: shown.length, all: total }, { shown: cut(columns).length, all: columns.length }),
  }
}

function sparklineOf(cell: Cell, column: TableColumn, formats: ValueFormats): SparklineView | null {
  if (cell === null || column.displayAs !== 'sparkline') return null
  return sparklineView(String(cell), column, Number.POSITIVE_INFINITY, formats.numberMarks)
}

function mailText(
  cell: Cell,
  column: TableColumn,
  cellOf: (name: string) => Cell | undefined,
  formats: ValueFormats,
  change: Change | null,
): string {
  return shortened(plainCell(cell, column, cellOf, formats, change).replace(/\s+/g, ' '), CELL_CHARACTERS)
}

/** @returns no lines if there are no rows */
export function firstRowsText(shown: FirstRows): string[] {
  const { columns, cells, foot, more } = shown
  if (cells.length === 0) return []
  const heads = columns.map(({ title, group }) => (group === '' ? title : `${group}: ${title}`))
  const lines = [heads, ...linesOf(shown).map((line) => line.cells), ...(foot === null ? [] : [foot.cells])]
  const notes = [more, foot?.note ?? ''].filter((note) => note !== '')
  return [[...lines.map((row) => row.join(' | ')), ...notes].join('\n')]
}

/** A row, whose index is `row`, or a line with totals. */
interface Line {
  cells: string[]
  row: number | null
}

/** The rows with the totals below them. */
function linesOf({ cells, subtotals }: FirstRows): Line[] {
  const below = Map.groupBy(subtotals, ({ after }) => after)
  return cells.flatMap((row, at): Line[] => [
    { cells: row, row: at },
    ...(below.get(at + 1) ?? []).map((line) => ({ cells: line.cells, row: null })),
  ])
}

/**
 * @param imageOf the id of the image of a sparkline by its row and column; null where there is none
 * @returns '' if there are no rows
 */
export function firstRowsHtml(shown: FirstRows, imageOf: SparklineImages = () => null): string {
  const { columns, cells, sparklines, looks, foot, more } = shown
  if (cells.length === 0) return ''
  const style = 'border-bottom:1px solid #e7eaee;vertical-align:top'
  // A color begins left of its text.
  const paddings = columns.map((_, index) =>
    looks.some((row) => row[index]) ? 'padding:6px 8px' : `padding:${paddingAfter('6px', '12px')}`,
  )
  const sides = columns.map(({ align, isNumber }) => `text-align:${sideOf(align)}${isNumber ? ';white-space:nowrap' : ''}`)
  const cellsOf = (
    row: readonly string[],
    kind: keyof typeof CELLS,
    look: readonly (CellLook | null)[] = [],
    contentOf = (text: string, _: number) => escapeHtml(text),
  ) => {
    const { tag, className, own } = CELLS[kind]
    const cell = (text: string, index: number) =>
      `<${tag} class="${className}" style="${paddings[index]};${style};${sides[index]}${lookStyle(look[index] ?? null)}${own}">${contentOf(text, index)}</${tag}>`
    return row.map(cell).join('')
  }
  const row = (line: Line) => {
    const at = line.row
    if (at === null) return `<tr>${cellsOf(line.cells, 'total')}</tr>`
    const contentOf = (text: string, column: number) => {
      const image = imageOf(at, column)
      return image === null ? escapeHtml(text) : sparklineHtml(image, text, sparklines[at]?.[column]?.last ?? '')
    }
    return `<tr>${cellsOf(line.cells, 'cell', looks[at], contentOf)}</tr>`
  }
  const lines = [...linesOf(shown), ...(foot === null ? [] : [{ cells: foot.cells, row: null }])]
  return `<div style="margin:16px 0 0;overflow-x:auto"><table style="width:100%;border-collapse:collapse;font-size:13px;line-height:18px">
${groupRow(columns)}<tr>${cellsOf(
    columns.map(({ title }) => title),
    'head',
  )}</tr>
${lines.map(row).join('\n')}
</table></div>
${[more, foot?.note ?? '']
  .filter((note) => note !== '')
  .map(mailRemark)
  .join('\n')}`
}

/** Finds the image of a sparkline. */
export type SparklineImages = (row: number, column: number) => string | null

/** The image of a sparkline with its last value. @param text says what it shows */
const sparklineHtml = (id: string, text: string, last: string) =>
  `<img src="cid:${escapeHtml(id)}" width="96" height="22" alt="${escapeHtml(text)}" style="vertical-align:middle;border:0"> ${escapeHtml(last)}`

const CELLS = {
  head: { tag: 'th', className: 'line quiet', own: ';color:#646d79;font-weight:500' },
  cell: { tag: 'td', className: 'line', own: '' },
  total: { tag: 'td', className: 'line', own: ';font-weight:600' },
}

/** The heads over groups of columns; '' if there are none. */
function groupRow(columns: FirstRows['columns']): string {
  if (columns.every(({ group }) => group === '')) return ''
  const heads = groupSpans(columns.map(({ group }) => group)).map(
    ({ title, span }) =>
      `<th class="quiet" colspan="${span}" style="padding:${paddingAfter('6px', '12px', '0')};text-align:${sideOf('left')};color:#646d79;font-weight:600">${escapeHtml(title)}</th>`,
  )
  return `<tr>${heads.join('')}</tr>\n`
}

/** Sets the background together with the text, because either may be dark in a client with dark mode. */
function lookStyle(look: CellLook | null): string {
  if (look === null) return ''
  const { background, text, bar } = look
  const colors = `;background-color:${background ?? tableSurface.light};color:${text ?? tableText.light}`
  if (bar === null) return colors
  const [from, to] = [bar.from, bar.to].map((share) => `${(share * 100).toFixed(1)}%`)
  return `${colors};background-image:linear-gradient(to ${sideOf('right')},transparent ${from},${bar.color} ${from},${bar.color} ${to},transparent ${to})`
}
