import type { SourceCategory } from '@sightline/contract/data-sources.ts'

/** How the gallery of new data sources presents a type. */
export interface GalleryEntry {
  category: SourceCategory
  /** Other words that people search for, in lower case. */
  aliases: string[]
  /** True for types that stand first. */
  popular: boolean
}

const entry = (category: SourceCategory, aliases = '', popular = false): GalleryEntry => ({
  category,
  aliases: aliases === '' ? [] : aliases.split(', '),
  popular,
})
const popular = (category: SourceCategory, aliases = '') => entry(category, aliases, true)

const entries: Record<string, GalleryEntry> = {
  athena: entry('warehouse', 'aws, s3'),
  aws_es: entry('search', 'aws, opensearch'),
  axibasetsd: entry('time_series', 'atsd'),
  bigquery: popular('warehouse', 'google, gcp, big query'),
  bigquery_gce: entry('warehouse', 'google, gcp, big query'),
  Cassandra: entry('database', 'cql, nosql'),
  clickhouse: popular('warehouse', 'olap'),
  cockroach: entry('database', 'postgres, crdb'),
  couchbase: entry('database', 'n1ql, nosql'),
  csv: entry('file', 'tsv, text, url'),
  databricks: entry('warehouse', 'spark, delta lake'),
  druid: entry('warehouse', 'apache, olap'),
  duckdb: popular('database', 'duck, parquet'),
  dynamodb: entry('database', 'aws, nosql'),
  elasticsearch: entry('search', 'elastic, elk'),
  elasticsearch2: entry('search', 'elastic, elk'),
  elasticsearch2_OpenDistroSQLElasticSearch: entry('search', 'elastic, opensearch'),
  elasticsearch2_XPackSQLElasticSearch: entry('search', 'elastic, elk'),
  excel: entry('file', 'xlsx, xls, spreadsheet, url'),
  files: popular('file', 'csv, tsv, excel, xlsx, parquet, json, spreadsheet, upload'),
  firebird: entry('database', 'interbase'),
  folder: entry('file', 'csv, parquet, json, excel, s3, directory, data lake'),
  google_analytics4: entry('web', 'ga4'),
  google_spreadsheets: popular('file', 'excel, spreadsheet, gsheets'),
  graphite: entry('time_series', 'metrics'),
  graphql: entry('web', 'http, api'),
  greenplum: entry('warehouse', 'postgres'),
  influxdb: entry('time_series', 'metrics'),
  influxdbv2: entry('time_series', 'flux, metrics'),
  jirajql: entry('web', 'atlassian, tickets'),
  json: entry('web', 'http, api, rest'),
  kibana: entry('search', 'elastic, elk'),
  mariadb: entry('database', 'mysql'),
  memsql: entry('database', 'singlestore, mysql'),
  mongodb: popular('database', 'mongo, nosql'),
  mssql: popular('database', 'mssql, sqlserver, azure sql, tsql'),
  mssql_odbc: entry('database', 'mssql, sqlserver, azure sql, tsql'),
  mysql: popular('database'),
  neo4j: entry('database', 'cypher, graph'),
  oracle: entry('database', 'plsql'),
  pg: popular('database', 'postgres, psql, supabase, neon, aurora'),
  pinot: entry('warehouse', 'apache, olap'),
  presto: entry('warehouse', 'sql on hadoop'),
  prometheus: entry('time_series', 'promql, metrics'),
  rds_mysql: entry('database', 'aws, aurora'),
  redis: entry('database', 'valkey, key value'),
  redshift: popular('warehouse', 'aws, amazon, postgres'),
  redshift_iam: entry('warehouse', 'aws, amazon, postgres'),
  results: popular('database', 'join, federated'),
  risingwave: entry('database', 'postgres, streaming'),
  scylla: entry('database', 'cql, cassandra, nosql'),
  snowflake: popular('warehouse'),
  sqlite: entry('database'),
  tidb: entry('database', 'mysql'),
  timescaledb: entry('time_series', 'postgres'),
  trino: entry('warehouse', 'presto, starburst'),
  url: entry('web', 'http, api, rest, json'),
  vertica: entry('warehouse'),
}

/** The place of a type in the gallery. @throws if it has none */
export function galleryEntry(type: string): GalleryEntry {
  const found = entries[type]
  if (found === undefined) throw new Error(`The data source type "${type}" has no place in the gallery.`)
  return found
}
