import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { type CellLook, cellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import type { ColumnEnds } from '@sightline/domain/table-columns/column-ends.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { plainCell } from '@sightline/domain/table-columns/plain-cell.ts'
import type { Alignment, ColumnsOptions } from '@sightline/domain/table-columns/stored-columns.ts'
import { tableSurface, tableText } from '@sightline/domain/table-columns/table-colors.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { mailRemark } from './page.ts'

const SHOWN_ROWS = 10
const SHOWN_COLUMNS = 6
const CELL_CHARACTERS = 80

/** The first rows of a result, as shown in an email. */
export interface FirstRows {
  columns: { title: string; align: Alignment; isNumber: boolean }[]
  cells: string[][]
  /** The colors and bars of the cells; null for the usual look. */
  looks: (CellLook | null)[][]
  /** A sentence about the rows and columns that are not shown; '' if all are. */
  more: string
}

/** The rows of a result, or the first ones. */
export interface ResultRows {
  /** `source_type` may be unknown: then the decimals of a column follow from its values. */
  columns: readonly (Pick<ResultColumn, 'name' | 'type'> & { source_type?: string })[]
  rows: readonly (readonly Cell[])[]
  /** Whether the result has more rows than `rows`. */
  isFirstOfMore: boolean
}

interface FirstRowsLimits {
  maxRows?: number | undefined
  /** The ends of the columns with bars or heat, by column index; without an entry, a column has none. */
  ends?: ReadonlyMap<number, ColumnEnds>
}

/**
 * The visible columns of a table with the titles, order, alignment and formats that a page shows them with. Links are their texts,
 * images their titles, and HTML is its source, because mail programs would load or restyle them.
 * @param options of the table; none for the defaults
 */
export function firstRowsOf(
  { columns, rows, isFirstOfMore }: ResultRows,
  formats: ValueFormats,
  options: ColumnsOptions = { columns: [] },
  { maxRows = SHOWN_ROWS, ends = new Map() }: FirstRowsLimits = {},
): FirstRows {
  const typed = columns.map((column) => ({ source_type: '', ...column }))
  const all = tableColumns(typed, options, formats, rows)
  const visible = all.filter(({ visible }) => visible)
  const shown = visible.slice(0, SHOWN_COLUMNS)
  const places = new Map(columns.map(({ name }, index) => [name, index]))
  const looks = cellLooks(all, { ends, scheme: 'light', timeZone: formats.timeZone })
  const shownRows = rows.slice(0, maxRows)
  const cells = shownRows.map((row) => {
    const cellOf = (name: string) => {
      const index = places.get(name)
      return index === undefined ? undefined : (row[index] ?? null)
    }
    return shown.map((column) => mailText(row[column.index] ?? null, column, cellOf, formats))
  })
  const isCut = rows.length > maxRows || isFirstOfMore
  const leftOut = [...(isCut ? ['rows'] : []), ...(visible.length > SHOWN_COLUMNS ? ['columns'] : [])]
  return {
    columns: shown.map(({ title, alignContent, displayAs }) => ({
      title,
      align: alignContent,
      isNumber: displayAs === 'number',
    })),
    cells,
    looks: shownRows.map((row) => shown.map(({ index }) => looks?.(row, index) ?? null)),
    more: leftOut.length === 0 ? '' : `The query shows more ${leftOut.join(' and ')}.`,
  }
}

function mailText(cell: Cell, column: TableColumn, cellOf: (name: string) => Cell | undefined, formats: ValueFormats): string {
  const text = plainCell(cell, column, cellOf, formats).replace(/\s+/g, ' ')
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text
}

/** @returns no lines if there are no rows */
export function firstRowsText({ columns, cells, more }: FirstRows): string[] {
  if (cells.length === 0) return []
  return [
    [columns.map(({ title }) => title), ...cells].map((row) => row.join(' | ')).join('\n') + (more === '' ? '' : `\n${more}`),
  ]
}

/** @returns '' if there are no rows */
export function firstRowsHtml({ columns, cells, looks, more }: FirstRows): string {
  if (cells.length === 0) return ''
  const style = 'border-bottom:1px solid #e7eaee;vertical-align:top'
  // A color begins left of its text.
  const paddings = columns.map((_, index) => (looks.some((row) => row[index]) ? 'padding:6px 8px' : 'padding:6px 12px 6px 0'))
  const sides = columns.map(({ align, isNumber }) => `text-align:${align}${isNumber ? ';white-space:nowrap' : ''}`)
  const cellsOf = (row: readonly string[], tag: 'td' | 'th', look: readonly (CellLook | null)[] = []) =>
    row
      .map(
        (text, index) =>
          `<${tag} class="line${tag === 'th' ? ' quiet' : ''}" style="${paddings[index]};${style};${sides[index]}${lookStyle(look[index] ?? null)}${tag === 'th' ? ';color:#646d79;font-weight:500' : ''}">${escapeHtml(text)}</${tag}>`,
      )
      .join('')
  return `<div style="margin:16px 0 0;overflow-x:auto"><table style="width:100%;border-collapse:collapse;font-size:13px;line-height:18px">
<tr>${cellsOf(
    columns.map(({ title }) => title),
    'th',
  )}</tr>
${cells.map((row, index) => `<tr>${cellsOf(row, 'td', looks[index])}</tr>`).join('\n')}
</table></div>
${more === '' ? '' : mailRemark(more)}`
}

/** Sets the background together with the text, because either may be dark in a client with dark mode. */
function lookStyle(look: CellLook | null): string {
  if (look === null) return ''
  const { background, text, bar } = look
  const colors = `;background-color:${background ?? tableSurface.light};color:${text ?? tableText.light}`
  if (bar === null) return colors
  const [from, to] = [bar.from, bar.to].map((share) => `${(share * 100).toFixed(1)}%`)
  return `${colors};background-image:linear-gradient(to right,transparent ${from},${bar.color} ${from},${bar.color} ${to},transparent ${to})`
}
