import { otherLanguage, splitDialect } from './query-dialect.ts'
import { scan } from './sql-text/scan.ts'

/**
 * What of a text counts for its hash: everything but comments that lie within one line, and white space. So a run after
 * re-indenting finds the stored result of the run before.
 */
export const hashedText = (text: string): string => withoutLineComments(text).replace(/\s+/g, '')

/** A text without its comments in slashes and stars that begin and end in one line. */
function withoutLineComments(text: string): string {
  const kept: string[] = []
  let start = 0
  let open = text.indexOf('/*')
  // Both are searched for again only when they were passed: otherwise many openings would each search to the end of the text.
  let close = 0
  let newline = -1
  while (open !== -1) {
    if (close < open + 2) close = text.indexOf('*/', open + 2)
    if (close === -1) break
    if (newline < open) newline = indexOrEnd(text, '\n', open)
    const isInLine = close < newline
    if (isInLine) {
      kept.push(text.slice(start, open))
      start = close + 2
    }
    open = text.indexOf('/*', isInLine ? start : newline)
  }
  return kept.join('') + text.slice(start)
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from)
  return found === -1 ? text.length : found
}

/**
 * The `query_hash` of the wire: MD5, in hexadecimal, of the hashed text.
 * @param md5 from the caller, because domain code has no crypto library
 */
export const queryHash = (text: string, md5: (text: string) => string): string => md5(hashedText(text))

/**
 * Whether two texts ask the same question: in one dialect, they differ in comments and white space between words at most. Two texts with one
 * hash need not (`'a b'` and `'ab'`, `select a b` and `select ab`), so whoever looks up a result by hash asks this as well.
 */
export function isSameQueryText(one: string, other: string, dialect: string): boolean {
  if (one === other) return true
  const named = splitDialect(one).dialect
  if (named !== splitDialect(other).dialect) return false
  return readings(named ?? dialect).every((reading) => wordsOf(one, reading) === wordsOf(other, reading))
}

/** A dialect that reads backslashes in strings. */
const WITH_BACKSLASHES = 'databricks'

/** In a language that is no SQL a backslash may escape a quote or not: texts are the same when they are so in both readings. */
const readings = (dialect: string): string[] =>
  dialect === '' || otherLanguage(dialect) !== null ? [dialect, WITH_BACKSLASHES] : [dialect]

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
  let endsWithSpace = false
  const joined = parts.map((part) => {
    const added = endsWithSpace && part.startsWith(' ') ? part.slice(1) : part
    if (added !== '') endsWithSpace = added.endsWith(' ')
    return added
  })
  return joined.join('').trim()
}
