import type { Cell } from '@sightline/contract/results.ts'
import { dayText } from '@sightline/domain/format/calendar-units.ts'
import { instantAt, wallTime } from '@sightline/domain/format/time-zone.ts'
import { type DayBar, dayBars, numberBars, SHORT_SPAN_MS } from '@sightline/domain/profiles/bars.ts'
import type { Column } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import type { SqlColumn } from './column-sql.ts'
import { hasRepeatedDay } from './instant-days.ts'
import { numberSql } from './measure-sql.ts'
import { unitCuts } from './time-units.ts'

const DAY_MS = 86_400_000
const US_PER_MS = 1000

/** A requested column. */
export interface Profiled {
  index: number
  column: SqlColumn
  kind: 'number' | 'time' | 'value'
}

/** How the values of a column are divided into bars. */
export interface Bars {
  /** The smallest and the largest value; null if they are to be read as stored. */
  ends: [string, string] | null
  bars: { min: Cell; max: Cell }[]
  /** SQL of the value that is compared with the ends of bars, and of these ends: all values up to it belong to a bar. */
  value: string
  maxima: string[]
}

/** SQL aggregates of the smallest and the largest value of a column as numbers, those of times in microseconds. */
export function endsSql({ column, kind }: Profiled): [string, string] {
  const { ref, storage } = column
  const ends = (value: string, place: (end: string) => string): [string, string] => [
    `${place(`min(${value}) FILTER (WHERE isfinite(${value}))`)}::DOUBLE`,
    `${place(`max(${value}) FILTER (WHERE isfinite(${value}))`)}::DOUBLE`,
  ]
  if (kind === 'value') return ['NULL::DOUBLE', 'NULL::DOUBLE']
  switch (storage.kind) {
    case 'int32':
    case 'int64':
      return [`min(${ref})::DOUBLE`, `max(${ref})::DOUBLE`]
    case 'date':
      // As a time, a day in a far millennium would overflow.
      return ends(ref, (end) => `date_diff('day', DATE '1970-01-01', ${end}) * ${DAY_MS * US_PER_MS}::DOUBLE`)
    case 'timestamp':
    case 'instant':
      return ends(ref, (end) => `epoch_us(${end})`)
    case 'text':
      return ends(timeInText(column), (end) => `epoch_us(${end})`)
    case 'double':
      return ends(ref, (end) => end)
    default:
      return [`min(${numberSql(column)})`, `max(${numberSql(column)})`]
  }
}

/** Some sources send dates and times as texts. */
const timeInText = ({ ref }: SqlColumn) => `try_cast(${ref} AS TIMESTAMP)`

/**
 * The bars from the smallest to the largest value: of numbers in equal ranges, of times in days and longer units, those of instants
 * on the clock of a time zone. Times within less than two days are in equal ranges.
 * @param ends the smallest and the largest value, as `endsSql` selects them
 * @returns null for columns without such values, and for times before the year 1 or after 9999
 */
export async function barsOf(
  columns: readonly Column[],
  { index, column, kind }: Profiled,
  { low, high }: { low: number | null; high: number | null },
  timeZone: string,
  texts: BoundStrings,
): Promise<Bars | null> {
  if (kind === 'value' || low === null || high === null) return null
  const { storage, ref } = column
  if (kind === 'number') {
    const bars = numberBars(low, high, storage.kind === 'int32' || storage.kind === 'int64')
    const value = storage.kind === 'double' ? ref : numberSql(column)
    return { ends: null, bars, value, maxima: bars.map(({ max }) => double(max)) }
  }
  const range = [Math.floor(low / US_PER_MS), Math.floor(high / US_PER_MS)] as const
  const isInstant = storage.kind === 'instant'
  const value = storage.kind === 'text' ? timeInText(column) : ref
  const momentSql = (time: number) => `make_timestamp${isInstant ? 'tz' : ''}(${time}999)`
  if (columns[index]?.type !== 'date' && storage.kind !== 'date' && range[1] - range[0] < SHORT_SPAN_MS) {
    const ranges = numberBars(...range, true)
    const text = (time: number) => new Date(time).toISOString().replace(/(\.000)?Z$/, isInstant ? 'Z' : '')
    return {
      ends: [text(range[0]), text(range[1])],
      bars: ranges.map(({ min, max }) => ({ min: text(min), max: text(max) })),
      value,
      maxima: ranges.map(({ max }) => momentSql(max)),
    }
  }
  const [first = 0, last = 0] = range.map((time) => Math.floor((isInstant ? wallTime(timeZone, time) : time) / DAY_MS))
  const bars = dayBars(first, last)
  if (bars === null) return null
  const days = { ends: [dayText(first), dayText(last)] as [string, string], bars }
  if (storage.kind === 'date') return { ...days, value, maxima: bars.map(({ max }) => `DATE '${max}'`) }
  if (isInstant && hasRepeatedDay(timeZone, range)) {
    const asked = { units: [{ column: index, unit: 'day' as const }], time_zone: timeZone }
    const cuts = await unitCuts(columns, asked, texts, async () => [range[0], range[1] + 1])
    return { ...days, value: cuts.get(index)?.value ?? ref, maxima: bars.map(({ max }) => `DATE '${max}'`) }
  }
  const endOf = ({ max }: DayBar) => {
    const next = Date.parse(max) + DAY_MS
    return (isInstant ? instantAt(timeZone, next) : next) - 1
  }
  return { ...days, value, maxima: bars.map((bar) => momentSql(endOf(bar))) }
}

/** An SQL aggregate of the rows in each bar, as a JSON array. */
export function barsSql({ value, maxima }: Bars): string {
  return `to_json(map_values(histogram(${value}, [${maxima.join(', ')}]) FILTER (WHERE isfinite(${value}))))::VARCHAR`
}

/** A number as a literal: with an exponent it is a double, otherwise it would be a decimal or an integer. */
const double = (number: number): string => `(${number.toExponential()})`
