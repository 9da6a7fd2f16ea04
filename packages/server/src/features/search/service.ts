import type { SearchHit, SearchKind, SearchMatch, SearchReply } from '@sightline/contract/search.ts'
import { searchKinds } from '@sightline/contract/search.ts'
import { foldedText } from '@sightline/domain/folded-text.ts'
import { canReadQueryText } from '@sightline/domain/permissions/can.ts'
import { excerptOf, type SearchTerm, searchTerm } from '@sightline/domain/search-term.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { type FoundTable, findTables } from '../data-sources/service.ts'
import { wordsOf } from '../queries/service.ts'
import { readSettings } from '../settings/service.ts'
import * as store from './store.ts'

const MAX_OF_KIND = 8

/** A hit, and what decides about its place. */
interface RankedHit {
  hit: SearchHit
  rank: number
  isFamiliar: boolean
  isArchived: boolean
}

/**
 * Finds what matches a term, best first: names before other fields, then texts; within a rank what the caller owns or has used of late.
 * Archived queries come last. Finds only what the caller may see on the pages themselves.
 */
export async function find(ctx: Context, typed: string): Promise<SearchReply> {
  const searched = searchKinds.filter((kind) => mayFind[kind](ctx))
  const term = searchTerm(typed)
  if (term.words.length === 0) return { hits: [], searched }
  const found = (await Promise.all(searched.map((kind) => finders[kind](ctx, term)))).flat()
  const byPlace = (one: RankedHit, other: RankedHit) =>
    Number(one.isArchived) - Number(other.isArchived) ||
    one.rank - other.rank ||
    Number(other.isFamiliar) - Number(one.isFamiliar)
  // The sort is stable: equally good hits stay in the order of their kinds.
  return { hits: found.sort(byPlace).map(({ hit }) => hit), searched }
}

const needs = (permission: Parameters<Context['viewer']['permissions']['has']>[0]) => (ctx: Context) =>
  ctx.viewer.permissions.has(permission)

/** The permissions of the pages that list each kind; a table opens a new query. */
const mayFind: Record<SearchKind, (ctx: Context) => boolean> = {
  query: needs('view_query'),
  dashboard: needs('list_dashboards'),
  visualization: needs('view_query'),
  table: needs('create_query'),
  alert: needs('list_alerts'),
  user: needs('list_users'),
}

const finders: Record<SearchKind, (ctx: Context, term: SearchTerm) => Promise<RankedHit[]>> = {
  query: findQueries,
  async dashboard(ctx, term) {
    const rows = await store.findDashboards(ctx.db, searcherOf(ctx), term, MAX_OF_KIND)
    return rows.map(({ id, name, slug, is_draft, is_archived, tags, ...place }) => {
      const match = firstMatch(term, name, [['tag', tags]])
      return ranked(place, { kind: 'dashboard', id, name, slug, is_draft, is_archived, match })
    })
  },
  async visualization(ctx, term) {
    const rows = await store.findVisualizations(ctx.db, searcherOf(ctx), term, MAX_OF_KIND)
    return rows.map(({ id, name, type, query_id, query_name, ...place }) => {
      const match = firstMatch(term, name, [['query', [query_name]]])
      return ranked(place, { kind: 'visualization', id, name, type, query_id, query_name, match })
    })
  },
  async table(ctx, term) {
    return (await findTables(ctx, term, MAX_OF_KIND)).map(({ source, name, rank, match, query }: FoundTable) =>
      ranked({ rank, is_familiar: false }, { kind: 'table', id: source.id, name, data_source_name: source.name, query, match }),
    )
  },
  async alert(ctx, term) {
    const rows = await store.findAlerts(ctx.db, searcherOf(ctx), term, MAX_OF_KIND)
    return rows.map(({ id, name, state, health, query_name, ...place }) => {
      const match = firstMatch(term, name, [['query', [query_name]]])
      return ranked(place, { kind: 'alert', id, name, state, health, match })
    })
  },
  async user(ctx, term) {
    const rows = await store.findUsers(ctx.db, term, MAX_OF_KIND)
    return rows.map(({ id, name, email, ...place }) => {
      const match = firstMatch(term, name, [['email', [email]]])
      return ranked(place, { kind: 'user', id, name, email, match })
    })
  },
}

async function findQueries(ctx: Context, term: SearchTerm): Promise<RankedHit[]> {
  const { multi_byte_search_enabled: isBySubstring } = await readSettings(ctx)
  const words = isBySubstring ? [] : wordsOf(term.typed)
  const texts = { words, readsTexts: canReadQueryText(ctx.viewer) && !isBySubstring }
  const rows = await store.findQueries(ctx.db, searcherOf(ctx), term, texts, MAX_OF_KIND)
  return rows.map(({ id, name, is_draft, is_archived, tags, description, query, ...place }) => {
    const match = firstMatch(term, name, [
      ['tag', tags],
      ['id', [String(id)]],
      ['description', [description ?? '']],
      ['text', [query ?? '']],
    ])
    return { ...ranked(place, { kind: 'query', id, name, is_draft, is_archived, match }), isArchived: is_archived }
  })
}

const searcherOf = (ctx: Context): store.Searcher => {
  const { id, groupIds } = userOf(ctx)
  return { userId: id, groupIds }
}

const ranked = ({ rank, is_familiar }: { rank: number; is_familiar: boolean }, hit: SearchHit): RankedHit => ({
  hit,
  rank,
  isFamiliar: is_familiar,
  isArchived: false,
})

/** Why something matches: the first field with a word that the name does not contain; null if the name contains all of them. */
function firstMatch(
  { words }: SearchTerm,
  name: string,
  fields: readonly (readonly [SearchMatch['field'], readonly string[]])[],
): SearchMatch | null {
  const folded = foldedText(name)
  // Words with punctuation are found by their parts.
  const missing = words.filter((word) => !folded.includes(word)).flatMap((word) => [word, ...wordsOf(word)])
  for (const word of missing) {
    for (const [field, texts] of fields) {
      const found = texts.map((text) => excerptOf(text, word)).find((excerpt) => excerpt !== null)
      if (found) return { field, ...found }
    }
  }
  return null
}
