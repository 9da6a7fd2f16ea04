const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i
const ZERO = 48
/** Days from March 1 of year 0 to 1970-01-01. */
const EPOCH_DAYS = 719_468
const MICROS_A_MINUTE = 60_000_000

/** Two digits as a number; NaN if they are not digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** 0 if there is no such month. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return isLeap && month === 2 ? 29 : (MONTH_DAYS[month - 1] ?? 0)
}

/** Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that a leap day comes last. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - EPOCH_DAYS
}

/** A date as days since 1970-01-01; undefined if it is not a valid date. */
export function daysOf(text: string): number | undefined {
  return text.length === 10 ? daysAtStart(text) : undefined
}

/** The date at the start of a string. */
function daysAtStart(text: string): number | undefined {
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const isDay = text[4] === '-' && text[7] === '-' && day >= 1 && day <= daysIn(year, month)
  return isDay && year >= 0 ? dayNumber(year, month, day) : undefined
}

/**
 * Microseconds since 1970-01-01 of a time like `2024-03-01 12:30:00`, without fraction and offset.
 * @returns undefined for other formats, or if the number would not be exact
 */
export function plainWallClock(text: string): number | undefined {
  if (text.length !== 19 || (text[10] !== ' ' && text[10] !== 'T') || text[13] !== ':' || text[16] !== ':') return undefined
  const days = daysAtStart(text)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  if (days === undefined || !(hour <= 23 && minute <= 59 && second <= 59)) return undefined
  const micros = (days * 86_400 + hour * 3600 + minute * 60 + second) * 1e6
  return Number.isSafeInteger(micros) ? micros : undefined
}

/** A parsed date and time. */
export interface ParsedTime {
  /** Wall-clock time in microseconds since 1970-01-01. */
  wallClock: bigint
  /** UTC offset in minutes, positive to the east; null if there is none. */
  offset: number | null
}

/**
 * Parses a date and time, such as `2024-03-01 12:30:00.25+01:00`.
 * @returns undefined if it is none, or has digits beyond microseconds
 */
export function timeOf(text: string): ParsedTime | undefined {
  const [, date = '', hour, minute, second = '0', fraction = '', zone] = TIME.exec(text) ?? []
  const days = daysOf(date)
  if (days === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (/[1-9]/.test(fraction.slice(6))) return undefined
  const seconds = days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0'))
  return { wallClock: BigInt(seconds) * 1_000_000n + BigInt(micros), offset: zone === undefined ? null : offsetOf(zone) }
}

/** Microseconds since 1970-01-01 UTC; a time without an offset is in UTC. */
export const instantOf = ({ wallClock, offset }: ParsedTime): bigint => wallClock - BigInt((offset ?? 0) * MICROS_A_MINUTE)

function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  const size = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -size : size
}

/** Whether a string looks like a date, or a date and time; null if neither. */
export function timeKindOf(text: string): 'date' | 'datetime' | null {
  if (text.length < 10 || text.length > 40 || text[4] !== '-') return null
  if (daysOf(text) !== undefined) return 'date'
  return TIME.test(text) && daysOf(text.slice(0, 10)) !== undefined ? 'datetime' : null
}
