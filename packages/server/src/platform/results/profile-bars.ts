import { dayText } from '@sightline/domain/format/calendar-units.ts'
import { wallTime } from '@sightline/domain/format/time-zone.ts'
import { type DayBars, dayBars, numberBars, SHORT_SPAN_MS } from '@sightline/domain/profiles/bars.ts'
import type { Column } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import type { Profiled } from './brief-profiles.ts'
import { type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import { numberSql } from './measure-sql.ts'
import { unitCuts } from './time-units.ts'

const DAY_MS = 86_400_000
const US = 1000

/** How the values of a column are divided into bars. */
export type Bars = {
  /** Number of bars. */
  count: number
  /** The smallest and the largest value of the column; null if those of the bars tell. */
  ends: [string | null, string | null]
} & (
  | { kind: 'days'; days: DayBars /** SQL of the day of a row. */; day: string }
  | { kind: 'ranges'; place: string; low: number; high: number }
)

/** The values of a column with times in microseconds; null for infinities. */
export function clockSql({ ref, storage }: SqlColumn): string {
  // As a time, a day in a far millennium would overflow.
  if (storage.kind === 'date')
    return `CASE WHEN isfinite(${ref}) THEN date_diff('day', DATE '1970-01-01', ${ref})::DOUBLE * ${DAY_MS * US} END`
  const time = storage.kind === 'text' ? `try_cast(${ref} AS TIMESTAMP)` : ref
  return `CASE WHEN isfinite(${time}) THEN epoch_us(${time})::DOUBLE END`
}

interface Ends {
  /** Numbers, or microseconds of times; null without any. */
  low: number | null
  high: number | null
}

/**
 * The bars from the smallest to the largest value: of numbers in equal ranges, of times in days and longer units, those of instants
 * on the clock of a time zone. Times within less than two days are in equal ranges.
 * @returns null for columns without such values, and for times before the year 1 or after 9999
 */
export async function barsOf(
  columns: readonly Column[],
  { index, column, kind }: Profiled,
  { low, high }: Ends,
  timeZone: string,
  texts: BoundStrings,
): Promise<Bars | null> {
  if (kind === 'value' || low === null || high === null) return null
  if (kind === 'number') {
    const isWhole = column.storage.kind === 'int32' || column.storage.kind === 'int64'
    const count = numberBars(low, high, isWhole)
    return { kind: 'ranges', count, ends: [null, null], place: numberSql(column), low, high }
  }
  if (columns[index]?.type !== 'date' && column.storage.kind !== 'date' && high - low < SHORT_SPAN_MS * US)
    return { kind: 'ranges', count: numberBars(low, high, false), ends: [null, null], place: clockSql(column), low, high }
  const range = [Math.floor(low / US), Math.floor(high / US) + 1] as const
  const cuts = await unitCuts(
    columns,
    { units: [{ column: index, unit: 'day' }], time_zone: timeZone },
    texts,
    async () => range,
  )
  const dayOf = (time: number) => Math.floor((column.storage.kind === 'instant' ? wallTime(timeZone, time) : time) / DAY_MS)
  const [first, last] = [dayOf(Math.floor(low / US)), dayOf(Math.floor(high / US))]
  const days = dayBars(first, last)
  const day = cuts.get(index)?.value
  if (days === null || day === undefined) return null
  return { kind: 'days', count: days.bars.length, ends: [dayText(first), dayText(last)], days, day }
}

/**
 * Counts the rows in each bar. Selects the place of the column, that of the bar, the rows, null, and the smallest and largest value.
 * @param from SQL of the rows
 */
export function barsSql(bars: Bars, column: SqlColumn, from: string, at: number): string {
  if (bars.kind === 'days') {
    const { unit, step, bars: all } = bars.days
    const bar = `date_diff('${unit}', DATE '${all[0]?.min}', day)`
    return `SELECT ${at} AS place, (${bar} // ${step})::INTEGER AS bar, count(*)::INTEGER AS n, NULL::INTEGER AS total,
        NULL::VARCHAR AS low, NULL::VARCHAR AS high
      FROM (SELECT ${bars.day} AS day FROM ${from}) WHERE isfinite(day) GROUP BY bar`
  }
  const { kind } = column.storage
  const [low, high] = kind === 'number_text' ? ['arg_min(value, place)', 'arg_max(value, place)'] : ['min(value)', 'max(value)']
  const text = (ref: string) => textSql({ ref, storage: column.storage })
  return `SELECT ${at} AS place, bar, n, NULL::INTEGER AS total, ${text('low')} AS low, ${text('high')} AS high FROM (
      SELECT ${barSql(bars)}::INTEGER AS bar, count(*)::INTEGER AS n, ${low} AS low, ${high} AS high
      FROM (SELECT ${bars.place} AS place, ${shownAlike(column)} AS value FROM ${from}) WHERE place IS NOT NULL GROUP BY bar)`
}

/** The arithmetic of `barOf`, in SQL. */
function barSql({ low, high, count }: Extract<Bars, { kind: 'ranges' }>): string {
  if (count === 1) return '0'
  if (count === high - low + 1) return `(place - ${double(low)})`
  const part = `(place / 2 - ${double(low / 2)}) / ${double(high / 2 - low / 2)}`
  return `least(${count - 1}, floor(${part} * ${count}))`
}

/** A number as a literal: with an exponent it is a double, otherwise it would be a decimal or an integer. */
const double = (number: number): string => `(${number.toExponential()})`
