import type { DayOfWeek } from '@mantine/dates'

const noDays: DayOfWeek[] = []

/** The props that all calendars share. */
export const calendarProps = {
  // Weekends are not red, which is reserved for errors. Days of other months would be unreadable on the background of a range.
  weekendDays: noDays,
  hideOutsideDates: true,
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
} as const
