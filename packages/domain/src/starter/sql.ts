import { quotedName, tableParts } from '../sql-text/quoted-name.ts'
import type { StarterColumns } from './columns.ts'

/** The dialects that a starter dashboard can be written in. */
const dialects = new Set(['postgresql', 'duckdb', 'mysql', 'mariadb', 'sqlite'])

/** Why no starter dashboard can be made of tables of a data source; null if it can. @param type the name of its type */
export const starterProblem = (syntax: string, dialect: string, type: string): string | null =>
  syntax === 'sql' && dialects.has(dialect)
    ? null
    : `A starter dashboard cannot be made of ${type}: its queries are written for PostgreSQL, MySQL, MariaDB, SQLite and DuckDB only.`

/** The name of the date range in the queries. */
export const PERIOD = 'period'

/** Whether dates of this dialect may be stored as texts. */
export const hasTextDates = (dialect: string): boolean => dialect === 'sqlite'

/** The table that queries read, in the dialect of its source. */
export interface StarterTable {
  /** Its name in the schema. */
  name: string
  dialect: string
  date: StarterColumns['date']
}

const column = (name: string, { dialect }: StarterTable) => quotedName([name], dialect)

/** The rows of the table, of the chosen period if it has a date. */
function fromTable(table: StarterTable): string[] {
  const from = `FROM ${quotedName(tableParts(table.name), table.dialect)}`
  if (table.date === null) return [from]
  const date = column(table.date, table)
  const [start, end] = [`'{{ ${PERIOD}.start }}'`, `'{{ ${PERIOD}.end }}'`]
  return [
    from,
    'WHERE true',
    `{{#${PERIOD}}}`,
    `  AND ${date} >= ${dayOf(start, table)}`,
    `  AND ${date} < ${dayAfter(end, table)}`,
    `{{/${PERIOD}}}`,
  ]
}

/** A day, given as a literal. SQLite compares texts. */
const dayOf = (day: string, { dialect }: StarterTable) => (dialect === 'sqlite' ? day : `CAST(${day} AS DATE)`)

/** The day after a day, so that times on the last day of the period count. */
function dayAfter(day: string, { dialect }: StarterTable): string {
  if (dialect === 'sqlite') return `date(${day}, '+1 day')`
  return dialect === 'mysql' || dialect === 'mariadb'
    ? `CAST(${day} AS DATE) + INTERVAL 1 DAY`
    : `CAST(${day} AS DATE) + INTERVAL '1 day'`
}

function monthOf(date: string, { dialect }: StarterTable): string {
  if (dialect === 'sqlite') return `date(${date}, 'start of month')`
  if (dialect === 'mysql' || dialect === 'mariadb') return `CAST(DATE_FORMAT(${date}, '%Y-%m-01') AS DATE)`
  return `CAST(date_trunc('month', ${date}) AS DATE)`
}

export const rowsSql = (table: StarterTable): string => ['SELECT count(*) AS number_of_rows', ...fromTable(table)].join('\n')

/** Rows by month. @param date the column of the table's dates */
export function monthsSql(table: StarterTable, date: string): string {
  const name = column(date, table)
  const period = fromTable(table)
  const filters = period.length === 1 ? [`WHERE ${name} IS NOT NULL`] : [`  AND ${name} IS NOT NULL`]
  return [
    'SELECT',
    `  ${monthOf(name, table)} AS month,`,
    '  count(*) AS number_of_rows',
    ...period,
    ...filters,
    'GROUP BY 1',
    'ORDER BY 1',
  ].join('\n')
}

/** Values of a category that a chart shows. */
export const TOP_VALUES = 10

export const topValuesSql = (table: StarterTable, category: string): string =>
  [
    'SELECT',
    `  ${column(category, table)} AS ${quotedName([valueName(category)], table.dialect)},`,
    '  count(*) AS number_of_rows',
    ...fromTable(table),
    'GROUP BY 1',
    'ORDER BY 2 DESC, 1',
    `LIMIT ${TOP_VALUES}`,
  ].join('\n')

/** The name of a category in its result; another one than that of the count. */
export const valueName = (category: string) => (category.toLowerCase() === 'number_of_rows' ? 'value' : category)

export const numberSql = (table: StarterTable, name: string): string =>
  ['SELECT', `  sum(${column(name, table)}) AS total,`, `  avg(${column(name, table)}) AS average`, ...fromTable(table)].join(
    '\n',
  )

/** Rows of the table at the end of the dashboard. */
export const LATEST_ROWS = 100

export const latestSql = (table: StarterTable): string =>
  [
    'SELECT *',
    ...fromTable(table),
    ...(table.date === null ? [] : [`ORDER BY ${column(table.date, table)} DESC`]),
    `LIMIT ${LATEST_ROWS}`,
  ].join('\n')
