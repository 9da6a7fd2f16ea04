import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '../language/i18n.ts'

/** The name of a value among others: a missing value and an empty text would have no visible one. */
export function cellName(value: Cell, write: (value: Exclude<Cell, null>) => string = String): string {
  if (value === null) return i18n._('(empty)')
  return value === '' ? i18n._('(empty text)') : write(value)
}
