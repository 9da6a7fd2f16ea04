import { endsDependOnSetting, isOneStatement } from '@sightline/domain/query-text/same-reading.ts'
import { valueLiterals } from '@sightline/domain/query-text/value-literals.ts'
import { QueryError } from '../runner.ts'
import { replaceLiterals } from '../sql/bound-text.ts'
import type { TextSettings } from './text-settings.ts'

/** Statements in which it makes no difference how a text is written. A view or a default value would be stored with digits. */
const CHANGES_OR_RETURNS_ROWS =
  /^(?:\s|\(|\/\*(?:[^*]|\*(?!\/))*\*\/|--\s[^\n]*\n|#[^\n]*\n)*(?:select|with|insert|replace|update|delete|values)\b/i

/**
 * Writes the texts of a query that stand for values as hexadecimal digits (`_utf8mb4 0x61`), in which there is nothing that could
 * end a text. Parameters of prepared statements would do the same, but those return other values (of `FLOAT`) and are not possible in
 * all statements.
 * Texts in the list of `SELECT` stay, since they name its columns. Without backslash escapes, pairs of backslashes stand for one, as
 * filling in writes them, and texts with other backslashes stay.
 * @returns null if the query has to be sent as it is written
 * @throws QueryError if the setting for backslashes decides where a text ends
 */
export function withDigits(text: string, { hasBackslashes, takesDigits, maxBytes }: TextSettings): string | null {
  if (!hasBackslashes && endsDependOnSetting(text, 'mysql'))
    throw new QueryError(
      "On this server backslashes are ordinary characters (NO_BACKSLASH_ESCAPES), so a text of the query ends elsewhere. Write '' for a quote within a text.",
    )
  if (!takesDigits || !CHANGES_OR_RETURNS_ROWS.test(text) || !isOneStatement(text, 'mysql')) return null
  const literals = valueLiterals(text, 'mysql').filter(
    ({ start, end, isSelected }) => !isSelected && (hasBackslashes || !hasSingleBackslash(text.slice(start, end))),
  )
  if (literals.length === 0) return null
  const bound = replaceLiterals(text, literals, ({ value }) => digitsOf(value))
  return Buffer.byteLength(bound) < maxBytes ? bound : null
}

const hasSingleBackslash = (literal: string) => literal.replaceAll('\\\\', '').includes('\\')

const digitsOf = (value: string) => (value === '' ? "''" : `_utf8mb4 0x${Buffer.from(value).toString('hex')}`)
