import type { DrawnTable } from '@sightline/contract/pictures.ts'
import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { cellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import { cellView, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { plainCell } from '@sightline/domain/table-columns/plain-cell.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { Context } from '../../platform/context.ts'
import type { DocumentCell, DocumentTable } from '../../platform/documents/document.ts'
import { fileLink } from '../../platform/documents/links.ts'
import { presentTypedColumn } from '../executions/present.ts'
import { columnEndsIn, firstTableRows, tableViewOf } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'

const CELL_CHARACTERS = 500

/** The rows of a result to show. */
export interface ShownRows {
  /** The options of the table; none for the defaults. */
  options: Record<string, unknown> | null
  filters: RowFilter[]
  maxRows: number
}

/** The visible columns and first rows of a table, with its own filters, order, formats and colors. */
export async function tableOf(
  ctx: Context,
  row: ResultRow,
  { options, filters, maxRows }: ShownRows,
  formats: ValueFormats,
): Promise<DocumentTable> {
  const view = tableViewOf(row, options, formats.timeZone)
  const { rows, total } = await firstTableRows(ctx, row, { ...view, filters: [...filters, ...view.filters] }, maxRows)
  const stored = { columns: StoredColumns.parse(options?.columns) }
  const all = tableColumns(row.columns.map(presentTypedColumn), stored, formats, rows)
  const columns = all.filter(({ visible }) => visible)
  const ends = await columnEndsIn(ctx, row, stored, formats)
  const looks = cellLooks(all, { ends, scheme: 'light', timeZone: formats.timeZone })
  return {
    heads: [columns.map(({ title, alignContent }) => ({ text: title, span: 1, align: alignContent }))],
    rows: rows.map((cells) =>
      columns.map((column) => cellOf(cells, column, all, formats, looks?.(cells, column.index) ?? null)),
    ),
    more: total - rows.length,
  }
}

function cellOf(
  cells: readonly Cell[],
  column: TableColumn,
  all: readonly TableColumn[],
  formats: ValueFormats,
  look: DocumentCell['look'],
): DocumentCell {
  const cell = cells[column.index] ?? null
  const siblingOf = (name: string) => {
    const sibling = all.find((one) => one.name === name)
    return sibling === undefined ? undefined : (cells[sibling.index] ?? null)
  }
  const text = plainCell(cell, column, siblingOf, formats).replace(/\s+/g, ' ')
  const isLink = column.displayAs === 'link' && cell !== null
  const view = isLink ? cellView(cell, column, siblingOf, 0) : null
  return {
    text: text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text,
    link: view?.kind === 'link' ? fileLink(view.address) : null,
    number: numberOf(cell, column),
    look,
  }
}

const numberOf = (cell: Cell, { type }: TableColumn): number | null => {
  if (type !== 'integer' && type !== 'float') return null
  const number = cell === null || cell === '' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
}

/** The data of a chart, or a pivot table. */
export const drawnTable = ({ heads, rows, more }: DrawnTable): DocumentTable => ({
  heads: heads.map((head) => head.map(({ text, span, isNumber }) => ({ text, span, align: isNumber ? 'right' : 'left' }))),
  rows: rows.map((row) => row.map((text) => ({ text, link: null, number: null, look: null }))),
  more,
})
