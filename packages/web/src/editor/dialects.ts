import { MariaSQL, MSSQL, MySQL, PostgreSQL, SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import { withoutNames } from './keywords.ts'

/** What DuckDB understands beyond PostgreSQL. */
const duckdbKeywords =
  'anti asof attach columns describe detach exclude glob install macro pivot pivot_longer pivot_wider positional pragma qualify replace sample semi summarize try_cast unpivot'
const duckdbTypes = 'blob hugeint struct tinyint ubigint uinteger union usmallint utinyint varint'

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
}
const standard = quiet(StandardSQL)

/** The grammar of a data source's dialect, by its name on the wire; standard SQL for a name that is not known. */
export const dialectOf = (name: string): SQLDialect => dialects[name] ?? standard
