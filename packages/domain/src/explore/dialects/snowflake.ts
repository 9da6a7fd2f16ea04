import type { ExploreDialect, SqlContext, Target } from './dialect.ts'
import { dayStartInUtc, isText, largestNullsLast, measures, spaced, standard } from './standard.ts'

const onClock = ({ ref, isInstant }: Target, { timeZone, literal }: SqlContext) =>
  isInstant ? `CONVERT_TIMEZONE(${literal(timeZone)}, ${ref})` : ref

/** https://docs.snowflake.com/en/sql-reference/functions-date-time */
export const snowflake: ExploreDialect = {
  ...standard,
  mayLowerNames: true,
  name: 'Snowflake',
  text: (target) => (isText(target) ? target.ref : `${target.ref}::VARCHAR`),
  timeLiteral(time, { type, isInstant }, { literal }) {
    if (type === 'date') return `${literal(time)}::DATE`
    return isInstant ? `${literal(`${spaced(time)} +00:00`)}::TIMESTAMP_TZ` : `${literal(spaced(time))}::TIMESTAMP_NTZ`
  },
  dayStart(day, target, context) {
    if (target.type === 'date') return snowflake.timeLiteral(day, target, context)
    const start = target.isInstant ? dayStartInUtc(day, context.timeZone) : `${day}T00:00:00`
    return snowflake.timeLiteral(start, target, context)
  },
  nextDayStart: (day, { isInstant }, { literal }) => (isInstant ? null : `DATEADD('DAY', 1, ${literal(day)}::DATE)`),
  unitStart(unit, target, context) {
    const time = onClock(target, context)
    // The first day of a truncated week depends on a setting of the account.
    if (unit === 'week') return `DATEADD('DAY', 1 - DAYOFWEEKISO(${time}), ${time})::DATE`
    const start = `DATE_TRUNC('${unit.toUpperCase()}', ${time})`
    return unit === 'hour' ? start : `${start}::DATE`
  },
  contains: (text, searched) => `CONTAINS(LOWER(${text}), LOWER(${searched}))`,
  // Of exact numbers they would be rounded to a few more decimals.
  measure: measures({ avg: ({ ref }) => `avg(${ref}::DOUBLE)`, median: ({ ref }) => `median(${ref}::DOUBLE)` }),
  orderBy: largestNullsLast,
}
