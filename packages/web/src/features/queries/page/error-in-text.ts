import type { DataSource } from '@sightline/contract/data-sources.ts'
import { checkValues, type ValueChecks } from '@sightline/domain/parameters/check.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { fillIn, UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { TemplateError } from '@sightline/domain/parameters/template.ts'
import { queryLanguage } from '@sightline/domain/query-dialect.ts'
import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { findErrorRange, rangeInEditorText, type TextRange } from '../../../editor/error-range.ts'

interface RunText {
  text: string
  source: Pick<DataSource, 'language' | 'supports_auto_limit' | 'dialect' | 'dialects'> | null
  dialect: string | null
  definitions: readonly Definition[]
  values: Values
  autoLimit: boolean
}

/** The server has already checked the values. */
const noChecks: ValueChecks = { isOption: () => true, matches: () => true }

/**
 * Locates an error that a database reported, in the text of the editor. The database got another text: with parameter values, and
 * perhaps with a limit.
 * @param failure.error the database's error message
 * @param failure.position 1-based position in the text that the database got; null if it reported none
 * @returns null if the position is unknown
 */
export function errorInText(run: RunText, { error, position }: { error: string; position: number | null }): TextRange | null {
  if (position === null) return findErrorRange(run.text, error, null)
  const sent = textSent(run)
  const range = findErrorRange(sent, error, position)
  return range === null ? null : rangeInEditorText(run.text, sent, range)
}

function textSent({ text, source, dialect, definitions, values, autoLimit }: RunText): string {
  const filled = withValues(text, definitions, values, queryLanguage(source, dialect))
  if (source?.supports_auto_limit !== true) return filled
  return normaliseStatements(filled, { dialect: source.dialect, autoLimit })
}

function withValues(text: string, definitions: readonly Definition[], values: Values, language: string | null): string {
  if (definitions.length === 0) return text
  try {
    return fillIn(text, definitions, checkValues(definitions, values, noChecks).values, language)
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) return text
    throw error
  }
}
