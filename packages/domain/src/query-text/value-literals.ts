import { lexicalRulesOf } from './languages.ts'
import { plainString } from './lexical-rules.ts'
import { isReadAlike, UNREADABLE } from './same-reading.ts'
import { TextReader } from './text-reader.ts'

/** A string literal of SQL as offsets into the text, and the text that it stands for; the end is exclusive. */
export interface ValueLiteral {
  start: number
  end: number
  value: string
  /** Whether it is within a list of `SELECT` or `RETURNING`, whose text names the columns in some databases. */
  isSelected: boolean
}

/** The escapes of MySQL that are no more than the character itself. */
const MYSQL_ESCAPES: Record<string, string> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001a' }

/**
 * The string literals that stand where SQL expects a value, for runners that pass them beside the text.
 * @returns an empty list if another reader might find other literals in the text, and for languages other than MySQL's in which
 * backslashes escape. The literals of MySQL are read as without `NO_BACKSLASH_ESCAPES`.
 */
export function valueLiterals(text: string, language: string): ValueLiteral[] {
  const lexis = lexicalRulesOf(language, text)
  const literal = plainString(lexis)
  if (!lexis.isSql || !literal?.isDoubled || (literal.hasBackslashes && language !== 'mysql')) return []
  if (UNREADABLE.test(text) || !isReadAlike(text, language, lexis)) return []
  const read = literal.hasBackslashes ? withEscapes : withDoubledQuotes
  const reader = new TextReader(lexis)
  reader.read(text)
  reader.read('\n')
  return reader
    .pieces()
    .filter(({ start, isValue }) => isValue && text[start] === "'")
    .map(({ start, end, isSelected }) => ({ start, end, value: read(text.slice(start + 1, end - 1)), isSelected }))
}

const withDoubledQuotes = (content: string) => content.replaceAll("''", "'")

/** `\%` and `\_` stay as they are, because `LIKE` reads them (https://dev.mysql.com/doc/refman/8.4/en/string-literals.html). */
const withEscapes = (content: string) =>
  content.replace(/''|\\([\s\S])/g, (pair, sign: string | undefined) => {
    if (sign === undefined) return "'"
    return sign === '%' || sign === '_' ? pair : (MYSQL_ESCAPES[sign] ?? sign)
  })
