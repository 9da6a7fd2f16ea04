import type { Cell } from '@sightline/contract/results.ts'
import type { ValueFormats } from '../format/value.ts'
import { type CellView, cellText, cellView, isRich } from './column-view.ts'
import type { TableColumn } from './table-column.ts'

/** Longer texts are not parsed as JSON. */
const JSON_CHARACTERS = 50_000

/**
 * The text of a cell outside of a page: links are their texts, images their titles, HTML is its source, and null is a dash.
 * @param cellOf returns the cell of another column in the same row; undefined for an unknown column
 */
export function plainCell(
  cell: Cell,
  column: TableColumn,
  cellOf: (name: string) => Cell | undefined,
  formats: ValueFormats,
): string {
  if (cell === null) return '–'
  return isRich(column) ? plainText(cellView(cell, column, cellOf, JSON_CHARACTERS, formats)) : cellText(cell, column, formats)
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
