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

const dialects = { postgresql, redshift, mysql, sqlite, duckdb, transactsql, bigquery, snowflake, clickhouse, trino, oracle }
export type ExploreDialectName = keyof typeof dialects

/** The dialect that a type of data source declares; null if it declares none. */
export const exploreDialect = (name: string | undefined): ExploreDialect | null =>
  new Map<string, ExploreDialect>(Object.entries(dialects)).get(name ?? '') ?? null
