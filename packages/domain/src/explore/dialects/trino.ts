import type { ExploreDialect, Target } from './dialect.ts'
import { measures, standard } from './standard.ts'

/** The results have such times as texts, which are cut as they are written. */
const hasZone = ({ sourceType }: Target) => /with time zone/i.test(sourceType)

/** https://trino.io/docs/current/functions/datetime.html; also for Presto and Athena. */
export const trino: ExploreDialect = {
  ...standard,
  name: 'Trino',
  timeLiteral: (time, target, context) => (hasZone(target) ? null : standard.timeLiteral(time, target, context)),
  dayStart: (day, target, context) => trino.timeLiteral(target.type === 'date' ? day : `${day} 00:00:00`, target, context),
  nextDayStart: (day, target, { literal }) =>
    hasZone(target) ? null : `date_add('day', 1, TIMESTAMP ${literal(`${day} 00:00:00`)})`,
  unitStart(unit, target) {
    if (hasZone(target)) return null
    const start = `date_trunc('${unit}', ${target.ref})`
    return unit === 'hour' || target.type === 'date' ? start : `CAST(${start} AS date)`
  },
  // The average of decimals would be rounded to their digits.
  measure: measures({ avg: ({ ref }) => `avg(CAST(${ref} AS double))`, median: null }),
}
