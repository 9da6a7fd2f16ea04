import type { LexicalRules } from './lexical-rules.ts'
import * as other from './other-languages.ts'
import { yaml } from './other-languages.ts'
import * as sql from './sql.ts'

/**
 * The languages of query texts, as far as filling in values needs them. Each data source type names its language; a type with
 * several dialects has one entry per dialect, `language/dialect`. Some entries are functions, because the rules depend on the
 * query text.
 */
const rules = {
  athena: sql.athena,
  bigquery: sql.bigquery,
  calcite: sql.calcite,
  clickhouse: sql.clickhouse,
  cockroach: sql.cockroach,
  cql: sql.cql,
  cypher: other.cypher,
  databricks: sql.databricks,
  elasticsearch: other.elasticsearch,
  'elasticsearch-sql': sql.elasticsearchSql,
  firebird: sql.firebird,
  'flight-sql': sql.flightSql,
  flux: other.flux,
  graphite: graphiteForm,
  graphql: graphqlOrYaml,
  hive: sql.hive,
  influxql: other.influxql,
  jql: other.jira,
  json: other.json,
  lucene: other.kibana,
  mongodb: other.mongodb,
  mysql: sql.mysql,
  n1ql: sql.couchbase,
  'opensearch-sql': sql.openSearch,
  oracle: sql.oracle,
  partiql: sql.partiql,
  postgresql: sql.postgres,
  promql: promqlOrForm,
  'query-results/duckdb': sql.queryResults,
  'query-results/sqlite': sql.queryResultsInSqlite,
  redis: other.redis,
  redshift: sql.redshift,
  sheets: other.sheets,
  snowflake: sql.snowflake,
  spark: sql.spark,
  sql: sql.standard,
  sqlite: sql.sqlite,
  transactsql: sql.transact,
  trino: sql.trino,
  url: other.url,
  yaml: jsonOrYaml,
} satisfies Record<string, LexicalRules | ((text: string) => LexicalRules)>

type WithoutDialect<Name extends string> = Name extends `${infer Language}/${string}` ? Language : Name

/** The language of each data source type. */
export type QueryLanguage = WithoutDialect<keyof typeof rules>

/** All languages, with one entry per dialect if a query can choose one. */
export const languages: readonly string[] = Object.keys(rules)

/**
 * The lexical rules of a query text.
 * @param language of the data source, with the dialect if a query can choose one (`textLanguage`); null for a query without a
 * data source, which never runs
 * @returns rules without quotes for an unknown language, so that every value counts as unquoted
 */
export function lexicalRulesOf(language: string | null, text: string): LexicalRules {
  if (language === null || !Object.hasOwn(rules, language)) return other.unreadable
  const found: LexicalRules | ((text: string) => LexicalRules) = rules[language as keyof typeof rules]
  return typeof found === 'function' ? found(text) : found
}

/** Percent-encoded quotes and backslashes. */
const HIDDEN_QUOTES = /%(?:22|23|27|5c|60)/i

function promqlOrForm(text: string): LexicalRules {
  if (!text.trim().startsWith('query=')) return other.promql
  return HIDDEN_QUOTES.test(text) ? other.unreadable : other.promqlForm
}

function graphiteForm(text: string): LexicalRules {
  return HIDDEN_QUOTES.test(text) ? other.unreadable : other.graphite
}

/** JSON is valid YAML, but its own rules are more reliable if the text has no YAML syntax. */
function jsonOrYaml(text: string): LexicalRules {
  return /^\s*\{(?!\{)[^'#]*$/.test(text) ? other.jsonDocument : yaml
}

function graphqlOrYaml(text: string): LexicalRules {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return /^\s*(?:query|variables|path)\s*:/.test(first) ? yaml : other.graphql
}
