import type { DrawnTable } from '@sightline/contract/pictures.ts'
import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { parseDate } from '@sightline/domain/format/date.ts'
import { sortKeys } from '@sightline/domain/format/sort-keys.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import { cellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import { cellView, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { type Change, changesIn, comparisonNames } from '@sightline/domain/table-columns/compared-cell.ts'
import { groupSpans } from '@sightline/domain/table-columns/group-spans.ts'
import { plainCell } from '@sightline/domain/table-columns/plain-cell.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import type { ColorScheme } from '@sightline/domain/table-columns/table-colors.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { footNote, type TableTotals } from '@sightline/domain/table-columns/table-totals.ts'
import type { Context } from '../../platform/context.ts'
import { isDateLike } from '../../platform/documents/date-like.ts'
import type { DocumentCell, DocumentHead, DocumentTable } from '../../platform/documents/document.ts'
import { fileLink } from '../../platform/documents/links.ts'
import { presentTypedColumn } from '../executions/present.ts'
import { columnEndsIn, firstTableRows, tableTotals, tableViewOf } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'
import { drawnSparklines } from './sparklines.ts'

const CELL_CHARACTERS = 500

/** The rows of a result to show. */
export interface ShownRows {
  /** The options of the table; none for the defaults. */
  options: Record<string, unknown> | null
  filters: RowFilter[]
  maxRows: number
}

/** The visible columns and first rows of a table, with its own filters, order, formats, colors and totals. */
export async function tableOf(
  ctx: Context,
  row: ResultRow,
  { options, filters, maxRows }: ShownRows,
  formats: ValueFormats,
): Promise<DocumentTable> {
  const view = tableViewOf(row, options, formats)
  const shown = { ...view, filters: [...filters, ...view.filters] }
  const { rows, total } = await firstTableRows(ctx, row, shown, maxRows)
  const stored = { columns: StoredColumns.parse(options?.columns) }
  const all = tableColumns(row.columns.map(presentTypedColumn), stored, formats, rows)
  const columns = all.filter(({ visible }) => visible)
  const ends = await columnEndsIn(ctx, row, stored, formats)
  const totals = await tableTotals(ctx, row, all, shown, { subtotals: options?.subtotals === true, formats })
  const looksIn = (scheme: ColorScheme) => cellLooks(all, { ends, scheme, timeZone: formats.timeZone })
  const [looks, darkLooks] = [looksIn('light'), looksIn('dark')]
  const sparklines = await drawnSparklines(ctx, rows, columns, formats)
  const changeIn = changesIn(all, row.columns.length, formats.numberMarks)
  return {
    heads: headsOf(columns, comparisonNames(all)),
    rows: rows.map((cells, at) =>
      columns.map((column, index) =>
        cellOf(cells, column, all, formats, {
          look: looks?.(cells, column.index) ?? null,
          darkLook: darkLooks?.(cells, column.index) ?? null,
          change: changeIn(cells, column.index),
          sparkline: sparklines[at]?.[index] ?? null,
        }),
      ),
    ),
    ...totalsIn(totals, columns, { rowCount: rows.length, isFiltered: view.filters.length > 0 }),
    more: total - rows.length,
  }
}

/** The heads of columns, below those of their groups. @param compared with what columns are compared, by index */
function headsOf(columns: readonly TableColumn[], compared: ReadonlyMap<number, string>): DocumentHead[][] {
  const titleOf = ({ index, title }: TableColumn) => (compared.has(index) ? `${title} (${compared.get(index)})` : title)
  const own = columns.map((column) => ({
    text: titleOf(column),
    span: 1,
    align: column.alignContent,
    isExact: column.displayAs === 'number' || column.displayAs === 'datetime',
  }))
  const groups = columns.map(({ group }) => group.trim())
  if (groups.every((group) => group === '')) return [own]
  return [groupSpans(groups).map(({ title, span }) => ({ text: title, span, align: 'left', isExact: false })), own]
}

/** The lines with totals, of which those below rows that are not shown are left out. */
function totalsIn(
  totals: TableTotals | null,
  columns: readonly TableColumn[],
  { rowCount, isFiltered }: { rowCount: number; isFiltered: boolean },
): Pick<DocumentTable, 'subtotals' | 'foot' | 'isSortable' | 'note'> {
  if (totals === null) return { subtotals: [], foot: null, isSortable: true, note: '' }
  const line = (texts: ReadonlyMap<number, string>) => columns.map(({ index }) => textCell(texts.get(index) ?? ''))
  return {
    subtotals: totals.subtotals
      .filter(({ after }) => after <= rowCount)
      .map(({ after, texts }) => ({ after, cells: line(texts) })),
    foot: line(totals.texts),
    isSortable: totals.subtotals.length === 0,
    note: [footNote(totals.rows, { isSearched: isFiltered }), totals.problem].join(' ').trim(),
  }
}

const textCell = (text: string): DocumentCell => ({
  text,
  link: null,
  number: null,
  look: null,
  darkLook: null,
  sparkline: null,
})

function cellOf(
  cells: readonly Cell[],
  column: TableColumn,
  all: readonly TableColumn[],
  formats: ValueFormats,
  { look, darkLook, change, sparkline }: Pick<DocumentCell, 'look' | 'darkLook' | 'sparkline'> & { change: Change | null },
): DocumentCell {
  const cell = cells[column.index] ?? null
  const siblingOf = (name: string) => {
    const sibling = all.find((one) => one.name === name)
    return sibling === undefined ? undefined : (cells[sibling.index] ?? null)
  }
  const text = plainCell(cell, column, siblingOf, formats, change).replace(/\s+/g, ' ')
  const isLink = column.displayAs === 'link' && cell !== null
  const view = isLink ? cellView(cell, column, siblingOf, 0) : null
  return {
    text: shortened(text, CELL_CHARACTERS),
    link: view?.kind === 'link' ? fileLink(view.address) : null,
    number: numberOf(cell, column, formats.timeZone),
    look,
    darkLook,
    sparkline,
  }
}

/** The number by which a cell is sorted: that of a number, and the time of a date. */
const numberOf = (cell: Cell, { type }: TableColumn, timeZone: string): number | null => {
  if (type === 'date' || type === 'datetime') return typeof cell === 'string' ? parseDate(cell, timeZone) : null
  if (type !== 'integer' && type !== 'float') return null
  const number = cell === null || cell === '' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
}

/** The data of a chart, or a pivot table. @param datePattern how the visualization writes dates; '' for the formats of the organization */
export function drawnTable(
  { heads, rows, colors, darkColors, foot, isSortable, more }: DrawnTable,
  { numberMarks, dateFormat, dateTimeFormat }: ValueFormats,
  datePattern = '',
): DocumentTable {
  const datePatterns = [datePattern, dateFormat, dateTimeFormat].filter((pattern) => pattern !== '')
  const keys = (heads.at(-1) ?? []).map((_, column) =>
    isSortable
      ? sortKeys(
          rows.map((cells) => cells[column] ?? ''),
          { numberMarks, datePatterns },
        )
      : [],
  )
  return {
    heads: heads.map((head) =>
      head.map(({ text, span, isNumber }, column) => ({
        text,
        span,
        align: isNumber ? 'right' : 'left',
        isExact: isNumber || rows.some((cells) => isDateLike(cells[column] ?? '')),
      })),
    ),
    rows: rows.map((row, at) =>
      row.map((text, column) => {
        const lookIn = (all: DrawnTable['colors']) => {
          const color = all?.[at]?.[column] ?? null
          return color && { ...color, bar: null }
        }
        const number = keys[column]?.[at] ?? null
        return { ...textCell(text), number, look: lookIn(colors), darkLook: lookIn(darkColors) }
      }),
    ),
    subtotals: [],
    foot: foot?.map(textCell) ?? null,
    isSortable,
    note: '',
    more,
  }
}
