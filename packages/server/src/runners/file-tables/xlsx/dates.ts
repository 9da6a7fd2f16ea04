/** Built-in number formats that show a date or a time (ECMA-376 part 1, 18.8.30). */
const BUILT_IN = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]
const builtInDates: ReadonlySet<number> = new Set(BUILT_IN)
const builtInTimes: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 47])
const BUILT_IN_DURATION = 46

/** Formats of dates, which may have a time, of times of day without a date, and of lengths of time. */
export type DateFormat = 'date' | 'time' | 'duration'

/**
 * Classifies a number format; null if it shows a number. Workbooks store dates as numbers with such a format.
 * @param code the format code if the workbook defines it, such as `yyyy\-mm\-dd`
 */
export function dateFormat(id: number, code: string | undefined): DateFormat | null {
  if (code === undefined) {
    if (id === BUILT_IN_DURATION) return 'duration'
    if (builtInTimes.has(id)) return 'time'
    return builtInDates.has(id) ? 'date' : null
  }
  // Quoted text, escaped characters, and colours and locales in brackets are no date codes; `[h]` is a duration.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (!/[ymdhs]/i.test(bare) || /general/i.test(bare)) return null
  if (bare.includes('[')) return 'duration'
  // Without hours and seconds, `m` is a month.
  return /[yd]/i.test(bare) || !/[hs]/i.test(bare) ? 'date' : 'time'
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 1899-12-30, day 0 of a workbook, in Unix milliseconds; and the offset in days of workbooks with the 1904 date system. */
const DAY_ZERO = -25_569 * DAY
const DAYS_TO_1904 = 1462

/** The meaning of a serial number: a date, a date and time, a time of day, or as a text, a length of time of a day or more. */
export interface SerialDate {
  kind: 'date' | 'datetime' | 'time' | 'text'
  text: string
}

/**
 * Converts a serial number to a date or time; null beyond the year 9999.
 * @param days since the workbook's day 0; the fraction is the time of day
 * @param shown what the format of the number shows
 */
export function serialDate(days: number, shown: DateFormat, is1904: boolean): SerialDate | null {
  if (days < 0 || days >= 2_958_466) return null
  // The fraction of a day loses about half a microsecond, so the nearest millisecond is the intended one.
  const millis = Math.round(days * DAY)
  if (millis < DAY && (shown !== 'date' || !is1904)) return { kind: 'time', text: isoOf(millis).slice(11) }
  if (shown === 'duration') return { kind: 'text', text: `${Math.floor(millis / HOUR)}${isoOf(millis % HOUR).slice(13)}` }
  // Excel counts a nonexistent 29 February 1900, so earlier days are off by one.
  const leap = !is1904 && days < 60 ? DAY : 0
  const iso = isoOf(DAY_ZERO + millis + leap + (is1904 ? DAYS_TO_1904 * DAY : 0))
  return millis % DAY === 0 ? { kind: 'date', text: iso.slice(0, 10) } : { kind: 'datetime', text: iso }
}

const isoOf = (millis: number) =>
  new Date(millis)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
