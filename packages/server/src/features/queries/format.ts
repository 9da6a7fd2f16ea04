import type { SqlLanguage } from 'sql-formatter'
import { AppError } from '../../platform/http/errors.ts'

const languages: Record<string, SqlLanguage> = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  duckdb: 'duckdb',
}

/**
 * SQL text re-indented, with keywords in capitals; `{{ tags }}` stay as they are.
 * @param dialect a runner's dialect; another one is formatted as standard SQL
 * @throws AppError for a text that is no SQL the formatter can read
 */
export async function formatSql(text: string, dialect: string): Promise<string> {
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
