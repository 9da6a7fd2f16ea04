import { valueLiterals } from '@sightline/domain/query-text/value-literals.ts'

/** A statement with `$1`, `$2` and so on in place of string literals, and what these stand for. */
export interface BoundText {
  text: string
  values: string[]
}

/** The protocol counts parameters in 16 bits. */
const MAX_VALUES = 32_767

/**
 * Takes the string literals that stand for values out of a query text. Each gets a parameter of its own, because the server infers
 * its type from its place.
 * @returns null if there are none, or if the text has parameters already
 */
export function boundText(text: string): BoundText | null {
  const literals = valueLiterals(text, 'postgresql')
  if (literals.length === 0 || literals.length > MAX_VALUES) return null
  const parts: string[] = []
  let at = 0
  for (const [index, { start, end }] of literals.entries()) {
    const code = text.slice(at, start)
    if (/\$\d/.test(code)) return null
    parts.push(code, `$${index + 1}`)
    at = end
  }
  const rest = text.slice(at)
  if (/\$\d/.test(rest)) return null
  return { text: parts.join('') + rest, values: literals.map(({ value }) => value) }
}
