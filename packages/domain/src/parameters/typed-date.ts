import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { inputFormat, type Precision, readDate, wireFormat } from './dates.ts'

dayjs.extend(customParseFormat)

/**
 * A date as somebody typed it: in the pattern in which the input shows it, or as an ISO text.
 * @param dateFormat `dateFormat` of the client config
 * @returns the date as it is sent; null for a text that is not a whole date yet, or no date
 */
export function typedDate(precision: Precision, typed: string, dateFormat?: string): string | null {
  const text = typed.trim()
  const iso = readDate(precision, text)
  if (iso !== null) return iso
  const date = dayjs(text, inputFormat(precision, dateFormat), true)
  return date.isValid() ? readDate(precision, date.format(wireFormat(precision))) : null
}
