import { i18n } from '../language/i18n.ts'
import { localAmount } from '../language/local.ts'

const sizes: readonly ((amount: string) => string)[] = [
  (amount) => i18n._('{amount} bytes', { amount }),
  (amount) => i18n._('{amount} KB', { amount }),
  (amount) => i18n._('{amount} MB', { amount }),
  (amount) => i18n._('{amount} GB', { amount }),
  (amount) => i18n._('{amount} TB', { amount }),
  (amount) => i18n._('{amount} PB', { amount }),
]

const counts = {
  column: (count: number) => i18n._('{count, plural, one {# column} other {# columns}}', { count }),
  group: (count: number) => i18n._('{count, plural, one {# group} other {# groups}}', { count }),
  item: (count: number) => i18n._('{count, plural, one {# item} other {# items}}', { count }),
  line: (count: number) => i18n._('{count, plural, one {# line} other {# lines}}', { count }),
  row: (count: number) => i18n._('{count, plural, one {# row} other {# rows}}', { count }),
}

/** The things that `countText` can count. */
export type Counted = keyof typeof counts

/** A count with its noun: `1 row`, `1,234 rows`. */
export const countText = (count: number, noun: Counted): string => counts[noun](count)

/** A size such as `3.21 KB`, in the words of the reader: base 1024, three significant digits. */
export function bytesText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), sizes.length - 1)
  const amount = bytes / 1024 ** unit
  const rounded = localAmount(amount >= 100 ? Math.round(amount) : Number(amount.toPrecision(3)))
  return sizes[unit]?.(rounded) ?? rounded
}

/**
 * A duration such as `0.42 s`, `12.4 s`, `3 min 05 s` or `2 h 10 min`, in the words of the reader.
 * @param seconds at least 0
 */
export function durationText(seconds: number): string {
  if (seconds < 9.995) return i18n._('{seconds} s', { seconds: localAmount(seconds, 2) })
  if (seconds < 59.95) return i18n._('{seconds} s', { seconds: localAmount(seconds, 1) })
  const whole = Math.round(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours > 0) return i18n._('{hours} h {minutes} min', { hours, minutes: String(minutes).padStart(2, '0') })
  return i18n._('{minutes} min {seconds} s', { minutes, seconds: String(whole % 60).padStart(2, '0') })
}

/**
 * A duration for which a rounded one suffices, in the words of the reader: `0.4 s`, `12 s`, `3 min`, `2 h 5 min`.
 * @param seconds at least 0
 */
export function roundedDurationText(seconds: number): string {
  if (seconds < 1) return i18n._('{seconds} s', { seconds: localAmount(Math.max(0.1, seconds), 1) })
  if (seconds < 60) return i18n._('{seconds} s', { seconds: Math.floor(seconds) })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return i18n._('{minutes} min', { minutes })
  return i18n._('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/**
 * An elapsed time in minutes and seconds (`00:14`), from one hour on also in hours (`01:00:00`).
 * @param milliseconds at least 0
 */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3600)
  return (hours > 0 ? [hours, ...parts] : parts).map((part) => String(part).padStart(2, '0')).join(':')
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const steps: readonly { seconds: number; name: Intl.RelativeTimeFormatUnitSingular; short: string }[] = [
  { seconds: YEAR, name: 'year', short: 'y' },
  { seconds: MONTH, name: 'month', short: 'mo' },
  { seconds: WEEK, name: 'week', short: 'wk' },
  { seconds: DAY, name: 'day', short: 'd' },
  { seconds: HOUR, name: 'hour', short: 'h' },
  { seconds: MINUTE, name: 'minute', short: 'min' },
]

/** A number of units of time in a language, such as `14 Min.`, or `14 Minuten` in full. @param language tag of BCP 47 */
export const amountText = (count: number, unit: string, language: string, unitDisplay: 'short' | 'long' = 'short'): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count)

/**
 * A relative time: `just now`, `14 minutes ago`, `yesterday`, `3 weeks ago`, `in 2 hours`.
 * @param then ISO 8601
 * @param language tag of BCP 47
 */
export function timeAgo(then: string, now: Date, language = 'en'): string {
  const seconds = (now.getTime() - Date.parse(then)) / 1000
  if (Number.isNaN(seconds)) return ''
  const span = Math.abs(seconds)
  const step = steps.find((candidate) => span >= candidate.seconds)
  const count = step === undefined ? 0 : Math.floor(span / step.seconds)
  if (language !== 'en') {
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    return words.format(seconds > 0 ? -count : count, step?.name ?? 'second')
  }
  if (step === undefined) return 'just now'
  if (step.name === 'day' && count === 1) return seconds > 0 ? 'yesterday' : 'tomorrow'
  const text = `${count} ${step.name}${count === 1 ? '' : 's'}`
  return seconds > 0 ? `${text} ago` : `in ${text}`
}

/**
 * How long ago something was, where there is no room for a sentence: `14 min`, `3 wk`, and `now` for less than a minute.
 * @param then ISO 8601
 * @param language tag of BCP 47
 */
export function shortAge(then: string, now: Date, language = 'en'): string {
  const seconds = (now.getTime() - Date.parse(then)) / 1000
  if (Number.isNaN(seconds)) return ''
  const step = steps.find((candidate) => seconds >= candidate.seconds)
  if (language !== 'en')
    return step === undefined
      ? timeAgo(then, now, language)
      : amountText(Math.floor(seconds / step.seconds), step.name, language)
  return step === undefined ? 'now' : `${Math.floor(seconds / step.seconds)} ${step.short}`
}
