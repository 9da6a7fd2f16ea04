import { memoized } from '../memoized.ts'
import { i18n } from './i18n.ts'
import { isolated } from './isolated.ts'

const DAY_MS = 86_400_000
/** 7 January 2024, a Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7)

const numbersIn = memoized((language: string) => new Intl.NumberFormat(language))
const amountsIn = memoized((style: string) => {
  const [language, decimals] = style.split(' ')
  const digits =
    decimals === undefined ? {} : { minimumFractionDigits: Number(decimals), maximumFractionDigits: Number(decimals) }
  return new Intl.NumberFormat(language, { useGrouping: false, ...digits })
})
const listsIn = memoized((language: string) => new Intl.ListFormat(language, { type: 'conjunction' }))
const alphabetsIn = memoized((language: string) => new Intl.Collator(language))
const naturalOrdersIn = memoized((language: string) => new Intl.Collator(language, { numeric: true }))
const countriesIn = memoized((language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))
const datesIn = memoized((style: string) => {
  const [language, ...parts] = style.split(' ')
  const options = Object.fromEntries(parts.map((part) => [part, part === 'month' || part === 'weekday' ? 'short' : 'numeric']))
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
})

/** A number in a sentence, with the separators of its reader: `1,234` or `1.234`. Values of a result have formats of their own. */
export const localNumber = (value: number): string => numbersIn(i18n.locale).format(value)

/**
 * The number of a unit, with the decimal mark of its reader and without separators of thousands: `1023` or `3,21`.
 * @param decimals exactly so many; without, up to three
 */
export function localAmount(value: number, decimals?: number): string {
  if (decimals === undefined) return amountsIn(i18n.locale).format(value)
  // The first formatter takes a phone a tenth of a second, and nearly every list begins with the times of runs.
  return i18n.locale === 'en' ? value.toFixed(decimals) : amountsIn(`${i18n.locale} ${decimals}`).format(value)
}

/** Names in a sentence, joined by the words of its reader: `a, b, and c` or `a, b und c`. */
export const localList = (names: readonly string[]): string =>
  listsIn(i18n.locale).format(names.map((name) => isolated(name, i18n.locale)))

/**
 * Compares texts of data by the alphabet of the reader. Only for what is computed for one reader: what is stored for all of them is
 * compared by bytes. Different texts are never equal, so that the order is the same each time.
 */
export const compareByAlphabet = (one: string, other: string): number =>
  alphabetsIn(i18n.locale).compare(one, other) || compareCodeUnits(one, other)

/** Compares texts as `compareByAlphabet` does, with the numbers in them by value: `item 9` is before `item 10`. */
export const compareNaturally = (one: string, other: string): number =>
  naturalOrdersIn(i18n.locale).compare(one, other) || compareCodeUnits(one, other)

const compareCodeUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The short name of a month: `Mar` or `Mär`. @param month 0 for January */
export const localMonth = (month: number): string => datesIn(`${i18n.locale} month`).format(Date.UTC(2024, month, 1))

/** The short name of a weekday: `Wed` or `Mi`. @param weekday 0 for Sunday */
export const localWeekday = (weekday: number): string => datesIn(`${i18n.locale} weekday`).format(SUNDAY + weekday * DAY_MS)

/**
 * A day in the order of the reader: `5 Mar` or `5. März`, with the year `5 Mar 2024` or `5. März 2024`.
 * @param time of the day in UTC
 */
export function localDay(time: number, withYear = false): string {
  if (i18n.locale !== 'en') return datesIn(`${i18n.locale} day month${withYear ? ' year' : ''}`).format(time)
  // The day has always been named first in English, as in most countries.
  const date = new Date(time)
  return `${date.getUTCDate()} ${localMonth(date.getUTCMonth())}${withYear ? ` ${date.getUTCFullYear()}` : ''}`
}

/** The name of a country; null for a code that is none. @param code two letters of ISO 3166-1 */
export const localCountry = (code: string): string | null =>
  /^[A-Z]{2}$/.test(code) ? (countriesIn(i18n.locale).of(code) ?? null) : null
