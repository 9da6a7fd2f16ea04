import type { ParameterSyntax } from '../sql/bound-text.ts'

/**
 * Texts with a blank at their end, written as `VARCHAR`. Drill reads a list of texts, and a text that is compared with several, as
 * `CHAR` of the length of the longest, and takes the blanks at their ends for padding.
 */
export const blankEnds: ParameterSyntax = {
  language: 'calcite',
  parameter: (_, value) => `CAST('${value.replaceAll("'", "''")}' AS VARCHAR)`,
  hasParameters: () => false,
  takes: (value) => value.endsWith(' '),
  maxValues: Number.POSITIVE_INFINITY,
  namesColumnsByText: false,
}
