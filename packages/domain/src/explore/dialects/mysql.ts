import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploreDialect } from './dialect.ts'
import { isText, measures, standard } from './standard.ts'

const starts: Record<TimeUnit, (time: string) => string> = {
  year: (time) => `MAKEDATE(YEAR(${time}), 1)`,
  quarter: (time) => `MAKEDATE(YEAR(${time}), 1) + INTERVAL QUARTER(${time}) - 1 QUARTER`,
  month: (time) => `CAST(DATE_FORMAT(${time}, '%Y-%m-01') AS DATE)`,
  week: (time) => `DATE(${time}) - INTERVAL WEEKDAY(${time}) DAY`,
  day: (time) => `DATE(${time})`,
  hour: (time) => `CAST(DATE_FORMAT(${time}, '%Y-%m-%d %H:00:00') AS DATETIME)`,
}

/** https://dev.mysql.com/doc/refman/8.4/en/date-and-time-functions.html; also for MariaDB and TiDB. Its results have no instants. */
export const mysql: ExploreDialect = {
  ...standard,
  name: 'MySQL',
  quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
  joined: (literals) => `CONCAT(${literals.join(', ')})`,
  text: (target) => (isText(target) ? target.ref : `CAST(${target.ref} AS CHAR)`),
  dayStart: (day, target, context) => standard.timeLiteral(target.type === 'date' ? day : `${day} 00:00:00`, target, context),
  nextDayStart: (day, _, { literal }) => `DATE ${literal(day)} + INTERVAL 1 DAY`,
  unitStart: (unit, { ref }) => starts[unit](ref),
  contains: (text, searched) => `LOCATE(LOWER(${searched}), LOWER(${text})) > 0`,
  measure: measures({
    // The average of exact numbers would be rounded to four more decimals.
    avg: ({ ref }) => `avg(${ref} * 1e0)`,
    median: null,
  }),
  orderBy: ({ place, sql, isNeverNull }, descending) =>
    descending ? `${place} DESC` : `${isNeverNull ? '' : `${sql} IS NULL, `}${place}`,
}
