import type { Syntax } from '@sightline/contract/data-sources.ts'
import { formatJson } from '@sightline/domain/format-json.ts'

export const EMPTY_TEXT = "Can't execute empty query."
export const NOT_SUPPORTED = 'Query formatting is not supported for your data source syntax.'

/** A text that cannot be formatted; its message is for people. */
export class FormatError extends Error {
  override name = 'FormatError'
}

/**
 * Lays a query out neatly.
 * @param formatSql asks the server
 * @throws FormatError when there is nothing to format, or no way to
 */
export async function formatText(text: string, syntax: Syntax, formatSql: (text: string) => Promise<string>): Promise<string> {
  if (text.trim() === '') throw new FormatError(EMPTY_TEXT)
  if (syntax === 'sql') return formatSql(text)
  if (syntax !== 'json') throw new FormatError(NOT_SUPPORTED)
  try {
    return formatJson(text)
  } catch (cause) {
    throw new FormatError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
