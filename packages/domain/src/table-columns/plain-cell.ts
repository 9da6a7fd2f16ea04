import type { Cell } from '@sightline/contract/results.ts'
import type { ValueFormats } from '../format/value.ts'
import { type CellView, cellText, cellView, isRich } from './column-view.ts'
import type { Change } from './compared-cell.ts'
import type { TableColumn } from './table-column.ts'

/** Longer texts are not parsed as JSON. */
const JSON_CHARACTERS = 50_000

/**
 * The text of a cell outside of a page: links are their texts, images their titles, HTML is its source.
 * @param cellOf returns the cell of another column in the same row; undefined for an unknown column
 * @param change since an earlier row, which follows in brackets; null for none
 */
export function plainCell(
  cell: Cell,
  column: TableColumn,
  cellOf: (name: string) => Cell | undefined,
  formats: ValueFormats,
  change: Change | null = null,
): string {
  if (cell === null) return formats.nullText
  const text = isRich(column)
    ? plainText(cellView(cell, column, cellOf, JSON_CHARACTERS, formats))
    : cellText(cell, column, formats)
  return change === null || change.signed === null ? text : `${text} (${change.signed})`
}

function plainText(view: CellView): string {
  switch (view.kind) {
    case 'nothing':
      return ''
    case 'text':
    case 'link':
      return view.text
    case 'linked text':
      return view.pieces.map(({ text }) => text).join('')
    case 'html':
      return view.html
    case 'image':
      return view.title || view.address
    case 'json':
      return JSON.stringify(view.value)
    case 'sparkline':
      return view.text
  }
}
