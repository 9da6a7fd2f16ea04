/** The parsed query string of a URL: strings, and arrays of strings for repeated names. */
export type SearchParams = Record<string, string | string[]>

/**
 * Parses a query string. Values stay strings: a parameter value of `007` or of twenty digits must not become a number.
 * @param search with or without the leading question mark
 */
export function parseSearch(search: string): SearchParams {
  const params: SearchParams = {}
  const entries = new URLSearchParams(search)
  for (const name of new Set(entries.keys())) {
    const values = entries.getAll(name)
    params[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return params
}

/** Formats a query string with a leading question mark; '' if empty. `undefined` and `null` are omitted, arrays repeat the name. */
export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}

/** A value of a parsed query string; undefined if it is missing or repeated. */
export const textParam = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
