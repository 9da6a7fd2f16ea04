import { type AnyColumn, and, ilike, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '../../platform/db/like.ts'
import type { Search, SearchField } from './search.ts'
import { queries } from './tables.ts'

/** The queries that a search finds. */
export function isFound(search: Search): SQL | undefined {
  if (search.by === 'words') return search.words.length === 0 ? sql`false` : matches(queries.search, beginnings(search.words))
  return and(...search.pieces.map(({ field, text }) => holds(field, text)))
}

/** What a search puts first: what it finds in weightier fields, there whole words; pieces know no rank. */
export function ranking(search: Search): SQL[] {
  if (search.by === 'pieces' || search.words.length === 0) return []
  const isIn = (weights: string) => matches(queries.search_rank, beginnings(search.words, weights))
  const field = sql`case when ${isIn('A')} then 1 when ${isIn('AB')} then 2 when ${isIn('ABC')} then 3 else 4 end`
  const hasWholeWords = matches(queries.search_rank, search.words.map(quoted).join(' & '))
  return [field, sql`${hasWholeWords} desc`]
}

const matches = (words: AnyColumn, tsquery: string) => sql`${words} @@ to_tsquery('simple', ${tsquery})`

/** @param weights of the fields that count; all when left out */
const beginnings = (words: readonly string[], weights = '') => words.map((word) => `${quoted(word)}:*${weights}`).join(' & ')

/** No word holds a quote or a backslash: punctuation parts words. */
const quoted = (word: string) => `'${word}'`

function holds(field: SearchField | null, text: string): SQL | undefined {
  const pattern = containing(text)
  if (field === 'id') return sql`${queries.id}::text ilike ${pattern}`
  if (field !== null) return ilike(queries[field], pattern)
  return or(ilike(queries.name, pattern), ilike(queries.description, pattern))
}
