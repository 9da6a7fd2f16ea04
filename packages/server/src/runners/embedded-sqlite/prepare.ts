import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { codeOf } from '@sightline/domain/query-text/same-reading.ts'
import { boundText, type ParameterSyntax } from '../sql/bound-text.ts'

/** A statement with the values of its parameters. */
export interface Prepared {
  statement: StatementSync
  /** Its text, with parameters. */
  text: string
  values: string[]
}

/** A name follows the other signs, as in `:name`. */
const PARAMETER = /\?|[:@$][\p{L}\p{N}_]/u

const LANGUAGE = 'query-results/sqlite'

const sqliteParameters: ParameterSyntax = {
  language: LANGUAGE,
  parameter: (number) => `?${number}`,
  hasParameters: (code) => PARAMETER.test(code),
  // SQLITE_MAX_VARIABLE_NUMBER
  maxValues: 32_766,
  namesColumnsByText: true,
}

/** An `EXPLAIN` shows parameters as such. */
const SELECTS = /^\s*(?:select|with|values)\b/i

/**
 * Prepares a statement.
 * @param bindsTexts whether string literals are passed as parameters; where SQLite does not take them, they stay literals
 * @throws the engine's error for the text as it is written
 */
export function prepare(database: DatabaseSync, text: string, bindsTexts: boolean): Prepared {
  const bound = bindsTexts && SELECTS.test(codeOf(text, LANGUAGE)) ? boundText(text, sqliteParameters) : null
  if (bound !== null) {
    try {
      return { ...bound, statement: database.prepare(bound.text) }
    } catch {
      // Nothing has run yet, and the error of the text as it is written is the one to show.
    }
  }
  return { statement: database.prepare(text), text, values: [] }
}
