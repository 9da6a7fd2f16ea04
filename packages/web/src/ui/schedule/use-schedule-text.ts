import { plural, t } from '@lingui/core/macro'
import type { Schedule } from '@sightline/contract/queries.ts'
import { type IntervalUnit, intervalText, type ScheduleWords, scheduleText } from '@sightline/domain/schedule/display.ts'
import { pageLanguage } from '../../language/i18n.ts'
import { weekdayName } from '../../language/weekday-name.ts'
import { useTimeZone } from '../time-zone.tsx'

const everyUnit: Record<IntervalUnit, (count: number) => string> = {
  week: (count) => plural(count, { one: 'Every week', other: 'Every # weeks' }),
  day: (count) => plural(count, { one: 'Every day', other: 'Every # days' }),
  hour: (count) => plural(count, { one: 'Every hour', other: 'Every # hours' }),
  minute: (count) => plural(count, { one: 'Every minute', other: 'Every # minutes' }),
  second: (count) => plural(count, { one: 'Every second', other: 'Every # seconds' }),
}

const words: ScheduleWords = {
  never: t`Never`,
  stopped: t`Stopped`,
  every: (count, unit) => everyUnit[unit](count),
  onDay: (every, weekday, time) => `${every}, ${weekdayName(weekday, 'short')} ${time}`,
  atTime: (every, time) => t`${every} at ${time}`,
}

/** The text of a refresh schedule for the reader. */
export const useScheduleText = (schedule: Schedule | null): string => scheduleText(schedule, useTimeZone(), words)

/** An interval as an option. @param interval seconds; null for none */
export const intervalName = (interval: number | null): string => intervalText(interval, pageLanguage, t`Never`)
