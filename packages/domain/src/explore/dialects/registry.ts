import { bigquery } from './bigquery.ts'
import { clickhouse } from './clickhouse.ts'
import type { ExploreDialect } from './dialect.ts'
import { duckdb } from './duckdb.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle.ts'
import { postgresql, redshift } from './postgresql.ts'
import { snowflake } from './snowflake.ts'
import { sqlite } from './sqlite.ts'
import { transactsql } from './transactsql.ts'
import { trino } from './trino.ts'

/** By type of data source. */
const dialects = new Map<string, ExploreDialect>([
  ['pg', postgresql],
  ['timescaledb', postgresql],
  ['greenplum', postgresql],
  ['cockroach', { ...postgresql, name: 'CockroachDB' }],
  ['redshift', redshift],
  ['redshift_iam', redshift],
  ['mysql', mysql],
  ['rds_mysql', mysql],
  ['mariadb', { ...mysql, name: 'MariaDB' }],
  ['tidb', { ...mysql, name: 'TiDB' }],
  ['sqlite', sqlite],
  ['duckdb', duckdb],
  ['files', duckdb],
  ['folder', duckdb],
  ['mssql', transactsql],
  ['mssql_odbc', transactsql],
  ['bigquery', bigquery],
  ['snowflake', snowflake],
  ['clickhouse', clickhouse],
  ['trino', trino],
  ['presto', trino],
  ['athena', trino],
  ['oracle', oracle],
])

/** The dialect of a type of data source; null if none is described. */
export const exploreDialect = (type: string): ExploreDialect | null => dialects.get(type) ?? null
