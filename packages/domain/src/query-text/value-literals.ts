import { lexicalRulesOf } from './languages.ts'
import { type Literal, plainString } from './lexical-rules.ts'
import { literalReaders, withDoubledQuotes } from './literal-readers.ts'
import { arePiecesAlike, piecesBy, UNREADABLE } from './same-reading.ts'

/** A string literal of SQL as offsets into the text, and the text that it stands for; the end is exclusive. */
export interface ValueLiteral {
  start: number
  end: number
  value: string
  /** Whether it is within a list of `SELECT` or `RETURNING`, whose text names the columns in some databases. */
  isSelected: boolean
}

/**
 * The string literals that stand where SQL expects a value, for runners that pass them beside the text.
 * @returns an empty list if another reader might find other literals in the text, and for languages whose escapes are not known
 * here; without the literals whose escapes may be read in another way. The literals of MySQL are read as without
 * `NO_BACKSLASH_ESCAPES`.
 */
export function valueLiterals(text: string, language: string): ValueLiteral[] {
  const lexis = lexicalRulesOf(language, text)
  const literal = plainString(lexis)
  const read = lexis.isSql && literal ? readerOf(language, literal) : null
  if (read === null || UNREADABLE.test(text)) return []
  const pieces = piecesBy(lexis, text)
  if (!arePiecesAlike(pieces, text, language)) return []
  return pieces.flatMap(({ start, end, isValue, isSelected }) => {
    if (!isValue || text[start] !== "'") return []
    const value = read(text.slice(start + 1, end - 1))
    return value === null ? [] : [{ start, end, value, isSelected }]
  })
}

function readerOf(language: string, { isDoubled, hasBackslashes }: Literal) {
  const isPlain = isDoubled === true && hasBackslashes !== true
  return literalReaders[language] ?? (isPlain ? withDoubledQuotes : null)
}
