import type { AlertHealth, AlertState } from '@sightline/contract/alerts.ts'
import { isWithoutSpaces } from '@sightline/domain/folded-text.ts'
import { MatchRank, type SearchTerm } from '@sightline/domain/search-term.ts'
import { and, asc, desc, eq, inArray, isNull, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { foldedSql } from '../../platform/db/folded-text.ts'
import { containing } from '../../platform/db/like.ts'
import { matchesWords, prefixQuery } from '../../platform/db/word-search.ts'
import { alerts } from '../alerts/tables.ts'
import { dashboards } from '../dashboards/tables.ts'
import { isSharedWith } from '../data-sources/tables.ts'
import { queries, queryListings } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { hasWords, hasWordsOrTags, isFamiliar, nameRankOf } from './conditions.store.ts'

/** The user who searches. */
export interface Searcher {
  userId: number
  /** Only what is made of data sources that are shared with one of these groups is found. */
  groupIds: readonly number[]
}

/** How well a row matches, and whether the user owns it, likes it or has opened it of late. */
interface Ranked {
  rank: number
  is_familiar: boolean
}

export interface FoundQuery extends Ranked {
  id: number
  name: string
  description: string | null
  tags: string[]
  /** Its first characters; null if it was not searched. */
  query: string | null
  is_draft: boolean
  is_archived: boolean
}

/** Characters of a text that are searched; the same number as in `queries.search`. */
const SEARCHED_LENGTH = 200_000

/** How texts of queries are searched. */
export interface TextSearch {
  /** The words as they stand in the search columns; empty to search descriptions for the term's words in any place instead. */
  words: readonly string[]
  /** Whether the query texts are searched, too, for users who may read them. */
  readsTexts: boolean
}

/** The queries that match by name, tag, id, description or text, best first and archived ones last. */
export async function findQueries(
  db: Db,
  searcher: Searcher,
  term: SearchTerm,
  texts: TextSearch,
  limit: number,
): Promise<FoundQuery[]> {
  const named = await queriesByName(db, searcher, term, limit)
  // Texts rank below names, so they are searched only if there is room.
  const room = limit - named.filter(({ is_archived }) => !is_archived).length
  const byText = room > 0 ? await queriesByText(db, searcher, term, texts, named, room) : []
  const found = [...named, ...byText]
    .sort((one, other) => Number(one.is_archived) - Number(other.is_archived) || one.rank - other.rank)
    .slice(0, limit)
  return withTexts(db, found, texts)
}

type ListedQuery = Ranked & Pick<FoundQuery, 'id' | 'is_draft' | 'is_archived' | 'tags'>

function queriesByName(db: Db, searcher: Searcher, term: SearchTerm, limit: number): Promise<ListedQuery[]> {
  const { query_id: id, name, tags, user_id, is_archived, is_draft, created_at } = queryListings
  const rank = nameRankOf(name, term, sql`${MatchRank.field}::integer`)
  const familiar = isFamiliar('query', id, user_id, searcher.userId)
  return db
    .select({ id, rank, is_familiar: familiar, is_draft, is_archived, tags })
    .from(queryListings)
    .where(and(isVisible(searcher), hasWordsOrTags(name, tags, term)))
    .orderBy(is_archived, rank, desc(familiar), desc(created_at), desc(id))
    .limit(limit)
}

/** @param besides queries that are found already */
async function queriesByText(
  db: Db,
  searcher: Searcher,
  term: SearchTerm,
  { words, readsTexts }: TextSearch,
  besides: readonly ListedQuery[],
  limit: number,
): Promise<ListedQuery[]> {
  const { query_id: id, tags, user_id, is_archived, is_draft, created_at } = queryListings
  const inDescription = and(
    ...term.words.map((word) => sql`(${foldedSql(sql`lower(${queries.description})`)}) collate "C" like ${containing(word)}`),
  )
  const byWords = matchesWords(readsTexts ? queries.search : queries.search_rank, prefixQuery(words))
  const matches = words.length === 0 ? inDescription : isWithoutSpaces(term.whole) ? or(byWords, inDescription) : byWords
  const familiar = isFamiliar('query', id, user_id, searcher.userId)
  const found = besides.map((query) => query.id)
  return db
    .select({ id, rank: sql<number>`${MatchRank.text}::integer`, is_familiar: familiar, is_draft, is_archived, tags })
    .from(queryListings)
    .where(
      and(inArray(id, db.select({ id: queries.id }).from(queries).where(matches)), isVisible(searcher), notInArray(id, found)),
    )
    .orderBy(is_archived, desc(familiar), desc(created_at), desc(id))
    .limit(limit)
}

async function withTexts(db: Db, found: readonly ListedQuery[], { readsTexts }: TextSearch): Promise<FoundQuery[]> {
  if (found.length === 0) return []
  const { id, name, description, query } = queries
  const searched = readsTexts ? sql<string>`left(${query}, ${SEARCHED_LENGTH}::integer)` : sql<null>`null`
  const ids = found.map((row) => row.id)
  const rows = await db.select({ id, name, description, query: searched }).from(queries).where(inArray(id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap((row) => {
    const text = byId.get(row.id)
    return text ? [{ ...row, ...text }] : []
  })
}

/** As in the lists: all queries on shared sources, but of archived ones the published and the user's own. */
const isVisible = (searcher: Searcher) =>
  and(
    isOnSharedSource(sql`"query_listings"."data_source_id"`, searcher),
    or(not(queryListings.is_archived), not(queryListings.is_draft), eq(queryListings.user_id, searcher.userId)),
  )

/** The dashboards that match by name or tag: published ones, and the user's own drafts. */
export function findDashboards(db: Db, { userId }: Searcher, term: SearchTerm, limit: number) {
  const { id, name, slug, tags, user_id, is_draft, is_archived, search_text, created_at } = dashboards
  const rank = nameRankOf(search_text, term, sql`${MatchRank.field}::integer`)
  const familiar = isFamiliar('dashboard', id, user_id, userId)
  return db
    .select({ id, name, slug, tags, is_draft, is_archived, rank, is_familiar: familiar })
    .from(dashboards)
    .where(and(not(is_archived), or(not(is_draft), eq(user_id, userId)), hasWordsOrTags(search_text, tags, term)))
    .orderBy(rank, desc(familiar), desc(created_at), desc(id))
    .limit(limit)
}

/** The visualizations that match by name, or by name together with their query's; not the tables that every query begins with. */
export function findVisualizations(db: Db, searcher: Searcher, term: SearchTerm, limit: number) {
  const { id, name, type, query_id } = visualizations
  const lower = sql`lower(${name})`
  const rank = nameRankOf(lower, term, sql`${MatchRank.field}::integer`)
  const familiar = isFamiliar('query', queryListings.query_id, queryListings.user_id, searcher.userId)
  return db
    .select({ id, name, type, query_id, query_name: queries.name, rank, is_familiar: familiar })
    .from(visualizations)
    .innerJoin(queryListings, eq(queryListings.query_id, query_id))
    .innerJoin(queries, eq(queries.id, query_id))
    .where(
      and(
        ne(sql`${type} || ' ' || ${name}`, 'TABLE Table'),
        not(queryListings.is_archived),
        isOnSharedSource(sql`"query_listings"."data_source_id"`, searcher),
        hasWords(sql`${lower} || ' ' || ${queryListings.name}`, term),
        or(...term.words.map((word) => sql`(${foldedSql(lower)}) collate "C" like ${containing(word)}`)),
      ),
    )
    .orderBy(rank, desc(familiar), desc(id))
    .limit(limit)
}

export interface FoundAlert extends Ranked {
  id: number
  name: string
  state: AlertState
  health: AlertHealth
  query_name: string
}

/** The alerts that match by name, or by the name of their query. */
export function findAlerts(db: Db, searcher: Searcher, term: SearchTerm, limit: number): Promise<FoundAlert[]> {
  const lower = sql`lower(${alerts.name})`
  const rank = nameRankOf(lower, term, sql`${MatchRank.field}::integer`)
  const familiar = sql<boolean>`${alerts.user_id} = ${searcher.userId}::integer`
  const { id, name, state, health } = alerts
  return db
    .select({ id, name, state, health, query_name: queries.name, rank, is_familiar: familiar })
    .from(alerts)
    .innerJoin(queries, eq(queries.id, alerts.query_id))
    .where(
      and(
        not(queries.is_archived),
        isOnSharedSource(sql`"queries"."data_source_id"`, searcher),
        hasWords(sql`${lower} || ' ' || lower(${queries.name})`, term),
      ),
    )
    .orderBy(rank, desc(familiar), desc(id))
    .limit(limit)
}

/** The users who are not disabled and match by name or email. */
export function findUsers(db: Db, term: SearchTerm, limit: number) {
  const { id, name, email, search_text } = users
  const rank = nameRankOf(sql`lower(${name})`, term, sql`${MatchRank.field}::integer`)
  return db
    .select({ id, name, email, rank, is_familiar: sql<boolean>`false` })
    .from(users)
    .where(and(isNull(users.disabled_at), hasWords(search_text, term)))
    .orderBy(rank, asc(sql`lower(${name})`), id)
    .limit(limit)
}

const isOnSharedSource = (dataSourceId: SQL, { groupIds }: Searcher) => isSharedWith(dataSourceId, groupIds)
