import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { localDay } from '../language/local.ts'
import { dateKindOf } from './dates.ts'
import type { Definition } from './definition.ts'
import { datesOf } from './dynamic.ts'
import { type ClockContext, wallClock } from './wall-clock.ts'

dayjs.extend(utc)

/**
 * The dates that a dynamic value has now, short enough for a menu: `25 Oct – 24 Nov`. Years are shown where they are not the
 * current one, times of day for types that have them.
 * @returns '' for a value that is not dynamic
 */
export function dynamicText(definition: Definition, value: unknown, clock: ClockContext): string {
  const resolved = datesOf(definition, value, clock)
  if (resolved === null) return ''
  const time = dateKindOf(definition)?.precision === 'day' ? '' : ' HH:mm'
  const thisYear = wallClock(clock).year()
  const text = (date: string, withYear: boolean) => {
    const at = dayjs.utc(date)
    return `${localDay(at.valueOf(), withYear)}${time === '' ? '' : at.format(time)}`
  }
  if (typeof resolved === 'string') return text(resolved, dayjs.utc(resolved).year() !== thisYear)
  const { start, end } = resolved
  const [first, last] = [dayjs.utc(start).year(), dayjs.utc(end).year()]
  return `${text(start, first !== last)} – ${text(end, first !== last || last !== thisYear)}`
}
