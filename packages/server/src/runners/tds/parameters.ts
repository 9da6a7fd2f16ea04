import type { ParameterSyntax } from '../sql/bound-text.ts'

/** Bytes of the longest `varchar` that is not `varchar(max)`. */
const MAX_BYTES = 8000
/** Bytes per UTF-16 unit, in databases whose collation is one of UTF-8. */
const BYTES_PER_UNIT = 3

/** Without the `@`, as the driver expects it. */
export const parameterName = (number: number): string => `sightline_${number}`

/**
 * The type of a literal without the prefix `N`. Parameters are `nvarchar`, which converts a `varchar` column that it is compared
 * with, so that other rules of order and other indexes would apply.
 */
function typeOf(value: string): string {
  const bytes = Math.max(1, BYTES_PER_UNIT * value.length)
  return `varchar(${bytes > MAX_BYTES ? 'max' : bytes})`
}

/**
 * Parameters of `sp_executesql`, of which there can be 2,100 with its own two. A parameter is followed by the line breaks of its
 * literal, because errors name lines.
 */
export const parameters: ParameterSyntax = {
  language: 'transactsql',
  parameter: (number, value) =>
    `CAST(@${parameterName(number)} AS ${typeOf(value)})${'\n'.repeat(value.split('\n').length - 1)}`,
  hasParameters: (code) => code.includes('@'),
  // A backslash at the end of a line joins it with the next one, in a literal only.
  takes: (value) => !/\\\r?\n/.test(value),
  maxValues: 2000,
  namesColumnsByText: true,
}
