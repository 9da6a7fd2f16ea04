import { type AnyColumn, and, ilike, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '../../platform/db/like.ts'
import { queryListings } from './listing-tables.ts'
import type { Search, SearchField } from './search.ts'
import { queries } from './tables.ts'

/** The queries that a search finds, among those of lists. */
export function isFound(search: Search): SQL | undefined {
  if (search.by === 'words') return search.words.length === 0 ? sql`false` : matches(queries.search, beginnings(search.words))
  return and(...search.pieces.map(({ field, text }) => holds(field, text)))
}

/**
 * What a search puts first: what it finds in weightier fields, there whole words; pieces know no rank. What is found in the text
 * alone, often most of it, is told by one look at the ranked fields: where no word begins so, there is no such whole word either.
 */
export function ranking(search: Search): SQL[] {
  if (search.by === 'pieces' || search.words.length === 0) return []
  const isIn = (weights: string) => matches(queries.search_rank, beginnings(search.words, weights))
  const hasWholeWords = matches(queries.search_rank, search.words.map(quoted).join(' & '))
  const field = sql`case when ${isIn('A')} then 2 when ${isIn('AB')} then 4 else 6 end`
  return [sql`case when ${isIn('ABC')} then ${field} - (${hasWholeWords})::integer else 8 end`]
}

const matches = (words: AnyColumn, tsquery: string) => sql`${words} @@ to_tsquery('simple', ${tsquery})`

/** @param weights of the fields that count; all when left out */
const beginnings = (words: readonly string[], weights = '') => words.map((word) => `${quoted(word)}:*${weights}`).join(' & ')

/** No word holds a quote or a backslash: punctuation parts words. */
const quoted = (word: string) => `'${word}'`

function holds(field: SearchField | null, text: string): SQL | undefined {
  const pattern = containing(text)
  if (field === 'id') return sql`${queryListings.query_id}::text ilike ${pattern}`
  // Compared byte by byte, which takes less time than comparing as a language does.
  const isInName = sql`${queryListings.name} collate "C" like lower(${pattern})`
  if (field === 'name') return isInName
  if (field !== null) return ilike(queries[field], pattern)
  return or(isInName, ilike(queries.description, pattern))
}
