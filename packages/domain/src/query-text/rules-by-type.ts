import type { LexicalRules } from './lexical-rules.ts'
import * as other from './other-languages.ts'
import { yaml } from './other-languages.ts'
import * as sql from './sql.ts'

/** How the texts of each type of data source are written; a function where that depends on the text. */
const rulesByType: Record<string, LexicalRules | ((text: string) => LexicalRules)> = {
  athena: sql.athena,
  aws_es: other.elasticsearch,
  axibasetsd: sql.standard,
  bigquery: sql.bigquery,
  bigquery_gce: sql.bigquery,
  Cassandra: sql.cql,
  clickhouse: sql.clickhouse,
  cockroach: sql.cockroach,
  couchbase: sql.couchbase,
  csv: jsonOrYaml,
  databricks: sql.databricks,
  druid: sql.calcite,
  duckdb: sql.postgres,
  dynamodb: sql.partiql,
  elasticsearch: other.elasticsearch,
  elasticsearch2: other.elasticsearch,
  elasticsearch2_OpenDistroSQLElasticSearch: sql.openSearch,
  elasticsearch2_XPackSQLElasticSearch: sql.elasticsearchSql,
  excel: jsonOrYaml,
  files: sql.postgres,
  firebird: sql.firebird,
  folder: sql.postgres,
  google_analytics4: other.json,
  google_spreadsheets: other.sheets,
  graphite: graphiteForm,
  graphql: graphqlOrYaml,
  greenplum: sql.postgres,
  influxdb: other.influxql,
  influxdbv2: other.flux,
  jirajql: other.jira,
  json: jsonOrYaml,
  kibana: other.kibana,
  mariadb: sql.mysql,
  memsql: sql.mysql,
  mongodb: other.mongodb,
  mssql: sql.transact,
  mssql_odbc: sql.transact,
  mysql: sql.mysql,
  neo4j: other.cypher,
  oracle: sql.oracle,
  pg: sql.postgres,
  pinot: sql.calcite,
  presto: sql.trino,
  prometheus: promqlOrForm,
  rds_mysql: sql.mysql,
  redis: other.redis,
  redshift: sql.redshift,
  redshift_iam: sql.redshift,
  'results/duckdb': sql.queryResults,
  'results/sqlite': sql.queryResultsInSqlite,
  risingwave: sql.postgres,
  scylla: sql.cql,
  snowflake: sql.snowflake,
  sqlite: sql.sqlite,
  tidb: sql.mysql,
  timescaledb: sql.postgres,
  trino: sql.trino,
  url: other.url,
  vertica: sql.postgres,
}

/** The types whose texts can be read. */
export const readableTypes: readonly string[] = Object.keys(rulesByType)

/**
 * How a text is written.
 * @param type of its data source, with the dialect where a query chooses one (`textType`); null for a text that has none, which nobody runs
 * @returns for a type that nobody knows, a lexis in which every value stands bare
 */
export function lexicalRulesOf(type: string | null, text: string): LexicalRules {
  if (type === null || !Object.hasOwn(rulesByType, type)) return other.unreadable
  const lexis = rulesByType[type] ?? other.unreadable
  return typeof lexis === 'function' ? lexis(text) : lexis
}

/** Quotes and backslashes that stand in a text as numbers. */
const HIDDEN_QUOTES = /%(?:22|23|27|5c|60)/i

function promqlOrForm(text: string): LexicalRules {
  if (!text.trim().startsWith('query=')) return other.promql
  return HIDDEN_QUOTES.test(text) ? other.unreadable : other.promqlForm
}

function graphiteForm(text: string): LexicalRules {
  return HIDDEN_QUOTES.test(text) ? other.unreadable : other.graphite
}

/** JSON is YAML as well, but can be read more surely where nothing in it is YAML alone. */
function jsonOrYaml(text: string): LexicalRules {
  return /^\s*\{(?!\{)[^'#]*$/.test(text) ? other.jsonDocument : yaml
}

function graphqlOrYaml(text: string): LexicalRules {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return /^\s*(?:query|variables|path)\s*:/.test(first) ? yaml : other.graphql
}
