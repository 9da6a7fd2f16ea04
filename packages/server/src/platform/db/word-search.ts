import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** Whether a column of words matches a text query of PostgreSQL. */
export const matchesWords = (words: AnyColumn, tsquery: string): SQL => sql`${words} @@ to_tsquery('simple', ${tsquery})`

/** The text query for words that begin with these. @param weights of the fields to search; all if left out */
export const prefixQuery = (words: readonly string[], weights = ''): string =>
  words.map((word) => `${quoted(word)}:*${weights}`).join(' & ')

/** The text query for these words as a whole. */
export const wordQuery = (words: readonly string[]): string => words.map(quoted).join(' & ')

/** Words contain neither quotes nor backslashes, because punctuation separates words. */
const quoted = (word: string) => `'${word}'`
