import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(advancedFormat)
dayjs.extend(localizedFormat)

const ISO = /^[+-]?\d{4,6}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i

/**
 * Milliseconds since the epoch of an ISO date or datetime. A text without a zone is a wall clock and is read as UTC, as it is
 * written again by `formatDate`: what the database said is what is shown, whatever the reader's zone.
 * @returns null when the text is no ISO date
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
 * Writes a date in UTC by a pattern of Day.js (https://day.js.org/docs/en/display/format), which are those of Moment.js that
 * stored records use.
 * @param value an ISO text, or milliseconds since the epoch
 * @returns null when `value` is no date; an empty pattern gives the ISO text
 */
export function formatDate(value: string | number, pattern: string): string | null {
  const time = typeof value === 'number' ? value : parseDate(value)
  if (time === null || !Number.isFinite(time)) return null
  const date = dayjs.utc(time)
  if (!date.isValid()) return null
  return pattern.trim() === '' ? date.toISOString() : date.format(pattern)
}
