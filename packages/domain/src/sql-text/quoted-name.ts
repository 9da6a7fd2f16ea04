import { otherLanguage } from '../query-dialect.ts'

/** How names are written in a dialect. */
interface Naming {
  /** The display name of the dialect. */
  title: string
  /** The quote around names that are not plain. */
  quote: '"' | '`'
  /** Matches names that need no quotes. */
  plainName: RegExp
}

const anyCase = /^[A-Za-z_][A-Za-z0-9_]*$/
const lowerCase = /^[a-z_][a-z0-9_]*$/
/** Of dialects that read names without quotes as capitals. */
const upperCase = /^[A-Z_][A-Z0-9_]*$/

const namings: Record<string, Naming> = {
  postgresql: { title: 'PostgreSQL', quote: '"', plainName: lowerCase },
  mysql: { title: 'MySQL', quote: '`', plainName: anyCase },
  mariadb: { title: 'MariaDB', quote: '`', plainName: anyCase },
  sqlite: { title: 'SQLite', quote: '"', plainName: anyCase },
  duckdb: { title: 'DuckDB SQL', quote: '"', plainName: anyCase },
  transactsql: { title: 'SQL Server', quote: '"', plainName: anyCase },
  bigquery: { title: 'BigQuery SQL', quote: '`', plainName: anyCase },
  clickhouse: { title: 'ClickHouse SQL', quote: '"', plainName: anyCase },
  cql: { title: 'CQL', quote: '"', plainName: lowerCase },
  databricks: { title: 'Databricks SQL', quote: '`', plainName: anyCase },
  drill: { title: 'Drill SQL', quote: '`', plainName: anyCase },
  firebird: { title: 'Firebird SQL', quote: '"', plainName: upperCase },
  hive: { title: 'HiveQL', quote: '`', plainName: anyCase },
  n1ql: { title: 'SQL++', quote: '`', plainName: anyCase },
  oracle: { title: 'Oracle SQL', quote: '"', plainName: upperCase },
  partiql: { title: 'PartiQL', quote: '"', plainName: anyCase },
  snowflake: { title: 'Snowflake SQL', quote: '"', plainName: upperCase },
  spark: { title: 'Spark SQL', quote: '`', plainName: anyCase },
  trino: { title: 'Trino SQL', quote: '"', plainName: anyCase },
  vertica: { title: 'Vertica SQL', quote: '"', plainName: anyCase },
}

const standard: Naming = { title: 'SQL', quote: '"', plainName: anyCase }
const namingOf = (dialect: string) => namings[dialect] ?? standard

/** The display name of a dialect, by its API name. */
export const dialectTitle = (dialect: string) => otherLanguage(dialect) ?? namingOf(dialect).title

/** Dialects that types of other makers share. */
const SHARED: readonly string[] = ['mysql', 'postgresql', 'trino']

/**
 * The display name of the SQL of a data source: that of its dialect, or of its type if it shares the dialect of another one, such as
 * `Redshift` or `TiDB`.
 */
export const sqlTitle = (dialect: string, source: { type_name: string }): string =>
  SHARED.includes(dialect) ? source.type_name : dialectTitle(dialect)

/** A part of a name in quotes, or without. */
const PART = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\]|[^.]+/g
const QUOTED = /^(?:".*"|`.*`|\[.*\])$/s

/** The parts of a table name in a schema, such as `public.orders` or `sales."my orders"`. */
export const tableParts = (name: string): string[] => name.match(PART) ?? [name]

/** Reserved words, which need quotes as names in all dialects. */
const reserved = new Set(
  'all and any array as asc between by case cast check column constraint create cross current_date current_time default delete desc distinct drop else end except exists false fetch for foreign from full group having in index inner insert intersect into is join key left like limit natural not null offset on or order outer primary references right select set table then to true union unique update user using values when where window with'.split(
    ' ',
  ),
)

/**
 * A name as written in a query, with quotes where they are needed. Parts that a data source lists in quotes keep them.
 * @param parts the name of a column, or of a table after its schema
 */
export function quotedName(parts: readonly string[], dialect: string): string {
  const { quote, plainName } = namingOf(dialect)
  return parts
    .map((part) =>
      QUOTED.test(part) || (plainName.test(part) && !reserved.has(part.toLowerCase()))
        ? part
        : quote + part.replaceAll(quote, quote + quote) + quote,
    )
    .join('.')
}
