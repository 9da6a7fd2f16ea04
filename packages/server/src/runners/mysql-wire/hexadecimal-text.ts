import { endsDependOnSetting, isOneStatement } from '@sightline/domain/query-text/same-reading.ts'
import { valueLiterals } from '@sightline/domain/query-text/value-literals.ts'
import { z } from 'zod'
import { CANCELLED, QueryError } from '../runner.ts'
import { replaceLiterals } from '../sql/bound-text.ts'
import { type Connection, runStatement } from './connection.ts'
import { connectError } from './errors.ts'

/** How a session reads the texts of a statement. */
export interface TextSettings {
  /** Whether backslashes escape, which `NO_BACKSLASH_ESCAPES` turns off. */
  hasBackslashes: boolean
  /** Whether hexadecimal digits can stand for a text, with the same collation as quotes. */
  takesDigits: boolean
  /** Limit in bytes of a statement. */
  maxBytes: number
}

const Mode = z.tuple([z.tuple([z.string(), z.coerce.number()])])
const IsSame = z.tuple([z.tuple([z.coerce.number()])])

/** Asks a session for its settings. @throws QueryError if the connection does not answer */
export async function textSettings(connection: Connection, signal: AbortSignal): Promise<TextSettings> {
  const { driver, server } = connection
  try {
    // The driver sends the second statement without waiting for the first. Not every relative of MySQL knows its functions.
    const [settings, digits] = await Promise.all([
      runStatement(driver, 'SELECT @@sql_mode, @@max_allowed_packet'),
      runStatement(driver, DIGITS_ARE_QUOTES).catch(() => [[0]]),
    ])
    const [[mode, maxBytes]] = Mode.parse(settings)
    return {
      hasBackslashes: !mode.split(',').includes('NO_BACKSLASH_ESCAPES'),
      takesDigits: IsSame.safeParse(digits).data?.[0][0] === 1,
      maxBytes,
    }
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connectError(error, server.options)
  }
}

const DIGITS_ARE_QUOTES = `SELECT COLLATION(_utf8mb4 0x61) = COLLATION('a') AND COERCIBILITY(_utf8mb4 0x61) = COERCIBILITY('a')`

/** Statements in which it makes no difference how a text is written. A view or a default value would be stored with digits. */
const CHANGES_OR_RETURNS_ROWS =
  /^(?:\s|\(|\/\*[\s\S]*?\*\/|--\s[^\n]*\n|#[^\n]*\n)*(?:select|with|insert|replace|update|delete|values)\b/i

/**
 * Writes the texts of a query that stand for values as hexadecimal digits (`_utf8mb4 0x61`), in which there is nothing that could
 * end a text. Parameters of prepared statements would do the same, but those statements return other values (`FLOAT`), and MySQL 8
 * converts a parameter to the type of the column beside it, where a text is compared as a number.
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
  const { bound } = replaceLiterals(text, literals, ({ value }) => digitsOf(value))
  return Buffer.byteLength(bound) < maxBytes ? bound : null
}

const hasSingleBackslash = (literal: string) => literal.replaceAll('\\\\', '').includes('\\')

const digitsOf = (value: string) => (value === '' ? "''" : `_utf8mb4 0x${Buffer.from(value).toString('hex')}`)
