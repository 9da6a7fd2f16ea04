import type { Cell, ColumnType } from '@sightline/contract/executions.ts'

const plainNumber = /^(-?)(\d+)(\.\d+)?$/

/** Digits in groups of three, made on the text: a number longer than a double keeps every digit. */
export function groupDigits(text: string): string {
  const parts = plainNumber.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`
}

/** A cell as the table shows it when its column brings no format: the exact text as received, numbers with their digits grouped. */
export function cellText(cell: Cell, type: ColumnType | null): string {
  if (cell === null) return ''
  if (type === 'integer' || type === 'float') return groupDigits(String(cell))
  return String(cell)
}
