import { t } from '@lingui/core/macro'
import type { DayOfWeek } from '@mantine/dates'

const noDays: DayOfWeek[] = []

/** The props that all calendars share. */
export const calendarProps = {
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
