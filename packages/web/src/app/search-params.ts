/** The query of an address as the router sees it: texts, and lists of texts where a name is repeated. */
export type SearchParams = Record<string, string | string[]>

/**
 * Reads the query of an address. Values stay texts: a parameter value of `007` or of twenty digits is not a number.
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

/** Writes the query of an address; `undefined` and `null` leave a name out, a list repeats it. */
export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}

/** A value of an address's query as a text; undefined when it is missing or repeated. */
export const textParam = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
