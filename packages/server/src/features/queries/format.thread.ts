import { parentPort } from 'node:worker_threads'
import { formatJson } from '@sightline/domain/format-json.ts'
import { format, type SqlLanguage } from 'sql-formatter'
import type { FormatReply, FormatRequest } from './format-request.ts'

const languages: Record<string, SqlLanguage> = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  duckdb: 'duckdb',
  transactsql: 'transactsql',
  clickhouse: 'clickhouse',
}

/** SQL text re-indented, with keywords in capitals; `{{ tags }}` stay as they are. */
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
    // The text is not of its syntax: that is told to the user, who can do nothing with the parser's own message.
  }
  const reply: FormatReply = { text: formatted }
  parentPort?.postMessage(reply)
})
