import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploreDialect } from './dialect.ts'
import { measures, smallestNullsLast, standard } from './standard.ts'

const starts: Record<TimeUnit, (time: string) => string> = {
  year: (time) => `date(${time}, 'start of year')`,
  quarter: (time) => `date(${time}, 'start of month', '-' || ((strftime('%m', ${time}) - 1) % 3) || ' months')`,
  month: (time) => `date(${time}, 'start of month')`,
  week: (time) => `date(${time}, '-6 days', 'weekday 1')`,
  day: (time) => `date(${time})`,
  hour: (time) => `strftime('%Y-%m-%d %H:00:00', ${time})`,
}

/** https://www.sqlite.org/lang_datefunc.html. Dates and times are texts, which sort as what they mean. */
export const sqlite: ExploreDialect = {
  ...standard,
  name: 'SQLite',
  readsUntyped: true,
  hasTextDates: true,
  text: ({ ref, type }) => (type === 'string' ? ref : `CAST(${ref} AS TEXT)`),
  // A cell shows the text as it is.
  timeLiteral: (time, _, { literal }) => literal(time),
  dayStart: (day, { isInstant }, { literal }) => (isInstant ? null : literal(day)),
  nextDayStart: (day, { isInstant }, { literal }) => (isInstant ? null : `date(${literal(day)}, '+1 day')`),
  unitStart: (unit, { ref, isInstant }) => (isInstant ? null : starts[unit](ref)),
  contains: (text, searched) => `instr(lower(${text}), lower(${searched})) > 0`,
  measure: measures({ median: null }),
  orderBy: smallestNullsLast,
}
