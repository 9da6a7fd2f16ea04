import { formatJson } from '@sightline/domain/format-json.ts'
import { otherLanguage } from '@sightline/domain/sql-text/other-languages.ts'
import type { SqlLanguage } from 'sql-formatter'
import { AppError } from '../../platform/http/errors.ts'

const languages: Record<string, SqlLanguage> = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  duckdb: 'duckdb',
  transactsql: 'transactsql',
  clickhouse: 'clickhouse',
}

/**
 * A text laid out neatly; an empty one stays as it is.
 * @param dialect a runner's dialect, whose language may be none of SQL
 * @throws AppError for a text that is not of its syntax, and for a language that nobody lays out here
 */
export async function formatText(text: string, syntax: 'sql' | 'json', dialect: string): Promise<string> {
  if (text.trim() === '') return text
  if (syntax === 'sql' && dialect !== 'json') {
    if (otherLanguage(dialect) !== null) throw new AppError('format_not_supported')
    return formatSql(text, dialect)
  }
  try {
    return formatJson(text)
  } catch (error) {
    throw new AppError('invalid_input', { reason: 'This text cannot be formatted. Is it complete JSON?' }, { cause: error })
  }
}

/**
 * SQL text re-indented, with keywords in capitals; `{{ tags }}` stay as they are.
 * @param dialect a runner's dialect; another one is formatted as standard SQL
 * @throws AppError for a text that is no SQL the formatter can read
 */
async function formatSql(text: string, dialect: string): Promise<string> {
  const { format } = await import('sql-formatter')
  try {
    return format(text, {
      language: languages[dialect] ?? 'sql',
      keywordCase: 'upper',
      paramTypes: { custom: [{ regex: String.raw`\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}` }] },
    })
  } catch (error) {
    throw new AppError('invalid_input', { reason: 'This text cannot be formatted. Is it complete SQL?' }, { cause: error })
  }
}
