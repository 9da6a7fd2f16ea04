import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '../language/i18n.ts'

/** How a value without visible text is named among other values: a missing one, or an empty text. null for other values. */
export function missingName(value: Cell): string | null {
  if (value === null) return i18n._('(empty)')
  return value === '' ? i18n._('(empty text)') : null
}
