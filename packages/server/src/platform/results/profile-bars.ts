import type { Cell } from '@sightline/contract/results.ts'
import { dayText } from '@sightline/domain/format/calendar-units.ts'
import { instantAt, wallTime } from '@sightline/domain/format/time-zone.ts'
import { type DayBar, dayBars, numberBars, SHORT_SPAN_MS } from '@sightline/domain/profiles/bars.ts'
import type { Column, StorageKind } from './batch.ts'
import type { BoundStrings } from './bound-strings.ts'
import { type SqlColumn, textSql, tryNumber } from './column-sql.ts'
import { hasRepeatedDay } from './instant-days.ts'
import { numberSql } from './measure-sql.ts'
import type { Profiled, Totals } from './profiled-column.ts'
import { unitCuts } from './time-units.ts'

const DAY_MS = 86_400_000
const US_PER_MS = 1000

/** How the values of a column are divided into bars. */
export interface Bars {
  /** The smallest and the largest value. */
  ends: [Cell, Cell]
  bars: { min: Cell; max: Cell }[]
  /** SQL of the value that is compared with the ends of bars, and of these ends: all values up to it belong to a bar. */
  value: string
  maxima: string[]
}

/**
 * SQL aggregates of the smallest and the largest value of a column: numbers with all digits, and times in microseconds. Numbers in
 * texts are in the column `number` too.
 * @param areFinite whether no value has to be left out; if there is such a value nevertheless, an end is not a finite number
 */
export function endsSql({ column, kind }: Profiled, areFinite: boolean): [string, string] {
  const { ref, storage } = column
  const ends = (value: string, place: (end: string) => string): [string, string] => {
    const filter = areFinite ? '' : ` FILTER (WHERE isfinite(${value}))`
    const end = (extreme: string) => {
      const found = `${extreme}(${value})${filter}`
      return `CASE WHEN isfinite(${found}) THEN ${place(found)}::DOUBLE END`
    }
    return [end('min'), end('max')]
  }
  if (kind === 'value') return ['NULL', 'NULL']
  switch (storage.kind) {
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
    case 'number_text':
      return [`arg_min(${ref}, number)`, `arg_max(${ref}, number)`]
    default:
      return [textSql({ ref: `min(${ref})`, storage }), textSql({ ref: `max(${ref})`, storage })]
  }
}

/** An SQL aggregate: whether all numbers and times of a column are finite. NaN is the largest number. */
export function areFiniteSql({ column, kind }: Profiled): string {
  const { ref, storage } = column
  const areEnds = (value: string) => `coalesce(isfinite(min(${value})) AND isfinite(max(${value})), true)`
  if (kind === 'value') return 'true'
  switch (storage.kind) {
    case 'date':
    case 'timestamp':
    case 'instant':
    case 'double':
      return areEnds(ref)
    case 'text':
      return areEnds(timeInText(column))
    case 'number_text': {
      // The numbers of the ends are read of their texts, because comparing all numbers once more would take longer.
      const isEnd = (end: string) => `coalesce(isfinite(${tryNumber(`${end}(${ref}, number)`)}), true)`
      return `${isEnd('arg_min')} AND ${isEnd('arg_max')} AND count(number) = count(${ref})`
    }
    default:
      return 'true'
  }
}

/** The largest whole numbers, which need not be converted to be compared. */
const LARGEST: Partial<Record<StorageKind, string>> = { int32: '2147483647', int64: '9223372036854775807' }

/** Some sources send dates and times as texts. */
const timeInText = ({ ref }: SqlColumn) => `try_cast(${ref} AS TIMESTAMP)`

/**
 * The bars from the smallest to the largest value: of numbers in equal ranges, of times in days and longer units, those of instants
 * on the clock of a time zone. Times within less than two days are in equal ranges.
 * @param totals the smallest and the largest value, as `endsSql` selects them
 * @returns null for columns without such values, and for times before the year 1 or after 9999
 */
export async function barsOf(
  columns: readonly Column[],
  { index, column, kind }: Profiled,
  { ends, areFinite }: Pick<Totals, 'ends' | 'areFinite'>,
  timeZone: string,
  texts: BoundStrings,
): Promise<Bars | null> {
  if (kind === 'value' || ends[0] === null || ends[1] === null) return null
  const [low, high] = [Number(ends[0]), Number(ends[1])]
  const { storage, ref } = column
  if (kind === 'number') {
    const largest = LARGEST[storage.kind]
    const bars = numberBars(low, high, largest !== undefined)
    const maxima = bars.slice(0, -1).map(({ max }) => (largest === undefined ? double(max) : String(BigInt(max))))
    const value =
      largest !== undefined || storage.kind === 'double'
        ? ref
        : storage.kind === 'number_text' && areFinite
          ? tryNumber(ref)
          : numberSql(column)
    // All larger ones are in the last bar, however they are rounded.
    return { ends, bars, value, maxima: [...maxima, largest ?? `'Infinity'::DOUBLE`] }
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

/** An SQL aggregate of the rows in each bar, as a JSON array. @param areFinite whether no value has to be left out */
export function barsSql({ value, maxima }: Bars, { storage }: SqlColumn, areFinite: boolean): string {
  const filter = LARGEST[storage.kind] === undefined && !areFinite ? ` FILTER (WHERE isfinite(${value}))` : ''
  return `to_json(map_values(histogram(${value}, [${maxima.join(', ')}])${filter}))::VARCHAR`
}

/** A number as a literal: with an exponent it is a double, otherwise it would be a decimal or an integer. */
const double = (number: number): string => `(${number.toExponential()})`
