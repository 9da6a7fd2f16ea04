import { scan } from './scan.ts'

/** A word, a quoted name, a string or a sign of SQL text; white space and comments lie between them. */
export interface SqlToken {
  kind: 'word' | 'quoted' | 'string' | 'sign'
  /** A quoted name without its quotes, a string as '', everything else as written. */
  name: string
  /** Offsets into the text; `end` is exclusive. */
  start: number
  end: number
}

// A `param_query_5_{a=1}` is one word, so that its values are never taken for code.
const TOKEN = /(param_query_\d+_\{[^{}]*\}|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*)|::|\S/giuy

/**
 * The tokens of a text, one after the other.
 * @param dialect as for `scan`
 */
export function* sqlTokens(text: string, dialect: string): Generator<SqlToken, void, undefined> {
  for (const { kind, start, end } of scan(text, dialect)) {
    if (kind === 'quoted') yield quotedToken(text, start, end)
    if (kind === 'code') yield* codeTokens(text, start, end)
  }
}

/** What ends a quoted name, by what begins it. */
const closingQuotes: Record<string, string> = { '"': '"', '`': '`', '[': ']' }

function quotedToken(text: string, start: number, end: number): SqlToken {
  const closing = closingQuotes[text[start] ?? '']
  if (closing === undefined) return { kind: 'string', name: '', start, end }
  return { kind: 'quoted', name: text.slice(start + 1, end - 1).replaceAll(closing + closing, closing), start, end }
}

function* codeTokens(text: string, from: number, to: number): Generator<SqlToken, void, undefined> {
  const code = text.slice(from, to)
  for (let at = 0; at < code.length; ) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(code)
    at = match ? TOKEN.lastIndex : at + 1
    if (match)
      yield { kind: match[1] === undefined ? 'sign' : 'word', name: match[0], start: from + match.index, end: from + at }
  }
}
