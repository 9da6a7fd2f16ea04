import type { LexicalRules } from './lexical-rules.ts'
import * as other from './other-languages.ts'
import { yaml } from './other-languages.ts'
import * as sql from './sql.ts'

/**
 * The languages that query texts are written in, as far as filling in values needs to know them. Each type of data source names its
 * language; a type with a choice of dialects has one entry per dialect, `language/dialect`. A function where it depends on the text.
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
  flux: other.flux,
  graphite: graphiteForm,
  graphql: graphqlOrYaml,
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
  sql: sql.standard,
  sqlite: sql.sqlite,
  transactsql: sql.transact,
  trino: sql.trino,
  url: other.url,
  yaml: jsonOrYaml,
} satisfies Record<string, LexicalRules | ((text: string) => LexicalRules)>

type WithoutDialect<Name extends string> = Name extends `${infer Language}/${string}` ? Language : Name

/** What a type of data source calls its language. */
export type QueryLanguage = WithoutDialect<keyof typeof rules>

/** The languages, one for each dialect where a query chooses one. */
export const languages: readonly string[] = Object.keys(rules)

/**
 * How a text is written.
 * @param language of its data source, with the dialect where a query chooses one (`textLanguage`); null for a text without a source, which nobody runs
 * @returns for an unknown language, rules without quotes, so that every value stands bare
 */
export function lexicalRulesOf(language: string | null, text: string): LexicalRules {
  if (language === null || !Object.hasOwn(rules, language)) return other.unreadable
  const found: LexicalRules | ((text: string) => LexicalRules) = rules[language as keyof typeof rules]
  return typeof found === 'function' ? found(text) : found
}

/** Quotes and backslashes as percent encoding. */
const HIDDEN_QUOTES = /%(?:22|23|27|5c|60)/i

function promqlOrForm(text: string): LexicalRules {
  if (!text.trim().startsWith('query=')) return other.promql
  return HIDDEN_QUOTES.test(text) ? other.unreadable : other.promqlForm
}

function graphiteForm(text: string): LexicalRules {
  return HIDDEN_QUOTES.test(text) ? other.unreadable : other.graphite
}

/** JSON is YAML too, but can be read more reliably when it contains nothing that only YAML has. */
function jsonOrYaml(text: string): LexicalRules {
  return /^\s*\{(?!\{)[^'#]*$/.test(text) ? other.jsonDocument : yaml
}

function graphqlOrYaml(text: string): LexicalRules {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return /^\s*(?:query|variables|path)\s*:/.test(first) ? yaml : other.graphql
}
