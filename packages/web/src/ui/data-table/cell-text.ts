import type { Cell, ColumnType } from '@sightline/contract/results.ts'

const plainNumber = /^(-?)(\d+)(\.\d+)?$/

/** Digits in groups of three, made on the text: a number longer than a double keeps every digit. */
export function groupDigits(text: string): string {
  const parts = plainNumber.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`
}

/** More characters than the widest column shows; laying out a megabyte takes a browser a second for each drawing. */
const MOST_DRAWN = 1000

/** What of a text is drawn in a cell. The whole of it is seen when the cell is opened. */
export const drawnText = (text: string): string => (text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text)

/** A cell as the table shows it when its column brings no format: the exact text as received, numbers with their digits grouped. */
export function cellText(cell: Cell, type: ColumnType | null): string {
  if (cell === null) return ''
  if (type === 'integer' || type === 'float') return groupDigits(String(cell))
  return String(cell)
}
