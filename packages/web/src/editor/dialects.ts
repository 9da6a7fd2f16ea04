import { MariaSQL, MSSQL, MySQL, PostgreSQL, SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import { withoutNames } from './keywords.ts'

/** What DuckDB understands beyond PostgreSQL. */
const duckdbKeywords =
  'anti asof attach columns describe detach exclude glob install macro pivot pivot_longer pivot_wider positional pragma qualify replace sample semi summarize try_cast unpivot'
const duckdbTypes = 'blob hugeint struct tinyint ubigint uinteger union usmallint utinyint varint'

/** What ClickHouse understands beyond standard SQL. */
const clickhouseKeywords = 'anti any asof final format global prewhere sample semi settings totals'
const clickhouseTypes =
  'array bool date32 datetime datetime64 decimal float32 float64 int8 int16 int32 int64 int128 int256 ipv4 ipv6 lowcardinality map nullable string tuple uint8 uint16 uint32 uint64 uint128 uint256 uuid'

const quiet = ({ spec }: SQLDialect, keywords = '', types = '') =>
  SQLDialect.define({
    ...spec,
    keywords: withoutNames(`${spec.keywords ?? ''} ${keywords}`),
    types: withoutNames(`${spec.types ?? ''} ${types}`),
    builtin: withoutNames(spec.builtin ?? ''),
  })

const dialects: Record<string, SQLDialect> = {
  postgresql: quiet(PostgreSQL),
  mysql: quiet(MySQL),
  mariadb: quiet(MariaSQL),
  sqlite: quiet(SQLite),
  duckdb: quiet(PostgreSQL, duckdbKeywords, duckdbTypes),
  transactsql: quiet(MSSQL),
  clickhouse: quiet(StandardSQL, clickhouseKeywords, clickhouseTypes),
}
const standard = quiet(StandardSQL)

/** The grammar of a data source's dialect, by its name on the wire; standard SQL for a name that is not known. */
export const dialectOf = (name: string): SQLDialect => dialects[name] ?? standard
