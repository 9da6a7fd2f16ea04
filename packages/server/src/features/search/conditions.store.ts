import { MatchRank, type SearchTerm } from '@sightline/domain/search-term.ts'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'
import { foldedSql } from '../../platform/db/folded-text.ts'
import { beginningWith, containing } from '../../platform/db/like.ts'
import { events } from '../events/tables.ts'
import { favorites } from '../favorites/tables.ts'

// The "C" collation compares bytes, which is faster than comparing by the rules of a language.
const like = (folded: SQL, pattern: string) => sql`(${folded}) collate "C" like ${pattern}`

/** Whether a text in lower case contains all words of a term. */
export const hasWords = (text: SQL | AnyColumn, { words }: SearchTerm): SQL | undefined =>
  and(...words.map((word) => like(foldedSql(text), containing(word))))

/** Everything of ASCII that separates words, as in `nameRank` of the domain. */
const SEPARATORS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/**
 * The rank of a name in lower case as `nameRank` of the domain computes it.
 * @param otherwise the rank of rows whose name does not contain all words
 */
export function nameRankOf(name: SQL | AnyColumn, term: SearchTerm, otherwise: SQL): SQL<number> {
  const { sameName, startOfName, wordsOfName, partOfName } = MatchRank
  const folded = foldedSql(name)
  const spaced = sql`' ' || translate(${folded}, ${SEPARATORS}::text, ${' '.repeat(SEPARATORS.length)}::text)`
  const starts = and(...term.words.map((word) => like(spaced, containing(` ${spacedWord(word)}`))))
  return sql<number>`case
    when ${folded} = ${term.whole}::text then ${sameName}::integer
    when ${like(folded, beginningWith(term.whole))} then ${startOfName}::integer
    when ${starts} then ${wordsOfName}::integer
    when ${hasWords(name, term)} then ${partOfName}::integer
    else ${otherwise} end`
}

const spacedWord = (word: string) => [...word].map((character) => (SEPARATORS.includes(character) ? ' ' : character)).join('')

/** Whether each word of a term is in the name, which is in lower case, or in one of the tags. */
export const hasWordsOrTags = (name: SQL | AnyColumn, tags: AnyColumn, { words }: SearchTerm): SQL | undefined =>
  and(
    ...words.map((word) => {
      const pattern = containing(word)
      return sql`(${like(foldedSql(name), pattern)} or (${tags} <> '{}' and ${like(foldedSql(sql`lower(array_to_string(${tags}, chr(10)))`), pattern)}))`
    }),
  )

/** The views of a user that count as recent. */
const RECENT_VIEWS = 200

/** Whether the user owns an object, has it as a favorite or has opened it of late. */
export function isFamiliar(type: 'query' | 'dashboard', id: AnyColumn, ownerId: AnyColumn, userId: number): SQL<boolean> {
  const viewed = sql`select recent.object_id from (select ${events.object_id} from ${events}
    where ${events.user_id} = ${userId}::integer and ${events.object_type} = ${type}::text and ${events.action} = 'view'
    order by ${events.created_at} desc limit ${RECENT_VIEWS}::integer) recent where recent.object_id is not null`
  const liked = sql`select ${favorites.object_id} from ${favorites}
    where ${favorites.user_id} = ${userId}::integer and ${favorites.object_type} = ${type}::text`
  return sql<boolean>`(${ownerId} = ${userId}::integer or ${id} in (${liked}) or ${id}::text in (${viewed}))`
}
