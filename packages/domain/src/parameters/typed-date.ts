import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { inputFormat, type Precision, readDate, wireFormat } from './dates.ts'

dayjs.extend(customParseFormat)

/**
 * Reads a typed date, either in the pattern of the input or as an ISO text.
 * @param dateFormat `dateFormat` of the client config
 * @returns the date in the form in which it is sent; null for an incomplete or invalid date
 */
export function typedDate(precision: Precision, typed: string, dateFormat?: string): string | null {
  const text = typed.trim()
  const iso = readDate(precision, text)
  if (iso !== null) return iso
  const date = dayjs(text, inputFormat(precision, dateFormat), true)
  return date.isValid() ? readDate(precision, date.format(wireFormat(precision))) : null
}
