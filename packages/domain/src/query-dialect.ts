/**
 * Some types of data sources read more than one dialect of SQL, and each query chooses its own. The text of a run names the dialect
 * in a comment at its start, so that everything that is keyed by the text (results, executions, the cache) tells the dialects apart.
 */
const MARKER = /^\/\* dialect: (\w+) \*\/ /

/**
 * The text of a run in a dialect.
 * @param dialect null for the one that its data source reads when a text names none
 */
export function withDialect(text: string, dialect: string | null): string {
  if (dialect !== null) return `/* dialect: ${dialect} */ ${text}`
  // A comment that the author wrote is no choice: values were filled in by the rules of the other dialect.
  return MARKER.test(text) ? ` ${text}` : text
}

/** The text of a run as its author wrote it, and its dialect; null where it names none. */
export function splitDialect(text: string): { dialect: string | null; text: string } {
  const [marker = '', dialect = null] = MARKER.exec(text) ?? []
  return { dialect, text: text.slice(marker.length) }
}

/** What a data source says about the dialects of its queries. */
export interface Dialects {
  type: string
  /** Of a query that chooses none. */
  dialect: string
  /** What a query can choose from, the one for new queries first; absent where there is no choice. */
  dialects?: readonly string[] | undefined
}

/** The dialect of a query of this data source. @param chosen in the options of the query */
export const queryDialect = ({ dialect, dialects }: Dialects, chosen: string | null | undefined): string =>
  chosen && dialects?.includes(chosen) ? chosen : dialect

/** The name by which `query-text/rules-by-type` knows how the queries of a data source are written. */
export const textType = ({ type, dialect, dialects }: Dialects): string => (dialects ? `${type}/${dialect}` : type)

/** Languages that are no SQL, by the `dialect` of the runners whose syntax the wire calls `sql` all the same. */
const titles = new Map([
  ['address', 'Address'],
  ['flux', 'Flux'],
  ['json', 'JSON'],
  ['promql', 'PromQL'],
])

/**
 * What people call the language of texts that are no SQL, though their syntax is called so.
 * @param dialect a runner's `dialect`
 * @returns null for a dialect of SQL
 */
export const otherLanguage = (dialect: string): string | null => titles.get(dialect) ?? null
