import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import { calendarUnits, dayText, FIRST_DAY, LAST_DAY } from '@sightline/domain/format/calendar-units.ts'
import { clockChanges, instantAt, wallTime } from '@sightline/domain/format/time-zone.ts'

const DAY_MS = 86_400_000
/** With more of them, comparing an instant with their starts takes longer than converting it to the clock. */
const MAX_UNITS = 32

/**
 * An SQL expression for the first day of the unit that contains an instant, on the clock of a time zone. If the instants lie in few
 * units, each is compared with the instants at which these begin, which takes half the time of a conversion and is as quick in all zones.
 * @param range the earliest and the latest finite instant, in milliseconds; null if there is none
 * @returns null if they lie in too many units, or for hours
 */
export function daysOfInstants(
  ref: string,
  unit: TimeUnit,
  timeZone: string,
  range: readonly [first: number, last: number] | null,
): string | null {
  const calendar = calendarUnits.find(({ name }) => name === unit)
  if (calendar === undefined || range === null || hasRepeatedDay(timeZone, range)) return null
  const [low, high] = range.map((time) => dayOf(wallTime(timeZone, time)))
  if (low === undefined || high === undefined || low < FIRST_DAY || high > LAST_DAY) return null
  const first = calendar.of(low)
  const count = calendar.of(high) - first + 1
  if (count > MAX_UNITS) return null
  const starts = Array.from({ length: count }, (_, at) => calendar.start(first + at))
  const days = startTree(starts, (day) => `${ref} < ${instantSql(instantAt(timeZone, day * DAY_MS))}`)
  const [from, to] = [instantSql(range[0]), instantSql(range[1] + 1)]
  // Nulls and infinities are outside of the range.
  return `CASE WHEN ${ref} BETWEEN ${from} AND ${to} THEN ${days} ELSE ${ref}::TIMESTAMP::DATE END`
}

const dayOf = (wall: number) => Math.floor(wall / DAY_MS)
const instantSql = (time: number) => `make_timestamptz(${time}000)`

/** Finds the last start that is not later, by bisection. @param isBefore SQL condition: the instant is before a start */
function startTree(starts: readonly number[], isBefore: (day: number) => string): string {
  const middle = starts.length >> 1
  const [start = 0] = starts.slice(middle)
  if (starts.length <= 1) return `DATE '${dayText(start)}'`
  const [earlier, later] = [starts.slice(0, middle), starts.slice(middle)]
  return `CASE WHEN ${isBefore(start)} THEN ${startTree(earlier, isBefore)} ELSE ${startTree(later, isBefore)} END`
}

/** A longer range has too many changes of the clock to look at. */
const MAX_RANGE_MS = 40 * 365 * DAY_MS

/** Whether a clock was set back just after midnight, so that a day came back for minutes. */
export function hasRepeatedDay(timeZone: string, [first, last]: readonly [number, number]): boolean {
  if (timeZone === 'UTC') return false
  if (last - first > MAX_RANGE_MS) return true
  return clockChanges(timeZone, first, last).some(
    ({ from, offset }) => dayOf(wallTime(timeZone, from - 1)) > dayOf(from + offset),
  )
}
