import { lexicalRulesOf } from './languages.ts'
import { plainString } from './lexical-rules.ts'
import { isReadAlike, UNREADABLE } from './same-reading.ts'
import { TextReader } from './text-reader.ts'

/** A string literal of SQL as offsets into the text, and the text that it stands for; the end is exclusive. */
export interface ValueLiteral {
  start: number
  end: number
  value: string
}

/**
 * The string literals that stand where SQL expects a value, for runners that pass them beside the text.
 * @returns an empty list if another reader might find other literals in the text, and for languages in which backslashes escape,
 * where a server's settings decide what a literal stands for
 */
export function valueLiterals(text: string, language: string): ValueLiteral[] {
  const lexis = lexicalRulesOf(language, text)
  const literal = plainString(lexis)
  if (!lexis.isSql || !literal?.isDoubled || literal.hasBackslashes) return []
  if (UNREADABLE.test(text) || !isReadAlike(text, language, lexis)) return []
  const reader = new TextReader(lexis)
  reader.read(text)
  reader.read('\n')
  return reader
    .pieces()
    .filter(({ start, isValue }) => isValue && text[start] === "'")
    .map(({ start, end }) => ({ start, end, value: text.slice(start + 1, end - 1).replaceAll("''", "'") }))
}
