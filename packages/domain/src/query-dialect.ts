/**
 * Some data source types support several SQL dialects, and each query chooses one. The query text of a run names the dialect in a
 * comment at its start, so that everything keyed by the text (results, executions, the cache) distinguishes the dialects.
 */
const MARKER = /^\/\* dialect: (\w+) \*\/ /

/**
 * The query text of a run in a dialect.
 * @param dialect null for the default of its data source
 */
export function withDialect(text: string, dialect: string | null): string {
  if (dialect !== null) return `/* dialect: ${dialect} */ ${text}`
  // A comment written by the author must not choose the dialect, because values were filled in by the rules of another one.
  return MARKER.test(text) ? ` ${text}` : text
}

/** The original query text of a run and its dialect; null if it names none. */
export function splitDialect(text: string): { dialect: string | null; text: string } {
  const [marker = '', dialect = null] = MARKER.exec(text) ?? []
  return { dialect, text: text.slice(marker.length) }
}

/** The dialects of a data source type. */
export interface Dialects {
  /** The language of its query texts; see `query-text/languages`. */
  language: string
  /** The dialect of a query without a choice. */
  dialect: string
  /** The dialects to choose from, the default for new queries first; absent if there is only one. */
  dialects?: readonly string[] | undefined
}

/**
 * The dialect of a query.
 * @param chosen from the options of the query
 */
export const queryDialect = (
  { dialect, dialects }: Pick<Dialects, 'dialect' | 'dialects'>,
  chosen: string | null | undefined,
): string => (chosen && dialects?.includes(chosen) ? chosen : dialect)

/** The key of a data source's language in `query-text/languages`. */
export const textLanguage = ({ language, dialect, dialects }: Dialects): string =>
  dialects ? `${language}/${dialect}` : language

/**
 * The key of a query's language in `query-text/languages`; null without a data source.
 * @param chosen from the options of the query
 */
export const queryLanguage = (source: Dialects | null | undefined, chosen: string | null | undefined): string | null =>
  source ? textLanguage({ ...source, dialect: queryDialect(source, chosen) }) : null

/** Languages other than SQL whose runners have the API `syntax` `sql`, by the runner's `dialect`. */
const languageTitles = new Map([
  ['address', 'Address'],
  ['flux', 'Flux'],
  ['json', 'JSON'],
  ['promql', 'PromQL'],
])

/**
 * The title of a language other than SQL whose API `syntax` is `sql`.
 * @param dialect a runner's `dialect`
 * @returns null for a dialect of SQL
 */
export const otherLanguage = (dialect: string): string | null => languageTitles.get(dialect) ?? null
