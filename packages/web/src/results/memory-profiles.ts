import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { dayText } from '@sightline/domain/format/calendar-units.ts'
import { isInstant, parseDate } from '@sightline/domain/format/date.ts'
import { finiteCell } from '@sightline/domain/format/not-finite.ts'
import { compareCells } from '@sightline/domain/grouping/compare.ts'
import { barOf, dayBars, numberBars, SHORT_SPAN_MS } from '@sightline/domain/profiles/bars.ts'

const DAY_MS = 86_400_000
const MAX_FREQUENT = 5
const MAX_TEXT = 500

type Bars = Pick<BriefProfile, 'min' | 'max' | 'bars'>

/**
 * The brief profile of a column whose cells are all at hand, as the server computes it for others.
 * @param timeZone the days of instants are those of its clock
 */
export function briefProfile(cells: readonly Cell[], type: ColumnType | null, timeZone: string): BriefProfile {
  const values = cells.map((cell) => finiteCell(cell, type)).filter((cell) => cell !== null)
  const counts = new Map<Cell, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const isTime = type === 'date' || type === 'datetime'
  const isNumeric =
    type === 'integer' || type === 'float' || (type === null && values.every((cell) => typeof cell === 'number'))
  const bars = isNumeric ? barsOfNumbers(values, type) : isTime ? barsOfTimes(values, type, timeZone) : noBars
  return {
    rows: cells.length,
    nulls: cells.length - values.length,
    distinct: counts.size,
    is_distinct_exact: true,
    ...bars,
    frequent: isNumeric || isTime ? [] : frequent(counts),
  }
}

const noBars: Bars = { min: null, max: null, bars: [] }

const frequent = (counts: ReadonlyMap<Cell, number>): BriefProfile['frequent'] =>
  [...counts]
    .filter(([value]) => String(value).length <= MAX_TEXT)
    .sort(([one, rows], [other, otherRows]) => otherRows - rows || compareCells(one, other))
    .slice(0, MAX_FREQUENT)
    .map(([value, count]) => ({ value, count }))

function barsOfNumbers(values: readonly Cell[], type: ColumnType | null): Bars {
  const numbers = values.map(Number)
  const [low, high] = endsOf(numbers)
  if (low === undefined || high === undefined) return noBars
  const bars = numberBars(low, high, type === 'integer')
  return {
    min: values[numbers.indexOf(low)] ?? null,
    max: values[numbers.indexOf(high)] ?? null,
    bars: counted(bars, numbers),
  }
}

function barsOfTimes(values: readonly Cell[], type: ColumnType | null, timeZone: string): Bars {
  const texts = values.map(String)
  const times = texts.flatMap((text) => parseDate(text, timeZone) ?? [])
  const [low, high] = endsOf(times)
  if (low === undefined || high === undefined) return noBars
  if (type === 'datetime' && high - low < SHORT_SPAN_MS) return barsOfMoments(texts)
  const dayOf = (time: number) => Math.floor(time / DAY_MS)
  const bars = dayBars(dayOf(low), dayOf(high))
  if (bars === null) return noBars
  const days = times.map((time) => dayText(dayOf(time)))
  return { min: dayText(dayOf(low)), max: dayText(dayOf(high)), bars: counted(bars, days) }
}

/** Equal ranges of times, which are counted in UTC, or on the clock of the database. */
function barsOfMoments(texts: readonly string[]): Bars {
  const times = texts.flatMap((text) => parseDate(text) ?? [])
  const [low = 0, high = 0] = endsOf(times)
  const isZoned = texts.some(isInstant)
  const write = (time: number) => new Date(time).toISOString().replace(/(\.000)?Z$/, isZoned ? 'Z' : '')
  return {
    min: write(low),
    max: write(high),
    bars: counted(numberBars(low, high, true), times).map((bar) => ({ ...bar, min: write(bar.min), max: write(bar.max) })),
  }
}

/** The bars with the number of values in each. */
function counted<Bar extends { max: number | string }>(bars: readonly Bar[], values: readonly (number | string)[]) {
  const filled = bars.map((bar) => ({ ...bar, count: 0 }))
  for (const value of values) {
    const bar = filled[barOf(bars, value)]
    if (bar) bar.count++
  }
  return filled
}

function endsOf(numbers: readonly number[]): [number?, number?] {
  const [first] = numbers
  if (first === undefined) return []
  let [low, high] = [first, first]
  for (const one of numbers) {
    low = Math.min(low, one)
    high = Math.max(high, one)
  }
  return [low, high]
}
