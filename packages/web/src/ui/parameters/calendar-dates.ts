import { dateKindOf, type Precision } from '@sightline/domain/parameters/dates.ts'
import type { Definition, ParameterValue } from '@sightline/domain/parameters/definition.ts'
import { resolveDynamic } from '@sightline/domain/parameters/dynamic.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'

/** The dates in a calendar, as they are sent: one, or the start and the end of a range; null for one that is not chosen yet. */
export type Dates = readonly (string | null)[]

/** The dates of a value. A dynamic value has the dates that it stands for now. */
export function datesOf(definition: Definition, value: ParameterValue, clock: ClockContext): Dates {
  const fixed = resolveDynamic(definition, value, clock) ?? value
  if (!dateKindOf(definition)?.isRange) return [typeof fixed === 'string' ? fixed : null]
  return typeof fixed === 'object' && fixed !== null && !Array.isArray(fixed) ? [fixed.start, fixed.end] : [null, null]
}

/** Whether a range ends before it starts. Dates of one precision are ordered like their texts. */
export const isReversed = ([start = null, end = null]: Dates): boolean => start !== null && end !== null && end < start

/** The day of a date, as calendars name it. */
export const dayOf = (date: string | null): string | null => date?.slice(0, 10) ?? null

const firstTimes: Record<Precision, string> = { day: '', minute: ' 00:00', second: ' 00:00:00' }
const lastTimes: Record<Precision, string> = { day: '', minute: ' 23:59', second: ' 23:59:59' }

/**
 * Dates on the days of a calendar, each at the time of day of the date that it replaces. Without one, a start begins its day and the
 * end of a range is the last moment of its day.
 */
export function onDays(days: Dates, replaced: Dates, precision: Precision): Dates {
  return days.map((day, index) => {
    if (day === null) return null
    const usual = index === 0 ? firstTimes : lastTimes
    return day + (replaced[index]?.slice(10) || usual[precision])
  })
}

/**
 * The first month that a calendar shows, as its first day: the last month has the end of the range, since people look back.
 * @param today shown if there are no dates
 * @param months number of months side by side
 */
export function firstMonth(dates: Dates, today: string, months: number): string {
  const shown = dates.findLast((date) => date !== null) ?? today
  const month = new Date(`${shown.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() - (months - 1))
  return month.toISOString().slice(0, 10)
}
