import { instantAt, wallTime } from '../format/time-zone.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Shorter daily results do not show which weekdays they leave out. */
const MIN_DAYS_FOR_WEEKDAYS = 14

/** Regular dates as whole steps: months by number, all others in milliseconds. */
interface Sequence {
  positions: number[]
  timeAt(position: number): number
}

interface RegularSequence extends Sequence {
  intervals: number[]
  /** The shortest interval. */
  step: number
}

/** The dates as a sequence; null if less than half of the intervals are equal, or one is not a multiple of the shortest. */
function regularSequence(times: readonly number[]): RegularSequence | null {
  if (times.length < 3) return null
  const { positions, timeAt } = inMonths(times) ?? { positions: [...times], timeAt: (position: number) => position }
  const intervals = positions.slice(1).map((position, index) => position - (positions[index] ?? 0))
  const step = intervals.reduce((shortest, interval) => Math.min(shortest, interval))
  const isRegular =
    intervals.every((interval) => interval % step === 0) &&
    intervals.filter((interval) => interval === step).length * 2 >= intervals.length
  return isRegular ? { positions, timeAt, intervals, step } : null
}

/**
 * Returns the end of the period that begins at the last of regular dates: a day, a week, a month or a longer one.
 * @param times ascending milliseconds on the clock that shows them, as if it showed UTC, without duplicates
 * @param timeZone of that clock
 * @returns null for shorter periods, whose times are more likely those of measurements, and for irregular dates
 */
export function endOfLastPeriod(times: readonly number[], timeZone = 'UTC'): number | null {
  const sequence = sequenceOfDays(times, timeZone)
  const last = sequence?.positions.at(-1)
  if (sequence === null || last === undefined) return null
  const end = sequence.timeAt(last + sequence.step)
  return end - sequence.timeAt(last) >= DAY_MS ? end : null
}

/** Where the clock of a time zone skips a time, as at midnight in Chile in September: the first time after the gap. */
const shownTime = (time: number, timeZone: string) => wallTime(timeZone, instantAt(timeZone, time))

const dayOf = (time: number) => Math.floor(time / DAY_MS) * DAY_MS

/** Midnight, for 01:00 of a day whose first hour is skipped, so that days are equally long; else the time itself. */
function midnightOf(time: number, timeZone: string): number {
  const midnight = time - HOUR_MS
  return midnight === dayOf(time) && shownTime(midnight, timeZone) === time ? midnight : time
}

/** The dates as a sequence, also if one of them begins at 01:00 because its first hour is skipped; null if they are irregular. */
const sequenceOfDays = (times: readonly number[], timeZone: string) =>
  regularSequence(times) ?? regularSequence(times.map((time) => midnightOf(time, timeZone)))

/** The instants behind times on the clock of a time zone, ascending, without duplicates. */
export interface Clock {
  instants: readonly number[]
  timeZone: string
}

/**
 * Finds the dates that are missing between regular ones: every n months, days, hours or any other constant interval. Of several
 * missing in a row, only the first and the last are returned, which is enough to interrupt a line. Weekdays without any data are
 * not missing.
 * @param times ascending milliseconds on the clock that shows them, as if it showed UTC, without duplicates
 * @param clock null if the times have no zone
 * @returns times on that clock; nothing if the dates are not regular
 */
export function missingDates(times: readonly number[], clock: Clock | null = null): number[] {
  if (clock === null) return missingIn(regularSequence(times), () => true)
  const { instants, timeZone } = clock
  const onClock = (instant: number) => wallTime(timeZone, instant)
  const ofInstants = regularSequence(instants)
  // Hours follow each other evenly, also where the clock is set forward or back. Days and months are those of the clock.
  const isOfHours = ofInstants !== null && lengthOf(ofInstants) < DAY_MS
  const ofClock = isOfHours ? null : sequenceOfDays(times, timeZone)
  const isShown = (time: number) => time === dayOf(time) || shownTime(time, timeZone) === time
  const found =
    ofClock === null
      ? missingIn(ofInstants, () => true).map(onClock)
      : missingIn(ofClock, isShown).map((time) => shownTime(time, timeZone))
  const present = new Set(times)
  return [...new Set(found)].filter((time) => !present.has(time))
}

const lengthOf = ({ positions: [first = 0], timeAt, step }: RegularSequence) => timeAt(first + step) - timeAt(first)

function missingIn(sequence: RegularSequence | null, exists: (time: number) => boolean): number[] {
  if (sequence === null) return []
  const { positions, timeAt, intervals, step } = sequence
  const isOnWeekday = step === DAY_MS ? onWeekdaysOf(positions.map(timeAt)) : () => true
  const isExpected = (time: number) => isOnWeekday(time) && exists(time)
  return intervals.flatMap((interval, index) => {
    const start = positions[index] ?? 0
    const first = firstExpected(start + step, start + interval, step)
    if (first === null) return []
    const last = firstExpected(start + interval - step, start, -step) ?? first
    return first === last ? [timeAt(first)] : [timeAt(first), timeAt(last)]
  })

  function firstExpected(from: number, to: number, by: number): number | null {
    for (let position = from; position !== to; position += by) if (isExpected(timeAt(position))) return position
    return null
  }
}

const startOfMonth = (month: number) => Date.UTC(1970, month)
const monthOf = (time: number) => {
  const date = new Date(time)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** The times as months if all are equally far from the start or the end of their months; null otherwise. */
function inMonths(times: readonly number[]): Sequence | null {
  const positions = times.map(monthOf)
  for (const anchor of [startOfMonth, (month: number) => startOfMonth(month + 1)]) {
    const offset = (times[0] ?? 0) - anchor(positions[0] ?? 0)
    const timeAt = (month: number) => anchor(month) + offset
    if (positions.every((month, index) => timeAt(month) === times[index])) return { positions, timeAt }
  }
  return null
}

const weekdayOf = (time: number) => new Date(time).getUTCDay()

function onWeekdaysOf(times: readonly number[]): (time: number) => boolean {
  if ((times.at(-1) ?? 0) - (times[0] ?? 0) < MIN_DAYS_FOR_WEEKDAYS * DAY_MS) return () => true
  const present = new Set(times.map(weekdayOf))
  return (time) => present.has(weekdayOf(time))
}
