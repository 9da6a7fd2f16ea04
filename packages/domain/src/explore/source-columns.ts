import { i18n } from '../language/i18n.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import { stringLiteral } from '../query-text/lexical-rules.ts'
import { NotInSql } from './condition-sql.ts'
import type { ExploreDialect, Target } from './dialects/dialect.ts'
import { isBinary } from './dialects/standard.ts'
import type { ExploredColumn } from './exploration.ts'
import { quoted } from './select-sql.ts'

/** A column of a table, as the result of a query shows it. */
export type SourceColumn = ExploredColumn & {
  /** The data source's own name of the type; '' if unknown. */
  source_type: string
}

/**
 * Finds a column by its name, as expressions take it.
 * @param written the columns as a query names them, in the same order; null if it names none
 * @throws NotInSql, the function, for bytes and for names that cannot be written
 */
export function sourceColumns(
  dialect: ExploreDialect,
  columns: readonly SourceColumn[],
  written: readonly string[] | null,
): (name: string) => Target {
  const areLowerCased = dialect.mayLowerNames && columns.every(({ name }) => name === name.toLowerCase())
  const nameOf = (name: string) => (areLowerCased && /^[a-z_][a-z0-9_$]*$/.test(name) ? name : quoted(name, dialect))
  return (name) => {
    const place = columns.findIndex((column) => column.name === name)
    const { type = null, isInstant = false, source_type: sourceType = '' } = columns[place] ?? {}
    if (isBinary(sourceType)) throw new NotInSql(i18n._('The values of "{name}" are bytes.', { name }))
    return { name, type, isInstant, sourceType, ref: written?.[place] ?? nameOf(name) }
  }
}

/**
 * Writes texts as literals of a data source.
 * @param language of its query texts
 * @throws NotInSql, the function, for texts that no literal can hold
 */
export function sourceLiteral(dialect: ExploreDialect, language: string): (text: string) => string {
  const lexis = lexicalRulesOf(language, '')
  return (text) => {
    const written = stringLiteral(lexis, text)
    if (written === null) throw new NotInSql(i18n._('The value "{text}" cannot be written in a query.', { text }))
    return dialect.textPrefix + written
  }
}
