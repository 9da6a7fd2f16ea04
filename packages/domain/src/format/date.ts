import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(advancedFormat)
dayjs.extend(localizedFormat)

const ISO = /^[+-]?\d{4,6}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i

/**
 * Milliseconds since the epoch of an ISO date or datetime. A text without a time zone is read as UTC, and `formatDate` writes
 * UTC: the user sees the time of the database in any time zone.
 * @returns null if the text is not an ISO date
 */
export function parseDate(text: string): number | null {
  const trimmed = text.trim()
  if (!ISO.test(trimmed)) return null
  const zoned = trimmed
    .replace(' ', 'T')
    .replace(/\s/g, '')
    .replace(',', '.')
    .replace(/([+-]\d{2})$/, (zone, hours, at) => (at > 10 ? `${hours}:00` : zone))
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(zoned.slice(11))
  const time = Date.parse(zoned.length > 10 && !hasZone ? `${zoned}Z` : zoned)
  return Number.isNaN(time) ? null : time
}

/**
 * Formats a date in UTC with a pattern of Day.js (https://day.js.org/docs/en/display/format). Stored records use Moment.js
 * patterns, which are the same.
 * @param value an ISO text, or milliseconds since the epoch
 * @returns null if `value` is not a date; ISO text for an empty pattern
 */
export function formatDate(value: string | number, pattern: string): string | null {
  const time = typeof value === 'number' ? value : parseDate(value)
  if (time === null || !Number.isFinite(time)) return null
  const date = dayjs.utc(time)
  if (!date.isValid()) return null
  return pattern.trim() === '' ? date.toISOString() : date.format(pattern)
}
