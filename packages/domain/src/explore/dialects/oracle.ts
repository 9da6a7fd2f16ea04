import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploreDialect } from './dialect.ts'
import { dayStartInUtc, isText, largestNullsLast, measures, spaced, standard } from './standard.ts'

const formats: Record<TimeUnit, string> = { year: 'YYYY', quarter: 'Q', month: 'MM', week: 'IW', day: 'DD', hour: 'HH24' }

/** https://docs.oracle.com/en/database/oracle/oracle-database/19/sqlrf/Functions.html */
export const oracle: ExploreDialect = {
  ...standard,
  name: 'Oracle',
  quoted: (name) => (name.includes('"') ? null : `"${name}"`),
  text: (target) => (isText(target) ? target.ref : `TO_CHAR(${target.ref})`),
  timeLiteral: (time, target, context) =>
    target.type === 'datetime' && target.isInstant
      ? `TIMESTAMP ${context.literal(`${spaced(time)} UTC`)}`
      : standard.timeLiteral(time, target, context),
  dayStart(day, target, context) {
    if (target.type === 'date') return oracle.timeLiteral(day, target, context)
    const start = target.isInstant ? dayStartInUtc(day, context.timeZone) : `${day}T00:00:00`
    return oracle.timeLiteral(start, target, context)
  },
  nextDayStart: (day, { isInstant }, { literal }) => (isInstant ? null : `DATE ${literal(day)} + 1`),
  unitStart(unit, { ref, isInstant }, { timeZone, literal }) {
    if (!isInstant) return `TRUNC(${ref}, '${formats[unit]}')`
    const clock = `${ref} AT TIME ZONE ${literal(timeZone)}`
    if (unit !== 'hour') return `TRUNC(CAST(${clock} AS DATE), '${formats[unit]}')`
    // When clocks are set back, the same hour of the clock is two hours.
    const into = (part: string) => `NUMTODSINTERVAL(EXTRACT(${part} FROM ${clock}), '${part}')`
    return `${ref} - ${into('MINUTE')} - ${into('SECOND')}`
  },
  contains: (text, searched) => `INSTR(LOWER(${text}), LOWER(${searched})) > 0`,
  measure: measures({ median: ({ ref }) => `median(${ref})` }),
  groupBy: ({ sql }) => sql,
  orderBy: largestNullsLast,
  limit: (rows) => ({ end: `FETCH FIRST ${rows} ROWS ONLY` }),
}
