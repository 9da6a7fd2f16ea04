import { z } from 'zod/mini'
import { columnName, orElse, text } from '../stored-options.ts'

export const weekStarts = ['monday', 'sunday'] as const

/** The stored options of a calendar. */
export const CalendarOptions = z.looseObject({
  dateColumn: columnName,
  /** The column whose sum is the value of a day; null for the number of rows. */
  valueColumn: columnName,
  weekStart: orElse(z.enum(weekStarts), 'monday'),
  numberFormat: text('0,0[.][00]'),
})
export type CalendarOptions = z.infer<typeof CalendarOptions>
