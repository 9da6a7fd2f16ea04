import type { BriefProfile, Cell, ColumnType } from '@sightline/contract/results.ts'
import { dayText } from '@sightline/domain/format/calendar-units.ts'
import { parseDate } from '@sightline/domain/format/date.ts'
import { finiteCell } from '@sightline/domain/format/not-finite.ts'
import { compareCells } from '@sightline/domain/grouping/compare.ts'
import { barOf, dayBarOf, dayBars, numberBars, SHORT_SPAN_MS } from '@sightline/domain/profiles/bars.ts'

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

/** A value with its place on the scale. */
type Placed = readonly [value: Cell, place: number]

function barsOfNumbers(values: readonly Cell[], type: ColumnType | null): Bars {
  return ranges(
    values.map((value): Placed => [value, Number(value)]),
    type === 'integer',
  )
}

function barsOfTimes(values: readonly Cell[], type: ColumnType | null, timeZone: string): Bars {
  const placed = values.flatMap((value): Placed[] => {
    const time = parseDate(String(value), timeZone)
    return time === null ? [] : [[value, time]]
  })
  const [low, high] = endsOf(placed)
  if (low === undefined || high === undefined) return noBars
  if (type === 'datetime' && high[1] - low[1] < SHORT_SPAN_MS) return ranges(placed, false)
  const dayOf = ([, time]: Placed) => Math.floor(time / DAY_MS)
  const days = dayBars(dayOf(low), dayOf(high))
  if (days === null) return noBars
  const bars = days.bars.map((bar) => ({ ...bar, count: 0 }))
  for (const one of placed) {
    const bar = bars[dayBarOf(days, dayOf(one))]
    if (bar) bar.count++
  }
  return { min: dayText(dayOf(low)), max: dayText(dayOf(high)), bars }
}

/** Equal ranges from the smallest to the largest value. */
function ranges(placed: readonly Placed[], isWhole: boolean): Bars {
  const [low, high] = endsOf(placed)
  if (low === undefined || high === undefined) return noBars
  const count = numberBars(low[1], high[1], isWhole)
  const parts = Array.from({ length: count }, (): Placed[] => [])
  for (const one of placed) parts[barOf(one[1], low[1], high[1], count)]?.push(one)
  return {
    min: low[0],
    max: high[0],
    bars: parts.map((part) => {
      const [first, last] = endsOf(part)
      return { count: part.length, min: first?.[0] ?? null, max: last?.[0] ?? null }
    }),
  }
}

function endsOf(placed: readonly Placed[]): [Placed?, Placed?] {
  let [low, high] = [placed[0], placed[0]]
  for (const one of placed) {
    if (low && one[1] < low[1]) low = one
    if (high && one[1] > high[1]) high = one
  }
  return [low, high]
}
