import { z } from 'zod'
import { AlertHealth, AlertState } from './alerts.ts'
import { endpoint } from './endpoint.ts'

/** The kinds of hits, in the order in which equally good hits are listed. */
export const searchKinds = ['query', 'dashboard', 'visualization', 'table', 'alert', 'user'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Why a hit matches, if its name does not say so: the field that contains a word of the term. */
export const SearchMatch = z.object({
  field: z.enum(['tag', 'description', 'text', 'column', 'id', 'email', 'query']),
  /** The tag, column, email address or name, or the piece of a longer text around the word. */
  text: z.string(),
  /** Where the word is in `text`: the first character and the number of characters. */
  start: z.int(),
  length: z.int(),
})
export type SearchMatch = z.infer<typeof SearchMatch>

/** `match` is null if the name contains all words. */
const found = { id: z.int(), name: z.string(), match: SearchMatch.nullable() }
const marked = { is_draft: z.boolean(), is_archived: z.boolean() }

export const SearchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('query'), ...found, ...marked }),
  z.object({ kind: z.literal('dashboard'), ...found, ...marked, slug: z.string() }),
  z.object({
    kind: z.literal('visualization'),
    ...found,
    /** Its type, such as `CHART`. */
    type: z.string(),
    query_id: z.int(),
    query_name: z.string(),
  }),
  z.object({
    kind: z.literal('table'),
    ...found,
    /** `id` is the data source. */
    data_source_name: z.string(),
    /** A statement that reads its first rows; empty for data sources without SQL. */
    query: z.string(),
  }),
  z.object({ kind: z.literal('alert'), ...found, state: AlertState, health: AlertHealth }),
  z.object({ kind: z.literal('user'), ...found, email: z.string() }),
])
export type SearchHit = z.infer<typeof SearchHit>

export const SearchReply = z.object({
  /** Best matches first; at most eight of each kind. */
  hits: z.array(SearchHit),
  /** The kinds that the caller may find. */
  searched: z.array(z.enum(searchKinds)),
})
export type SearchReply = z.infer<typeof SearchReply>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'user',
    ours: true,
    summary:
      'Queries, dashboards, visualizations, tables, alerts and users that match a term, as far as the caller may see them',
    query: z.object({ q: z.string() }),
    reply: SearchReply,
  }),
}
