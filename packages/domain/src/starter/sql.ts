import { NotInSql, type SelectFrom } from '../explore/condition-sql.ts'
import type { ExploreDialect, Target } from '../explore/dialects/dialect.ts'
import { exploreDialect } from '../explore/dialects/registry.ts'
import { type Exploration, nothingExplored } from '../explore/exploration.ts'
import { rowsSql as rowsOf, selectSql } from '../explore/select-sql.ts'
import { type SourceColumn, sourceColumns, sourceLiteral } from '../explore/source-columns.ts'
import { i18n } from '../language/i18n.ts'
import { quotedName, tableParts } from '../sql-text/quoted-name.ts'

/** The data source of a table. */
export interface StarterSource {
  syntax: string
  explore_dialect?: string | undefined
  /** The dialect of its queries. */
  dialect: string
  language: string
}

/** The dialect in which starter dashboards are written for a data source; null if there is none. */
export const starterDialect = ({ syntax, explore_dialect, dialect }: StarterSource): ExploreDialect | null =>
  syntax === 'sql' ? exploreDialect(explore_dialect ?? dialect) : null

/** Why no starter dashboard can be made of tables of a data source; null if it can. @param type the name of its type */
export const starterProblem = (source: StarterSource, type: string): string | null =>
  starterDialect(source) === null
    ? `A starter dashboard cannot be made of ${type}: Sightline does not write queries for its tables.`
    : null

/** The name of the date range in the queries. */
export const PERIOD = 'period'
/** The name of the count in the results. */
export const COUNT = 'number_of_rows'
/** Values of a category that a chart shows. */
export const TOP_VALUES = 10
/** Rows of the table at the end of the dashboard. */
export const LATEST_ROWS = 100

/** The table that queries read. */
export interface StarterTable {
  /** Its name in the schema. */
  name: string
  source: StarterSource
  columns: readonly SourceColumn[]
  /** The column of dates or times by which the period is chosen; null for none. */
  date: string | null
  /** In which times with a zone are cut into days and months. */
  timeZone: string
}

const rowCount = { kind: 'count' as const, column: null }
const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })

/** @throws NotInSql, as all of these functions, if the dialect cannot express it */
export const countSql = (table: StarterTable, name: string): string => select(explored({ measures: [rowCount] }), table, [name])

/** Rows by month of the date. The dates of the result are in the first of its two columns. */
export const monthsSql = (table: StarterTable, date: string, names: readonly string[]): string =>
  select(
    explored({
      groups: [{ column: date, unit: 'month' }],
      measures: [rowCount],
      conditions: [{ column: date, kind: 'not_empty', values: [] }],
      limit: MAX_MONTHS,
    }),
    table,
    names,
  )

/** Months of a thousand years, so that none is left out. */
const MAX_MONTHS = 12_000

export const topValuesSql = (table: StarterTable, category: string, names: readonly string[]): string =>
  select(explored({ groups: [{ column: category, unit: null }], measures: [rowCount], limit: TOP_VALUES }), table, names)

/** The total or the average of numbers, or both, in this order. */
export const numberSql = (
  table: StarterTable,
  number: string,
  kinds: readonly ('sum' | 'avg')[],
  names: readonly string[],
): string => select(explored({ measures: kinds.map((kind) => ({ kind, column: number })) }), table, names)

/** The rows with the latest dates, or any rows of a table without dates. */
export function latestSql(table: StarterTable): string {
  const from = selectFrom(table, [])
  const { date } = table
  const conditions = date === null ? [] : [{ column: date, kind: 'not_empty' as const, values: [] }]
  const { select: few, end } = from.dialect.limit(LATEST_ROWS)
  return [
    few === undefined ? 'SELECT *' : `SELECT ${few} *`,
    ...rowsOf({ conditions }, from),
    ...(date === null ? [] : [`ORDER BY ${from.column(date).ref} DESC`]),
    ...(end === undefined ? [] : [end]),
  ].join('\n')
}

const select = (exploration: Exploration, table: StarterTable, names: readonly string[]) =>
  selectSql(exploration, selectFrom(table, names))

function selectFrom(table: StarterTable, names: readonly string[]): SelectFrom {
  const { source, columns, date, timeZone } = table
  const dialect = starterDialect(source)
  if (dialect === null) throw new NotInSql(i18n._('Sightline does not write queries for its tables.'))
  const from: SelectFrom = {
    dialect,
    table: quotedName(tableParts(table.name), source.dialect),
    where: null,
    timeZone,
    literal: sourceLiteral(dialect, source.language),
    column: sourceColumns(dialect, columns, null),
    names,
  }
  return date === null ? from : { ...from, optionalConditions: periodConditions(from.column(date), from) }
}

/** The condition that a date lies in the period, which is left out if no period is chosen. */
function periodConditions(date: Target, from: SelectFrom): string[] {
  // Without spaces, because dialects replace those of times.
  const [start, end] = [`{{${PERIOD}.start}}`, `{{${PERIOD}.end}}`]
  const conditions = daysBetween(start, end, date, from)
  return [`{{#${PERIOD}}}`, ...conditions.map((condition) => `  AND ${condition}`), `{{/${PERIOD}}}`]
}

/** Times on the last day count, too. */
function daysBetween(start: string, end: string, date: Target, from: SelectFrom): string[] {
  const { dialect } = from
  const time = dialect.time(date)
  const day: Target = { ...date, type: 'date', isInstant: false }
  if (date.type === 'date' && !dialect.hasTextDates)
    return [`${time} >= ${literalOf(start, day, from)}`, `${time} <= ${literalOf(end, day, from)}`]
  const next = dialect.nextDayStart(end, date, from)
  if (next !== null) return [`${time} >= ${dialect.dayStart(start, date, from)}`, `${time} < ${next}`]
  const dayOf = dialect.unitStart('day', date, from)
  if (dayOf === null)
    throw new NotInSql(
      i18n._('{dialect} cannot cut the times of "{column}" into days.', { dialect: dialect.name, column: date.name }),
    )
  return [`${dayOf} >= ${literalOf(start, day, from)}`, `${dayOf} <= ${literalOf(end, day, from)}`]
}

function literalOf(day: string, target: Target, from: SelectFrom): string {
  const written = from.dialect.timeLiteral(day, target, from)
  if (written === null)
    throw new NotInSql(
      i18n._('{dialect} cannot compare the dates of "{column}".', { dialect: from.dialect.name, column: target.name }),
    )
  return written
}
