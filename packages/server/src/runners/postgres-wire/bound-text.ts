import { valueLiterals } from '@sightline/domain/query-text/value-literals.ts'

/** A statement with `$1`, `$2` and so on in place of string literals, and what these stand for. */
export interface BoundText {
  text: string
  values: string[]
}

/** A word may touch a literal but not a parameter, as in `ilike'%a%'and`. */
const spaceAfter = (code: string) => (/[\p{L}\p{N}_]$/u.test(code) ? ' ' : '')
const spaceBefore = (code: string) => (/^[\p{L}\p{N}_]/u.test(code) ? ' ' : '')

/** The protocol counts parameters in 16 bits. */
const MAX_VALUES = 32_767

/**
 * Statements that mean something else with parameters: the fields of an interval type apply to a literal but not to a parameter,
 * and grouping sets match equal expressions, while two parameters are never equal.
 */
const DIFFERS = /\binterval\b[^']*\b(?:year|month|day|hour|minute|second)\b|\b(?:rollup|cube|sets)\b/i

/**
 * Takes the string literals that stand for values out of a query text. Each gets a parameter of its own, because the server infers
 * its type from its place.
 * @returns null if there are none, if the text has parameters already, or if it would mean something else
 */
export function boundText(text: string): BoundText | null {
  const literals = valueLiterals(text, 'postgresql')
  if (literals.length === 0 || literals.length > MAX_VALUES) return null
  const parts: string[] = []
  let at = 0
  for (const [index, { start, end }] of literals.entries()) {
    const code = text.slice(at, start)
    if (/\$\d/.test(code)) return null
    parts.push(code, spaceAfter(code), `$${index + 1}`, spaceBefore(text.slice(end, end + 2)))
    at = end
  }
  const rest = text.slice(at)
  if (/\$\d/.test(rest)) return null
  const bound = parts.join('') + rest
  return DIFFERS.test(bound) ? null : { text: bound, values: literals.map(({ value }) => value) }
}
