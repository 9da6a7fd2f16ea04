import { t } from '@lingui/core/macro'
import '@mantine/dates/styles.layer.css'
import type { DayOfWeek } from '@mantine/dates'
import { memoized } from '@sightline/domain/memoized.ts'
import { type ClockContext, wallClock } from '@sightline/domain/parameters/wall-clock.ts'
import 'dayjs/locale/ar.js'
import 'dayjs/locale/de.js'
import 'dayjs/locale/ja.js'
import { pageLanguage } from '../language/i18n.ts'
import styles from './calendar.module.css'
import { useClock } from './time-zone.tsx'

const noDays: DayOfWeek[] = []

// English names the day first here as everywhere else. The calendar writes each part by Day.js, which leaves out 年 and the dot of "6. März".
const dateLanguage = pageLanguage === 'en' ? 'en-GB' : pageLanguage
const parts: Record<'month' | 'day', Intl.DateTimeFormatOptions> = {
  month: { month: 'long', year: 'numeric' },
  day: { day: 'numeric', month: 'long', year: 'numeric' },
}
/** Made when a calendar opens: to make them takes a phone long, and most pages open none. */
const formatOf = memoized((form: 'month' | 'day') => new Intl.DateTimeFormat(dateLanguage, { ...parts[form], timeZone: 'UTC' }))

/** The props that depend on the language of the page alone. */
const inPageLanguage = {
  locale: pageLanguage,
  monthLabelFormat: (date: string) => formatOf('month').format(new Date(date)),
  getDayAriaLabel: (date: string) => formatOf('day').format(new Date(date)),
  // Weekends are not red, which is reserved for errors. Days of other months would be unreadable on the background of a range.
  weekendDays: noDays,
  hideOutsideDates: true,
  ariaLabels: {
    previousMonth: t`Previous month`,
    nextMonth: t`Next month`,
    previousYear: t`Previous year`,
    nextYear: t`Next year`,
    previousDecade: t`Previous decade`,
    nextDecade: t`Next decade`,
  },
} as const

/**
 * The props that all calendars share: the language of the page, the first day of the week of the reader, and a mark on today for eyes
 * and screen readers. Mantine's own mark is on the day of the browser, which may differ from the reader's.
 */
export const useCalendarProps = () => calendarPropsAt(useClock()())

/** The same at a time of the reader. */
export function calendarPropsAt(now: ClockContext) {
  const today = wallClock(now).format('YYYY-MM-DD')
  return {
    ...inPageLanguage,
    firstDayOfWeek: now.weekStart,
    getDayProps: (date: string) => (date === today ? { 'aria-current': 'date' as const, className: styles.today } : {}),
  } as const
}
