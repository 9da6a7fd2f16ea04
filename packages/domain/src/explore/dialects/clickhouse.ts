import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploreDialect } from './dialect.ts'
import { isText, measures, spaced, standard } from './standard.ts'

const starts: Record<TimeUnit, string> = {
  year: 'toStartOfYear',
  quarter: 'toStartOfQuarter',
  month: 'toStartOfMonth',
  week: 'toMonday',
  day: 'toDate',
  hour: 'toStartOfHour',
}

/**
 * https://clickhouse.com/docs/sql-reference/functions. Its results have times as they are on the clock of their column, whose time
 * zone a time in quotes takes too.
 */
export const clickhouse: ExploreDialect = {
  ...standard,
  name: 'ClickHouse',
  quoted: (name) => `"${name.replace(/["\\]/g, '\\$&')}"`,
  aliasesHideColumns: true,
  text: (target) => (isText(target) ? target.ref : `toString(${target.ref})`),
  timeLiteral: (time, _, { literal }) => literal(spaced(time)),
  dayStart: (day, { type }, { literal }) => literal(type === 'date' ? day : `${day} 00:00:00`),
  unitStart: (unit, { ref }) => `${starts[unit]}(${ref})`,
  contains: (text, searched) => `positionUTF8(lowerUTF8(${text}), lowerUTF8(${searched})) > 0`,
  // Without rows, the others would return 0.
  measure: measures({
    sum: ({ ref }) => `sumOrNull(${ref})`,
    avg: ({ ref }) => `avgOrNull(${ref})`,
    median: ({ ref }) => `quantileExactInclusiveOrNull(0.5)(toFloat64(${ref}))`,
    min: ({ ref }) => `minOrNull(${ref})`,
    max: ({ ref }) => `maxOrNull(${ref})`,
  }),
}
