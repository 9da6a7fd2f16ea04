import { t } from '@lingui/core/macro'
import type { DayOfWeek } from '@mantine/dates'
import 'dayjs/locale/ar.js'
import 'dayjs/locale/de.js'
import 'dayjs/locale/ja.js'
import { pageLanguage } from '../../language/i18n.ts'
import styles from './parameters.module.css'

const noDays: DayOfWeek[] = []

/** The props that all calendars share. */
export const calendarProps = {
  locale: pageLanguage,
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
 * Marks today for eyes and screen readers. Mantine's own mark is on the day of the browser, which may differ from the reader's.
 * @param today YYYY-MM-DD in the time zone of the reader
 */
export const markingToday = (today: string) => ({
  getDayProps: (date: string) => (date === today ? { 'aria-current': 'date' as const, className: styles.today } : {}),
})
