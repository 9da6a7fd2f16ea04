import type { Dayjs } from 'dayjs'
import { dateKindOf, wireFormat } from './dates.ts'
import type { Definition, Range } from './definition.ts'
import { type ClockContext, wallClock } from './wall-clock.ts'

/** A value that is stored by name and becomes a date, or a range, when the query runs. */
export interface DynamicValue {
  /** As stored, with the prefix `d_`. */
  key: string
  label: string
  /** Whether it is among the choices; the others are read in saved data. */
  isOffered: boolean
}

interface DynamicDate extends DynamicValue {
  resolve(clock: ClockContext): Dayjs
}

interface DynamicRange extends DynamicValue {
  resolve(clock: ClockContext): { start: Dayjs; end: Dayjs }
}

type Unit = 'day' | 'week' | 'month' | 'year'

/** A whole day, week (from Sunday), month or year. @param back 0 for the current one, 1 for the one before */
const period = (key: string, label: string, unit: Unit, back: number): DynamicRange => ({
  key,
  label,
  isOffered: true,
  resolve(clock) {
    const within = wallClock(clock).subtract(back, unit)
    return { start: within.startOf(unit), end: within.endOf(unit) }
  },
})

/** From the start of the day so long ago until now. */
const until = (count: number, unit: 'day' | 'month' | 'year', isOffered = false): DynamicRange => ({
  key: `d_last_${count}_${unit}s`,
  label: `Last ${count} ${unit}s`,
  isOffered,
  resolve(clock) {
    const now = wallClock(clock)
    return { start: now.subtract(count, unit).startOf('day'), end: now }
  },
})

/** Hours as they pass, so a clock that was put forward or back meanwhile shows more or less of them. */
const hours = (count: number): DynamicRange => ({
  key: count === 1 ? 'd_last_hour' : `d_last_${count}_hours`,
  label: count === 1 ? 'Last hour' : `Last ${count} hours`,
  isOffered: false,
  resolve(clock) {
    const end = wallClock(clock)
    const start = wallClock({ ...clock, now: new Date(clock.now.getTime() - count * 3_600_000) })
    // A clock put back by more than the hours asked for: its own hours then, so that the range does not run backwards.
    return { start: start.isAfter(end) ? end.subtract(count, 'hour') : start, end }
  },
})

const dates: readonly DynamicDate[] = [
  { key: 'd_now', label: 'Today/Now', isOffered: true, resolve: wallClock },
  { key: 'd_yesterday', label: 'Yesterday', isOffered: true, resolve: (clock) => wallClock(clock).subtract(1, 'day') },
]

const ranges: readonly DynamicRange[] = [
  period('d_today', 'Today', 'day', 0),
  period('d_yesterday', 'Yesterday', 'day', 1),
  period('d_this_week', 'This week', 'week', 0),
  period('d_this_month', 'This month', 'month', 0),
  period('d_this_year', 'This year', 'year', 0),
  period('d_last_week', 'Last week', 'week', 1),
  period('d_last_month', 'Last month', 'month', 1),
  period('d_last_year', 'Last year', 'year', 1),
  until(7, 'day', true),
  hours(1),
  hours(8),
  hours(24),
  until(14, 'day'),
  until(30, 'day'),
  until(60, 'day'),
  until(90, 'day'),
  until(12, 'month'),
  until(2, 'year'),
  until(3, 'year'),
  until(10, 'year'),
]

/** The dynamic values that fit a parameter, in the order in which they are offered; none for types that hold no dates. */
export function dynamicValues(definition: Definition): readonly DynamicValue[] {
  const kind = dateKindOf(definition)
  if (kind === null) return []
  return kind.isRange ? ranges : dates
}

/** The dynamic value that a parameter's value names; null when it is a value of another kind. */
export function dynamicValue(definition: Definition, value: unknown): DynamicValue | null {
  return dynamicValues(definition).find(({ key }) => key === value) ?? null
}

/**
 * What a dynamic value stands for now, as it is sent and filled in.
 * @returns null for a value that is not dynamic
 */
export function resolveDynamic(definition: Definition, value: unknown, clock: ClockContext): string | Range | null {
  const kind = dateKindOf(definition)
  if (kind === null) return null
  const format = wireFormat(kind.precision)
  if (!kind.isRange)
    return (
      dates
        .find(({ key }) => key === value)
        ?.resolve(clock)
        .format(format) ?? null
    )
  const found = ranges.find(({ key }) => key === value)?.resolve(clock)
  return found ? { start: found.start.format(format), end: found.end.format(format) } : null
}
