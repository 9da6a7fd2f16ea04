import type { DataSource } from '@sightline/contract/data-sources.ts'
import { checkValues, type ValueChecks } from '@sightline/domain/parameters/check.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { fillIn, UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { TemplateError } from '@sightline/domain/parameters/template.ts'
import { queryDialect, textType } from '@sightline/domain/query-dialect.ts'
import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { asWritten } from '../../../editor/as-written.ts'
import { errorPlace, type TextRange } from '../../../editor/error-place.ts'

/** What a run was made of. */
interface RunText {
  text: string
  source: Pick<DataSource, 'type' | 'supports_auto_limit' | 'dialect' | 'dialects'> | null
  dialect: string | null
  definitions: readonly Definition[]
  values: Values
  appliesAutoLimit: boolean
}

/** The server has checked them. */
const known: ValueChecks = { isOption: () => true, matches: () => true }

/**
 * Where in a text, as it stands in the editor, a database found an error.
 * @param failure.error the database's words
 * @param failure.position 1-based character of the text that the database got; null where it tells none
 * @returns null when nothing can be told
 */
export function errorInText(run: RunText, { error, position }: { error: string; position: number | null }): TextRange | null {
  if (position === null) return errorPlace(run.text, error, null)
  const sent = textSent(run)
  const place = errorPlace(sent, error, position)
  return place === null ? null : asWritten(run.text, sent, place)
}

function textSent({ text, source, dialect, definitions, values, appliesAutoLimit }: RunText): string {
  const type = source && textType({ ...source, dialect: queryDialect(source, dialect) })
  const filled = withValues(text, definitions, values, type)
  if (source?.supports_auto_limit !== true) return filled
  return normaliseStatements(filled, { dialect: source.dialect, autoLimit: appliesAutoLimit })
}

function withValues(text: string, definitions: readonly Definition[], values: Values, type: string | null): string {
  if (definitions.length === 0) return text
  try {
    return fillIn(text, definitions, checkValues(definitions, values, known).values, type)
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) return text
    throw error
  }
}
