import { parentPort } from 'node:worker_threads'
import { formatJson } from '@sightline/domain/format-json.ts'
import { format, type SqlLanguage } from 'sql-formatter'

/** A text to format. `dialect` is a runner's, '' for JSON. */
export interface FormatRequest {
  text: string
  syntax: 'sql' | 'json'
  dialect: string
}

/** The formatted text; null if the text is not valid in its syntax. */
export interface FormatReply {
  text: string | null
}

/** By dialect; dialects without rules of their own have those of the SQL that they extend, or of the standard. */
const languages: Record<string, SqlLanguage> = {
  bigquery: 'bigquery',
  clickhouse: 'clickhouse',
  databricks: 'spark',
  duckdb: 'duckdb',
  hive: 'hive',
  mariadb: 'mariadb',
  mysql: 'mysql',
  n1ql: 'n1ql',
  oracle: 'plsql',
  postgresql: 'postgresql',
  snowflake: 'snowflake',
  spark: 'spark',
  sqlite: 'sqlite',
  transactsql: 'transactsql',
  trino: 'trino',
  vertica: 'postgresql',
}

/** Re-indents SQL and writes keywords in capitals; `{{ tags }}` stay as they are. */
const formatSql = (text: string, dialect: string): string =>
  format(text, {
    language: languages[dialect] ?? 'sql',
    keywordCase: 'upper',
    paramTypes: { custom: [{ regex: String.raw`\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}` }] },
  })

parentPort?.on('message', ({ text, syntax, dialect }: FormatRequest) => {
  let formatted: string | null = null
  try {
    formatted = syntax === 'sql' ? formatSql(text, dialect) : formatJson(text)
  } catch {
    // The text is not valid in its syntax. The parser's own message would not help the user.
  }
  const reply: FormatReply = { text: formatted }
  parentPort?.postMessage(reply)
})
