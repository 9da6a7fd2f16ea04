import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { i18n } from '../language/i18n.ts'
import { memoized } from '../memoized.ts'
import { wallTime } from './time-zone.ts'

dayjs.extend(utc)
dayjs.extend(advancedFormat)
dayjs.extend(localizedFormat)

const ISO = /^[+-]?\d{4,6}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i

/** More than any date and time has, with all digits of its seconds. */
const MAX_CHARACTERS = 100
/** A longer pattern is no pattern of a date, and Day.js takes more than twice the time for twice the length. */
const MAX_PATTERN = 200

/**
 * Reads an ISO date or datetime as the time on the clock of a time zone, in milliseconds as if that clock showed UTC. A text with
 * a zone names an instant, which is converted; a text without one is a time of the database, which is the same everywhere.
 * @param timeZone in which the reader sees times
 * @returns null if the text is not an ISO date
 */
export function parseDate(text: string, timeZone = 'UTC'): number | null {
  const trimmed = text.trim()
  if (trimmed.length > MAX_CHARACTERS || !ISO.test(trimmed)) return null
  const zoned = trimmed
    .replace(' ', 'T')
    .replace(/\s/g, '')
    .replace(',', '.')
    .replace(/([+-]\d{2})$/, (zone, hours, at) => (at > 10 ? `${hours}:00` : zone))
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(zoned.slice(11))
  const time = Date.parse(zoned.length > 10 && !hasZone ? `${zoned}Z` : zoned)
  if (Number.isNaN(time)) return null
  return hasZone ? wallTime(timeZone, time) : time
}

/**
 * The text of an instant on the clock of a time zone, as an ISO datetime without a zone; any other text unchanged. Charts place
 * and name times by such texts.
 */
export function localText(text: string, timeZone: string): string {
  if (!isInstant(text)) return text
  const time = parseDate(text, timeZone)
  return time === null ? text : new Date(time).toISOString().replace(/(\.000)?Z$/, '')
}

/** Whether a text is a date and time with a zone, which is shown on the clock of the reader. */
export const isInstant = (text: string): boolean => text.length <= MAX_CHARACTERS && INSTANT.test(text)

const INSTANT = /T.*(Z|[+-]\d{2}(:?\d{2})?)$/i

/**
 * Formats a date with a pattern of Day.js (https://day.js.org/docs/en/display/format). Stored records use Moment.js
 * patterns, which are the same.
 * @param value an ISO text, or milliseconds as `parseDate` returns them
 * @param timeZone in which a text with a zone is shown
 * @param language of the names of months and weekdays: a tag of BCP 47
 * @returns null if `value` is not a date; ISO text for a pattern that is empty or too long
 */
export function formatDate(value: string | number, pattern: string, timeZone = 'UTC', language = 'en'): string | null {
  const time = typeof value === 'number' ? value : parseDate(value, timeZone)
  if (time === null || !Number.isFinite(time)) return null
  const date = dayjs.utc(time)
  if (!date.isValid()) return null
  if (pattern.length > MAX_PATTERN || pattern.trim() === '') return date.toISOString()
  return (language === 'en' ? date : date.locale(namesIn(language))).format(pattern)
}

/**
 * The text of an instant for readers who may have another time zone: in that of the organization, with its name. Months and weekdays are
 * named in the language of the reader.
 * @param formats of the organization
 */
export const timeInZone = (time: Date, { dateTimeFormat, timeZone }: { dateTimeFormat: string; timeZone: string }): string =>
  `${formatDate(time.toISOString(), dateTimeFormat, timeZone, i18n.locale)} ${timeZone}`

/** The names of months and weekdays for Day.js. Its own files of languages would all have to be loaded beforehand. */
const namesIn = memoized((language: string): ILocale => {
  const namesOf = (options: Intl.DateTimeFormatOptions, times: readonly number[]) => {
    const names = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return times.map((time) => names.format(time))
  }
  const monthsOf = (month: 'long' | 'short') =>
    namesOf(
      { month },
      Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month)),
    )
  // 7 January 2024 was a Sunday.
  const weekdaysOf = (weekday: 'long' | 'short' | 'narrow') =>
    namesOf(
      { weekday },
      Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 7 + day)),
    )
  return {
    name: `names of ${language}`,
    months: monthsOf('long'),
    monthsShort: monthsOf('short'),
    weekdays: weekdaysOf('long'),
    weekdaysShort: weekdaysOf('short'),
    weekdaysMin: weekdaysOf('narrow'),
    ordinal: (day) => `[${day}]`,
    formats: {},
    relativeTime: {},
  }
})
