import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploreDialect, SqlContext, Target } from './dialect.ts'
import { isText, measures, smallestNullsLast, spaced, standard } from './standard.ts'

const units: Record<Exclude<TimeUnit, 'day' | 'hour'>, string> = {
  year: 'YEAR',
  quarter: 'QUARTER',
  month: 'MONTH',
  week: 'ISOWEEK',
}

const kindOf = ({ isInstant }: Target) => (isInstant ? 'TIMESTAMP' : 'DATETIME')

function dayOf(target: Target, { literal, timeZone }: SqlContext): string {
  if (target.type === 'date') return target.ref
  return target.isInstant ? `DATE(${target.ref}, ${literal(timeZone)})` : `DATE(${target.ref})`
}

/** https://cloud.google.com/bigquery/docs/reference/standard-sql/functions-all */
export const bigquery: ExploreDialect = {
  ...standard,
  name: 'BigQuery',
  quoted: (name) => (/[`\\\n\r]/.test(name) ? null : `\`${name}\``),
  text: (target) => (isText(target) ? target.ref : `CAST(${target.ref} AS STRING)`),
  timeLiteral: (time, target, { literal }) =>
    target.type === 'date'
      ? `DATE ${literal(time)}`
      : `${kindOf(target)} ${literal(`${spaced(time)}${target.isInstant ? '+00' : ''}`)}`,
  dayStart(day, target, { literal, timeZone }) {
    if (target.type === 'date') return `DATE ${literal(day)}`
    return `${kindOf(target)} ${literal(`${day} 00:00:00${target.isInstant ? ` ${timeZone}` : ''}`)}`
  },
  nextDayStart(day, { isInstant }, { literal, timeZone }) {
    const next = `DATE_ADD(DATE ${literal(day)}, INTERVAL 1 DAY)`
    return isInstant ? `TIMESTAMP(${next}, ${literal(timeZone)})` : `DATETIME(${next})`
  },
  unitStart(unit, target, context) {
    if (unit === 'hour')
      return target.isInstant
        ? `TIMESTAMP_TRUNC(${target.ref}, HOUR, ${context.literal(context.timeZone)})`
        : `DATETIME_TRUNC(${target.ref}, HOUR)`
    const day = dayOf(target, context)
    return unit === 'day' ? day : `DATE_TRUNC(${day}, ${units[unit]})`
  },
  measure: measures({ median: null }),
  orderBy: smallestNullsLast,
}
