import { scan } from './sql-text/scan.ts'

/**
 * What of a text counts for its hash: everything but comments that lie within one line, and white space. So a run after
 * re-indenting finds the stored result of the run before.
 */
export const hashedText = (text: string): string => text.replace(/\/\*[^\n]*?\*\//g, '').replace(/\s+/g, '')

/**
 * The `query_hash` of the wire: MD5, in hexadecimal, of the hashed text.
 * @param md5 from the caller, because domain code has no crypto library
 */
export const queryHash = (text: string, md5: (text: string) => string): string => md5(hashedText(text))

/**
 * Whether two texts ask the same question: they differ in comments and white space between words at most. Two texts with one
 * hash need not (`'a b'` and `'ab'`, `select a b` and `select ab`), so whoever looks up a result by hash asks this as well.
 */
export function isSameQuestion(one: string, other: string, dialect: string): boolean {
  return one === other || wordsOf(one, dialect) === wordsOf(other, dialect)
}

/** The text with each stretch of white space and comments as one space. */
function wordsOf(text: string, dialect: string): string {
  const parts = scan(text, dialect).map((piece) => {
    if (piece.kind === 'comment') return ' '
    const part = text.slice(piece.start, piece.end)
    return piece.kind === 'quoted' ? part : part.replace(/\s+/g, ' ')
  })
  return collapse(parts)
}

/** Joins parts so that spaces at their seams do not add up. */
function collapse(parts: readonly string[]): string {
  let text = ''
  for (const part of parts) text += text.endsWith(' ') && part.startsWith(' ') ? part.slice(1) : part
  return text.trim()
}
