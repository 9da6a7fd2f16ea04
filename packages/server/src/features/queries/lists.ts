import type { TagCounts } from '@sightline/contract/paging.ts'
import type { QueryListItem, QueryListQuery, RecentQuery } from '@sightline/contract/queries.ts'
import { isWithoutSpaces } from '@sightline/domain/folded-text.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context, UserViewer } from '../../platform/context.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { readSettings } from '../settings/service.ts'
import * as store from './lists.store.ts'
import { presentListItem, presentRecent } from './present.ts'
import { byIds } from './store.ts'

const RECENT_COUNT = 10

/** A page of queries whose data source is shared with a group of the caller, even for admins. */
export async function list(ctx: Context, which: store.Scope['list'], query: QueryListQuery) {
  const { term, ...request } = readListRequest(query)
  const search = term === '' ? null : readSearch(term, (await readSettings(ctx)).multi_byte_search_enabled)
  const scope = scopeOf(userOf(ctx), which)
  const { count, rows } = await store.list(ctx.db, scope, { ...request, search, health: query.health ?? null })
  const items: QueryListItem[] = rows.map((row) => presentListItem(row, ctx))
  return pageOf(request, count, items)
}

/** The caller's own queries that were changed last. */
export async function recent(ctx: Context): Promise<RecentQuery[]> {
  const rows = await store.recent(ctx.db, scopeOf(userOf(ctx), 'my'), RECENT_COUNT)
  return rows.map((row) => presentRecent(row, ctx.viewer))
}

export async function tags(ctx: Context): Promise<TagCounts> {
  return { tags: await store.tagCounts(ctx.db, scopeOf(userOf(ctx), 'all')) }
}

const scopeOf = (user: UserViewer, which: store.Scope['list']): store.Scope => ({
  list: which,
  userId: user.id,
  groupIds: user.groupIds,
})

/** Queries as list items, in the order of these ids. The caller must be allowed to see all of them. */
export async function listItems(ctx: Context, ids: readonly number[]): Promise<QueryListItem[]> {
  if (ids.length === 0) return []
  const rows = await byIds(ctx.db, ids, ctx.viewer.kind === 'user' ? ctx.viewer.id : 0)
  return rows.map((row) => presentListItem(row, ctx)).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** A term may be as long as a URL; more words than these would only cost time. */
const MAX_PARTS = 32
/** Characters. Longer words are found by their prefix: PostgreSQL neither indexes nor accepts words beyond 2 KB. */
const MAX_WORD_LENGTH = 250
/** The same separators as in the generated column `search`, plus the characters that no text in the database contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: A URL may contain NUL, which is no part of a word.
const BETWEEN_WORDS = /[\s\u0000-\u001f!-/:-@[-`{-~]+/u

/**
 * Parses a search term.
 * @param bySubstring whether to search for substrings alone, not for words: the organization's `multi_byte_search_enabled`
 * @returns null for an empty term
 */
export function readSearch(term: string, bySubstring: boolean): store.Search | null {
  if (term.trim() === '') return null
  if (bySubstring) return { by: 'substrings', substrings: substringsOf(term) }
  return { by: 'words', words: wordsOf(term), orSubstrings: isWithoutSpaces(term) ? substringsOf(term) : [] }
}

/** The words of a search term as they stand in the search columns: punctuation separates them. */
export function wordsOf(term: string): string[] {
  const words = term.split(BETWEEN_WORDS).filter((word) => word !== '')
  const short = words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))
  return [...new Set(short)].slice(0, MAX_PARTS)
}

/** Double quotes keep words together, also after a field: `name:"per day"`. */
function substringsOf(term: string) {
  const parts = term.replaceAll('\0', ' ').match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
  return parts.slice(0, MAX_PARTS).flatMap((part) => {
    const plain = part.replaceAll('"', '')
    const field = store.searchFields.find((name) => plain.toLowerCase().startsWith(`${name}:`)) ?? null
    const text = field === null ? plain : plain.slice(field.length + 1)
    return text === '' ? [] : [{ field, text }]
  })
}
