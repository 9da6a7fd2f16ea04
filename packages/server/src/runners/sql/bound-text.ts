import { codeOf } from '@sightline/domain/query-text/same-reading.ts'
import { type ValueLiteral, valueLiterals } from '@sightline/domain/query-text/value-literals.ts'

/** A statement with parameters in place of string literals, and what these stand for, in order. */
export interface BoundText {
  text: string
  values: string[]
}

/** How a database writes parameters. */
export interface ParameterSyntax {
  /** The language of the text (`textLanguage`). */
  language: string
  /** Writes the parameter with this number, counted from 1. */
  parameter(number: number, value: string): string
  /** Whether a text has such parameters already. @param code the text without literals and comments */
  hasParameters(code: string): boolean
  /** Whether a parameter can have this value; every one when left out. Other literals stay in the text. */
  takes?(value: string): boolean
  maxValues: number
  /** Whether the text of an expression in the list of `SELECT` names its column, so that literals in it must stay. */
  namesColumnsByText: boolean
}

/** A word may touch a literal but not a parameter, as in `ilike'%a%'and`. */
const spaceAfter = (code: string) => (/[\p{L}\p{N}_]$/u.test(code) ? ' ' : '')
const spaceBefore = (code: string) => (/^[\p{L}\p{N}_]/u.test(code) ? ' ' : '')

/**
 * Statements that mean something else with parameters: the fields of an interval type apply to a literal but not to a parameter,
 * and grouping sets match equal expressions, while two parameters are never equal.
 */
const DIFFERS = /\binterval\b[^']*\b(?:year|month|day|hour|minute|second)\b|\b(?:rollup|cube|sets)\b/i

/**
 * Takes the string literals that stand for values out of a query text. Each gets a parameter of its own, because the database
 * infers its type from its place.
 * @returns null if there are none, if the text has parameters already, or if it would mean something else
 */
export function boundText(text: string, syntax: ParameterSyntax): BoundText | null {
  const found = valueLiterals(text, syntax.language)
  const literals = found.filter(
    ({ isSelected, value }) => !(isSelected && syntax.namesColumnsByText) && (syntax.takes?.(value) ?? true),
  )
  if (literals.length === 0 || literals.length > syntax.maxValues) return null
  if (syntax.hasParameters(codeOf(text, syntax.language))) return null
  const bound = replaceLiterals(text, literals, ({ value }, index) => syntax.parameter(index + 1, value))
  if (DIFFERS.test(bound)) return null
  return { text: bound, values: literals.map(({ value }) => value) }
}

/** Writes something else in place of literals, apart from the words beside them. */
export function replaceLiterals(
  text: string,
  literals: readonly ValueLiteral[],
  write: (literal: ValueLiteral, index: number) => string,
): string {
  const parts: string[] = []
  let at = 0
  for (const [index, literal] of literals.entries()) {
    const code = text.slice(at, literal.start)
    parts.push(code, spaceAfter(code), write(literal, index), spaceBefore(text.slice(literal.end, literal.end + 2)))
    at = literal.end
  }
  return parts.join('') + text.slice(at)
}

/** `$1`, `$2` and so on, as PostgreSQL and DuckDB have them. */
const numbered = {
  parameter: (number: number) => `$${number}`,
  hasParameters: (code: string) => /\$\d/.test(code),
}

/** Parameters that are question marks. @param language of the text (`textLanguage`) */
export const questionMarks = (language: string, maxValues: number): ParameterSyntax => ({
  language,
  parameter: () => '?',
  hasParameters: (code) => code.includes('?'),
  maxValues,
  namesColumnsByText: true,
})

/** The protocol counts parameters in 16 bits. */
export const postgresParameters: ParameterSyntax = {
  ...numbered,
  language: 'postgresql',
  maxValues: 32_767,
  namesColumnsByText: false,
}

/** With tens of thousands of parameters, a list takes the engine twice as long as with literals. */
export const duckdbParameters: ParameterSyntax = {
  ...numbered,
  // The engine numbers question marks together with `$1`.
  hasParameters: (code) => /\$\d|\?/.test(code),
  language: 'query-results/duckdb',
  maxValues: 1000,
  namesColumnsByText: true,
}
