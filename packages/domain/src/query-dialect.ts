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
  /** Of its query texts; see `query-text/languages`. */
  language: string
  /** Of a query that chooses none. */
  dialect: string
  /** What a query can choose from, the one for new queries first; absent where there is no choice. */
  dialects?: readonly string[] | undefined
}

/** The dialect of a query of this data source. @param chosen in the options of the query */
export const queryDialect = (
  { dialect, dialects }: Pick<Dialects, 'dialect' | 'dialects'>,
  chosen: string | null | undefined,
): string => (chosen && dialects?.includes(chosen) ? chosen : dialect)

/** The name under which `query-text/languages` knows the query texts of a data source. */
export const textLanguage = ({ language, dialect, dialects }: Dialects): string =>
  dialects ? `${language}/${dialect}` : language

/** Languages other than SQL of runners whose wire `syntax` is `sql`, by the runner's `dialect`. */
const languageTitles = new Map([
  ['address', 'Address'],
  ['flux', 'Flux'],
  ['json', 'JSON'],
  ['promql', 'PromQL'],
])

/**
 * The title of a language other than SQL whose wire `syntax` is `sql`.
 * @param dialect a runner's `dialect`
 * @returns null for a dialect of SQL
 */
export const otherLanguage = (dialect: string): string | null => languageTitles.get(dialect) ?? null
