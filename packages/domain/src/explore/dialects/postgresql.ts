import type { ExploreDialect } from './dialect.ts'
import { dayStart, hourOfInstant, nextDayStart, onClock, timeLiteral } from './duckdb.ts'
import { isText, largestNullsLast, measures, standard } from './standard.ts'

/** https://www.postgresql.org/docs/current/functions-datetime.html; also for databases that speak its SQL. */
export const postgresql: ExploreDialect = {
  ...standard,
  name: 'PostgreSQL',
  text: (target) => (isText(target) ? target.ref : `${target.ref}::text`),
  timeLiteral,
  dayStart,
  nextDayStart,
  unitStart(unit, target, context) {
    if (unit === 'hour' && target.isInstant) return hourOfInstant(target.ref, context)
    const time = target.isInstant ? onClock(target.ref, context) : target.ref
    return unit === 'hour' ? `date_trunc('hour', ${time})` : `date_trunc('${unit}', ${time})::date`
  },
  measure: measures({ median: ({ ref }) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${ref})` }),
  orderBy: largestNullsLast,
}

/** https://docs.aws.amazon.com/redshift/latest/dg/c_SQL_functions.html. Its average of integers is an integer. */
export const redshift: ExploreDialect = {
  ...postgresql,
  name: 'Redshift',
  measure: measures({ avg: ({ ref }) => `avg(${ref}::float8)`, median: ({ ref }) => `median(${ref}::float8)` }),
}
