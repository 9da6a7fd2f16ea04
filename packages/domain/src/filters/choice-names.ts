import type { Cell } from '@sightline/contract/results.ts'
import { cellName } from '../format/cell-name.ts'
import { formatDate, isInstant } from '../format/date.ts'
import { formatsFor, type TimeFormats } from '../format/days.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * The names of the values of a filter: days, and times with a zone on the clock of the reader, as tables show them; others as they are.
 * @param values all values of the filter, which decide together whether they are times
 */
export function choiceNames(values: readonly Cell[], formats: TimeFormats): string[] {
  const present = values.filter((value) => value !== null)
  const areAll = (isSuch: (text: string) => boolean) => present.every((value) => typeof value === 'string' && isSuch(value))
  const { dateTimeFormat } = formatsFor(values, formats)
  const pattern = areAll((text) => DAY.test(text)) ? formats.dateFormat : areAll(isInstant) ? dateTimeFormat : null
  return values.map((value) => {
    const time = pattern !== null && typeof value === 'string' ? formatDate(value, pattern, formats.timeZone) : null
    return cellName(value, (shown) => time ?? String(shown))
  })
}
