import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploreDialect } from './dialect.ts'
import { dayStartInUtc, isText, measures, standard } from './standard.ts'

/** The first day of all was a Monday. */
const FIRST_MONDAY = "'0001-01-01'"

const starts: Record<TimeUnit, (time: string) => string> = {
  year: (time) => `DATEFROMPARTS(YEAR(${time}), 1, 1)`,
  quarter: (time) => `DATEFROMPARTS(YEAR(${time}), DATEPART(quarter, ${time}) * 3 - 2, 1)`,
  month: (time) => `DATEFROMPARTS(YEAR(${time}), MONTH(${time}), 1)`,
  week: (time) => `DATEADD(day, -(DATEDIFF(day, ${FIRST_MONDAY}, ${time}) % 7), CAST(${time} AS date))`,
  day: (time) => `CAST(${time} AS date)`,
  hour: (time) => `DATEADD(hour, DATEPART(hour, ${time}), CAST(CAST(${time} AS date) AS datetime2))`,
}

/** https://learn.microsoft.com/sql/t-sql/functions/date-and-time-data-types-and-functions-transact-sql, from version 2012. */
export const transactsql: ExploreDialect = {
  ...standard,
  // Other strings lose the letters that the code page of the database does not have.
  textPrefix: 'N',
  name: 'SQL Server',
  quoted: (name) => `[${name.replaceAll(']', ']]')}]`,
  joined: (literals) => literals.join(' + '),
  booleans: ['0', '1'],
  text: (target) => (isText(target) ? target.ref : `CAST(${target.ref} AS nvarchar(max))`),
  // Written in this form, a time means the same in all languages of the server.
  timeLiteral: (time, _, { literal }) => literal(time.replace(' ', 'T')),
  dayStart(day, { type, isInstant }, { literal, timeZone }) {
    if (type === 'date') return literal(day)
    return literal(isInstant ? dayStartInUtc(day, timeZone) : `${day}T00:00:00`)
  },
  nextDayStart: (day, { isInstant }, { literal }) => (isInstant ? null : `DATEADD(day, 1, CAST(${literal(day)} AS datetime2))`),
  unitStart(unit, target, { timeZone }) {
    if (!target.isInstant) return starts[unit](target.ref)
    // SQL Server has names of its own for time zones.
    if (timeZone !== 'UTC') return null
    const start = starts[unit](`SWITCHOFFSET(${target.ref}, '+00:00')`)
    return unit === 'hour' ? `TODATETIMEOFFSET(${start}, '+00:00')` : start
  },
  contains: (text, searched) => `CHARINDEX(LOWER(${searched}), LOWER(${text})) > 0`,
  measure: measures({
    // A sum or an average of integers would be an integer of the same size.
    sum: ({ ref, type }) => (type === 'integer' ? `sum(CAST(${ref} AS bigint))` : `sum(${ref})`),
    avg: ({ ref }) => `avg(CAST(${ref} AS float))`,
    median: null,
  }),
  groupBy: ({ sql }) => sql,
  orderBy: ({ place, sql, isNeverNull }, descending) =>
    descending ? `${place} DESC` : `${isNeverNull ? '' : `CASE WHEN ${sql} IS NULL THEN 1 ELSE 0 END, `}${place}`,
  limit: (rows) => ({ select: `TOP (${rows})` }),
}
