import { z } from 'zod'
import type { RunStatement } from '../sql/schema-tables.ts'

/** How a session reads the texts of a statement. */
export interface TextSettings {
  /** Whether backslashes escape, which `NO_BACKSLASH_ESCAPES` turns off. */
  hasBackslashes: boolean
  /** Whether hexadecimal digits can stand for a text, with the same collation as quotes. */
  takesDigits: boolean
  /** Limit in bytes of a statement. */
  maxBytes: number
}

const SETTINGS = 'SELECT @@sql_mode, @@max_allowed_packet'
const DIGITS_ARE_QUOTES = `COLLATION(_utf8mb4 0x61) = COLLATION('a') AND COERCIBILITY(_utf8mb4 0x61) = COERCIBILITY('a')`

const Settings = z.tuple([z.tuple([z.string(), z.coerce.number()]).rest(z.unknown())])

/** Asks a session for its settings. Not every relative of MySQL knows the functions for digits. */
export async function readTextSettings(runStatement: RunStatement): Promise<TextSettings> {
  const answer = await runStatement(`${SETTINGS}, ${DIGITS_ARE_QUOTES}`).catch(() => runStatement(SETTINGS))
  const [[mode, maxBytes, takesDigits]] = Settings.parse(answer)
  return {
    hasBackslashes: !mode.split(',').includes('NO_BACKSLASH_ESCAPES'),
    takesDigits: Number(takesDigits) === 1,
    maxBytes,
  }
}
