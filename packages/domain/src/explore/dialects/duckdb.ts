import type { ExploreDialect, SqlContext, Target } from './dialect.ts'
import { measures, standard } from './standard.ts'

/** Some results have dates and times as texts, so their type is written out. */
function time({ ref, type, isInstant }: Target): string {
  if (type === 'date') return `${ref}::DATE`
  return type === 'datetime' && !isInstant ? `${ref}::TIMESTAMP` : ref
}

/** A column without a type may have its numbers as texts. */
const number = ({ ref, type }: Target) => (type === null ? `try_cast(${ref} AS DOUBLE)` : ref)

const text = ({ ref, type }: Target) => (type === 'string' ? ref : `${ref}::VARCHAR`)

/** The time of an instant on the clock of the time zone. PostgreSQL writes it in the same way. */
export const onClock = (ref: string, { timeZone, literal }: SqlContext) => `${ref} AT TIME ZONE ${literal(timeZone)}`

/** The hour of an instant. When clocks are set back, the same hour of the clock is two hours. */
export function hourOfInstant(ref: string, context: SqlContext): string {
  const clock = onClock(ref, context)
  const start = `date_trunc('hour', ${clock})`
  return context.timeZone === 'UTC' ? `${start} AT TIME ZONE 'UTC'` : `${ref} - (${clock} - ${start})`
}

/** The start of a day as a literal that names the time zone. PostgreSQL writes it in the same way. */
export const dayStart: ExploreDialect['dayStart'] = (day, { type, isInstant }, { timeZone, literal }) => {
  if (type === 'date') return `DATE ${literal(day)}`
  return isInstant ? `TIMESTAMPTZ ${literal(`${day} 00:00:00 ${timeZone}`)}` : `TIMESTAMP ${literal(`${day} 00:00:00`)}`
}

/** The day after another one, which may be a parameter. PostgreSQL writes it in the same way. */
export const nextDayStart: ExploreDialect['nextDayStart'] = (day, { isInstant }, context) => {
  const next = `DATE ${context.literal(day)} + INTERVAL '1 day'`
  return isInstant ? onClock(`(${next})`, context) : next
}

export const timeLiteral: ExploreDialect['timeLiteral'] = (value, target, context) =>
  target.type === 'datetime' && target.isInstant
    ? `TIMESTAMPTZ ${context.literal(value.replace('T', ' ').replace(/Z$/, '+00'))}`
    : standard.timeLiteral(value, target, context)

/** https://duckdb.org/docs/stable/sql/introduction */
export const duckdb: ExploreDialect = {
  ...standard,
  name: 'DuckDB',
  readsUntyped: true,
  time,
  text,
  timeLiteral,
  dayStart,
  nextDayStart,
  unitStart(unit, target, context) {
    if (unit === 'hour' && target.isInstant) return hourOfInstant(target.ref, context)
    const start = `date_trunc('${unit}', ${target.isInstant ? onClock(target.ref, context) : time(target)})`
    return unit === 'hour' ? start : `${start}::DATE`
  },
  contains: (whole, searched) => `contains(lower(${whole}), lower(${searched}))`,
  measure: measures({
    sum: (target) => `sum(${number(target)})`,
    avg: (target) => `avg(${number(target)})`,
    // The median of decimals would be rounded to their digits.
    median: (target) => `median(${target.type === 'float' ? `${target.ref}::DOUBLE` : number(target)})`,
  }),
}
