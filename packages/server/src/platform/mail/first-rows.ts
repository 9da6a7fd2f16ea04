import type { Cell, ColumnType, ResultColumn } from '@sightline/contract/results.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { columnNumberFormat } from '@sightline/domain/format/column-format.ts'
import { formatsFor } from '@sightline/domain/format/days.ts'
import { type ValueFormats, valueText } from '@sightline/domain/format/value.ts'
import { mailRemark } from './page.ts'

const SHOWN_ROWS = 10
const SHOWN_COLUMNS = 6
const CELL_CHARACTERS = 80

/** The first rows of a result, as shown in an email. */
export interface FirstRows {
  names: string[]
  /** Which columns are numeric. */
  numbers: boolean[]
  cells: string[][]
  /** A sentence about the rows and columns that are not shown; '' if all are. */
  more: string
}

/** @param isFirstOfMore whether the result has more rows than the given ones */
export function firstRowsOf(
  columns: readonly Pick<ResultColumn, 'friendly_name' | 'type'>[],
  rows: readonly (readonly Cell[])[],
  isFirstOfMore: boolean,
  formats: ValueFormats,
): FirstRows {
  const shown = columns.slice(0, SHOWN_COLUMNS)
  const names = shown.map(({ friendly_name }) => friendly_name)
  const numbers = shown.map(({ type }) => type === 'integer' || type === 'float')
  const columnFormats = shown.map(({ friendly_name: name, type }, index): ValueFormats => {
    const sample = rows.map((row) => row[index] ?? null)
    const format = columnNumberFormat({ name, type, source_type: '' }, sample, formats)
    return { ...formatsFor(sample, formats), integerFormat: format, floatFormat: format }
  })
  const cells = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => shown.map(({ type }, index) => cellText(row[index] ?? null, type, columnFormats[index] ?? formats)))
  const isCut = rows.length > SHOWN_ROWS || isFirstOfMore
  const leftOut = [...(isCut ? ['rows'] : []), ...(columns.length > SHOWN_COLUMNS ? ['columns'] : [])]
  return { names, numbers, cells, more: leftOut.length === 0 ? '' : `The query shows more ${leftOut.join(' and ')}.` }
}

function cellText(cell: Cell, type: ColumnType | null, formats: ValueFormats): string {
  const text = cell === null ? '–' : valueText(cell, type, formats).replace(/\s+/g, ' ')
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text
}

/** @returns no lines if there are no rows */
export function firstRowsText({ names, cells, more }: FirstRows): string[] {
  if (cells.length === 0) return []
  return [[names, ...cells].map((row) => row.join(' | ')).join('\n') + (more === '' ? '' : `\n${more}`)]
}

/** @returns '' if there are no rows */
export function firstRowsHtml({ names, numbers, cells, more }: FirstRows): string {
  if (cells.length === 0) return ''
  const style = 'padding:6px 12px 6px 0;border-bottom:1px solid #e7eaee;vertical-align:top'
  const sides = numbers.map((isNumber) => (isNumber ? 'text-align:right;white-space:nowrap' : 'text-align:left'))
  const cellsOf = (row: readonly string[], tag: 'td' | 'th') =>
    row
      .map(
        (text, index) =>
          `<${tag} class="line${tag === 'th' ? ' quiet' : ''}" style="${style};${sides[index]}${tag === 'th' ? ';color:#646d79;font-weight:500' : ''}">${escapeHtml(text)}</${tag}>`,
      )
      .join('')
  return `<div style="margin:16px 0 0;overflow-x:auto"><table style="width:100%;border-collapse:collapse;font-size:13px;line-height:18px">
<tr>${cellsOf(names, 'th')}</tr>
${cells.map((row) => `<tr>${cellsOf(row, 'td')}</tr>`).join('\n')}
</table></div>
${more === '' ? '' : mailRemark(more)}`
}
