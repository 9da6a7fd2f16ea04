/** Number formats that every workbook has and that show a date or a time (ECMA-376 part 1, 18.8.30). */
const BUILT_IN = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]
const builtInDates: ReadonlySet<number> = new Set(BUILT_IN)

/**
 * Whether a number format shows a date or a time. A workbook has no dates, only numbers that are shown as such.
 * @param code the format's code where the workbook defines it, such as `yyyy\-mm\-dd`
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.has(id)
  // Quoted words, escaped characters, and colours and locales in brackets say nothing; `[h]` is a duration.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare)
}

const DAY = 86_400_000
/** 1899-12-30, day 0 of a workbook, as milliseconds before 1970; and how much later day 0 is in the system of 1904. */
const DAY_ZERO = -25_569 * DAY
const DAYS_TO_1904 = 1462

/** What a day number tells: a day, a day and a time, or a time without a day. */
export interface SerialDate {
  kind: 'date' | 'datetime' | 'time'
  text: string
}

/**
 * A day number as the date, or the time, that it stands for; null beyond the year 9999.
 * @param days since the workbook's day 0, with the time as fraction
 */
export function serialDate(days: number, is1904: boolean): SerialDate | null {
  if (days < 0 || days >= 2_958_466) return null
  // Half a microsecond is lost in the fraction of a day: the nearest millisecond is what was meant.
  const millis = Math.round(days * DAY)
  if (millis < DAY && !is1904) return { kind: 'time', text: isoOf(millis).slice(11) }
  // Excel counts a 29 February 1900, which never was: its days before that are one off.
  const leap = !is1904 && days < 60 ? DAY : 0
  const iso = isoOf(DAY_ZERO + millis + leap + (is1904 ? DAYS_TO_1904 * DAY : 0))
  return millis % DAY === 0 ? { kind: 'date', text: iso.slice(0, 10) } : { kind: 'datetime', text: iso }
}

const isoOf = (millis: number) =>
  new Date(millis)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
