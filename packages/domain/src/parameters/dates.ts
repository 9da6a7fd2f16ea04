import { formatDate } from '../format/date.ts'
import { type Definition, isRecord, type Range, typeOf } from './definition.ts'

/** The precision of a date type. */
export type Precision = 'day' | 'minute' | 'second'

/** A date type: one date or a range of two, each with a precision. */
interface DateKind {
  isRange: boolean
  precision: Precision
}

const kinds: Record<string, DateKind> = {
  date: { isRange: false, precision: 'day' },
  'datetime-local': { isRange: false, precision: 'minute' },
  'datetime-with-seconds': { isRange: false, precision: 'second' },
  'date-range': { isRange: true, precision: 'day' },
  'datetime-range': { isRange: true, precision: 'minute' },
  'datetime-range-with-seconds': { isRange: true, precision: 'second' },
}

/** The kind of date that a parameter holds; null for other types. */
export function dateKindOf(definition: Definition): DateKind | null {
  const type = typeOf(definition)
  return Object.hasOwn(kinds, type) ? (kinds[type] ?? null) : null
}

const wireFormats: Record<Precision, string> = {
  day: 'YYYY-MM-DD',
  minute: 'YYYY-MM-DD HH:mm',
  second: 'YYYY-MM-DD HH:mm:ss',
}

/** The Day.js pattern in which dates of this precision are sent and filled in. */
export const wireFormat = (precision: Precision): string => wireFormats[precision]

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?)?$/

/**
 * Reads an ISO text as a date of this precision. Finer parts are dropped; a missing time of day becomes 00:00:00. A text with a
 * time zone is refused, because parameters are the local time of the user.
 * @returns null for anything else, and for days that do not exist
 */
export function readDate(precision: Precision, raw: unknown): string | null {
  if (typeof raw !== 'string') return null
  const match = ISO.exec(raw)
  if (match === null) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match
  if (!exists(Number(year), Number(month), Number(day))) return null
  const date = `${year}-${month}-${day}`
  switch (precision) {
    case 'day':
      return date
    case 'minute':
      return `${date} ${hour}:${minute}`
    case 'second':
      return `${date} ${hour}:${minute}:${second}`
  }
}

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return year > 0 && date.getUTCMonth() + 1 === month && date.getUTCDate() === day
}

/** A day and a time of day, followed by a time zone. */
const ZONED = /^([^ T]+[ T].+?)(?:Z|[+-]\d{2}(?::?\d{2})?)$/

/** A sent date without its time zone, and the time zone, which is '' if there is none. */
export function splitZone(sent: string): { local: string; zone: string } {
  const local = ZONED.exec(sent)?.[1] ?? sent
  return { local, zone: sent.slice(local.length) }
}

/**
 * An ISO text as sent by an API client; it is filled in unchanged. A time of day may be followed by a time zone, as programs
 * write it.
 * @returns null for anything else, and for days that do not exist
 */
export function sentDate(raw: unknown): string | null {
  if (typeof raw !== 'string') return null
  return readDate('second', splitZone(raw).local) === null ? null : raw
}

/** A start and an end, both unchanged; null for anything else. */
export function sentRange(raw: unknown): Range | null {
  if (!isRecord(raw) || Object.keys(raw).length !== 2) return null
  const start = sentDate(raw.start)
  const end = sentDate(raw.end)
  return start === null || end === null ? null : { start, end }
}

/** An object of exactly a start and an end as a range of this precision; null for anything else. */
export function readRange(precision: Precision, raw: unknown): Range | null {
  if (!isRecord(raw) || Object.keys(raw).length !== 2) return null
  const start = readDate(precision, raw.start)
  const end = readDate(precision, raw.end)
  return start === null || end === null ? null : { start, end }
}

/**
 * The pattern in which an input shows dates of this precision.
 * @param dateFormat `dateFormat` of the client config
 */
export function inputFormat(precision: Precision, dateFormat = wireFormat('day')): string {
  return wireFormat(precision).replace(wireFormat('day'), dateFormat)
}

/** Formats a sent date for an input; a text that is not a date is returned unchanged. */
export function shownDate(precision: Precision, date: string, dateFormat?: string): string {
  return formatDate(date, inputFormat(precision, dateFormat)) ?? date
}
