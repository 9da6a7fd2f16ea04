import type { ParameterSyntax } from '../sql/bound-text.ts'

/** Characters of the longest `CHAR` of UTF-8. */
const MAX_CHARACTERS = 8191

const lengthOf = (value: string) => Array.from(value).length

/**
 * Parameters of a prepared statement. Without the cast, a parameter has the type of the column that it is compared with, into which
 * a longer text does not fit; a literal is a `CHAR` of its length, which an empty text cannot have.
 */
export const parameters: ParameterSyntax = {
  language: 'firebird',
  parameter: (_, value) => `CAST(? AS CHAR(${lengthOf(value)}) CHARACTER SET UTF8)`,
  hasParameters: (code) => /[?:]/.test(code),
  takes: (value) => value !== '' && lengthOf(value) <= MAX_CHARACTERS,
  // A list in `IN` has no more.
  maxValues: 1500,
  namesColumnsByText: true,
}
