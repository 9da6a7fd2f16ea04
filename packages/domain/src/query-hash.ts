import { otherLanguage, splitDialect } from './query-dialect.ts'
import { scan } from './sql-text/scan.ts'

/**
 * The part of a query text that its hash depends on: everything except white space and comments within one line. After
 * re-indenting, a query therefore still finds its cached result.
 */
export const hashedText = (text: string): string => withoutLineComments(text).replace(/\s+/g, '')

/** Removes block comments that begin and end on the same line. */
function withoutLineComments(text: string): string {
  const kept: string[] = []
  let start = 0
  let open = text.indexOf('/*')
  // Searches again only when the previous hit was passed. Otherwise many openings would each search to the end of the text.
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
 * The `query_hash` of the API: MD5, in hexadecimal, of the hashed text.
 * @param md5 passed in, because domain code has no crypto library
 */
export const queryHash = (text: string, md5: (text: string) => string): string => md5(hashedText(text))

/**
 * Whether two query texts in one dialect differ at most in comments and white space between words. Equal hashes are not enough
 * (`'a b'` and `'ab'`, `select a b` and `select ab`), so a lookup by hash must check this as well.
 */
export function isSameQueryText(one: string, other: string, dialect: string): boolean {
  if (one === other) return true
  const named = splitDialect(one).dialect
  if (named !== splitDialect(other).dialect) return false
  return readings(named ?? dialect).every((reading) => wordsOf(one, reading) === wordsOf(other, reading))
}

/** A dialect with backslash escapes in strings. */
const WITH_BACKSLASHES = 'databricks'

/** In languages other than SQL, a backslash may or may not escape a quote. Texts must be equal in both readings. */
const readings = (dialect: string): string[] =>
  dialect === '' || otherLanguage(dialect) !== null ? [dialect, WITH_BACKSLASHES] : [dialect]

/** The text with each sequence of white space and comments replaced by one space. */
function wordsOf(text: string, dialect: string): string {
  const parts = scan(text, dialect).map((piece) => {
    if (piece.kind === 'comment') return ' '
    const part = text.slice(piece.start, piece.end)
    return piece.kind === 'quoted' ? part : part.replace(/\s+/g, ' ')
  })
  return collapse(parts)
}

/** Joins parts without adding up the spaces between them. */
function collapse(parts: readonly string[]): string {
  let endsWithSpace = false
  const joined = parts.map((part) => {
    const added = endsWithSpace && part.startsWith(' ') ? part.slice(1) : part
    if (added !== '') endsWithSpace = added.endsWith(' ')
    return added
  })
  return joined.join('').trim()
}
