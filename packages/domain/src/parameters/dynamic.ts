import type { Dayjs } from 'dayjs'
import { i18n } from '../language/i18n.ts'
import { dateKindOf, wireFormat } from './dates.ts'
import type { Definition, Range } from './definition.ts'
import { type ClockContext, wallClock } from './wall-clock.ts'

/** A value that is stored by name and resolved to a date or a range when the query runs. */
export interface DynamicValue {
  /** The stored key, with the prefix `d_`. */
  key: string
  label(): string
  /** Whether the user can choose it; the others occur only in saved data. */
  isOffered: boolean
}

interface DynamicDate extends DynamicValue {
  resolve(clock: ClockContext): Dayjs
}

interface DynamicRange extends DynamicValue {
  resolve(clock: ClockContext): { start: Dayjs; end: Dayjs }
}

/**
 * A whole day, month or year.
 * @param back 0 for the current one, 1 for the previous one
 */
const period = (key: string, label: () => string, unit: 'day' | 'month' | 'year', back: number): DynamicRange => ({
  key,
  label,
  isOffered: true,
  resolve(clock) {
    const within = wallClock(clock).subtract(back, unit)
    return { start: within.startOf(unit), end: within.endOf(unit) }
  },
})

/**
 * A whole week, from the first weekday of the calendar.
 * @param back 0 for the current one, 1 for the previous one
 */
const week = (key: string, label: () => string, back: number): DynamicRange => ({
  key,
  label,
  isOffered: true,
  resolve(clock) {
    const today = wallClock(clock).startOf('day')
    const start = today.subtract(((today.day() - clock.weekStart + 7) % 7) + 7 * back, 'day')
    return { start, end: start.add(6, 'day').endOf('day') }
  },
})

const untilNames = {
  day: (count: number) => i18n._('Last {count} days', { count }),
  month: (count: number) => i18n._('Last {count} months', { count }),
  year: (count: number) => i18n._('Last {count} years', { count }),
}

/** From the start of the day `count` units ago until now. */
const until = (count: number, unit: 'day' | 'month' | 'year', isOffered = false): DynamicRange => ({
  key: `d_last_${count}_${unit}s`,
  label: () => untilNames[unit](count),
  isOffered,
  resolve(clock) {
    const now = wallClock(clock)
    return { start: now.subtract(count, unit).startOf('day'), end: now }
  },
})

/** Elapsed hours: the local times differ by more or less if daylight saving began or ended in between. */
const hours = (count: number): DynamicRange => ({
  key: count === 1 ? 'd_last_hour' : `d_last_${count}_hours`,
  label: () => (count === 1 ? i18n._('Last hour') : i18n._('Last {count} hours', { count })),
  isOffered: false,
  resolve(clock) {
    const end = wallClock(clock)
    const start = wallClock({ ...clock, now: new Date(clock.now.getTime() - count * 3_600_000) })
    // If the clock went back by more than `count` hours, subtract local hours, so that the range does not end before it starts.
    return { start: start.isAfter(end) ? end.subtract(count, 'hour') : start, end }
  },
})

const dates: readonly DynamicDate[] = [
  { key: 'd_now', label: () => i18n._('Today/Now'), isOffered: true, resolve: wallClock },
  {
    key: 'd_yesterday',
    label: () => i18n._('Yesterday'),
    isOffered: true,
    resolve: (clock) => wallClock(clock).subtract(1, 'day'),
  },
]

const ranges: readonly DynamicRange[] = [
  period('d_today', () => i18n._('Today'), 'day', 0),
  period('d_yesterday', () => i18n._('Yesterday'), 'day', 1),
  week('d_this_week', () => i18n._('This week'), 0),
  period('d_this_month', () => i18n._('This month'), 'month', 0),
  period('d_this_year', () => i18n._('This year'), 'year', 0),
  week('d_last_week', () => i18n._('Last week'), 1),
  period('d_last_month', () => i18n._('Last month'), 'month', 1),
  period('d_last_year', () => i18n._('Last year'), 'year', 1),
  until(7, 'day', true),
  hours(1),
  hours(8),
  hours(24),
  until(14, 'day', true),
  until(30, 'day', true),
  until(60, 'day', true),
  until(90, 'day', true),
  until(12, 'month', true),
  until(2, 'year'),
  until(3, 'year'),
  until(10, 'year'),
]

/** The dynamic values that fit a parameter, in the order of the menu; empty for types without dates. */
export function dynamicValues(definition: Definition): readonly DynamicValue[] {
  const kind = dateKindOf(definition)
  if (kind === null) return []
  return kind.isRange ? ranges : dates
}

/** The dynamic value that is stored as this value; null for any other value. */
export function dynamicValue(definition: Definition, value: unknown): DynamicValue | null {
  return dynamicValues(definition).find(({ key }) => key === value) ?? null
}

/**
 * Resolves a dynamic value to the date or range that is sent and filled in.
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

/** The date or range that a dynamic value stands for, to be shown: a range of a single day is that day. Null for any other value. */
export function datesOf(definition: Definition, value: unknown, clock: ClockContext): string | Range | null {
  const dates = resolveDynamic(definition, value, clock)
  return dates !== null && typeof dates === 'object' && dates.start === dates.end ? dates.start : dates
}
