/** Seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** As they are stored, in the order in which they are offered. */
export const weekdays: readonly string[] = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Where a week begins, and what a weekly schedule begins with. */
export const FIRST_WEEKDAY = 'Sunday'

/** Whether runs this many seconds apart can have a time of day. */
export const hasTimeOfDay = (interval: number): boolean => interval >= DAY

/** Whether runs this many seconds apart can have a day of the week: only whole weeks lead to the same day again. */
export const hasWeekday = (interval: number): boolean => interval > 0 && interval % WEEK === 0
