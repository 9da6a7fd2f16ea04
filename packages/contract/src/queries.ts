import { z } from 'zod'
import { byId, endpoint, Timestamp } from './endpoint.ts'
import { ListQuery, paged, TagCounts } from './paging.ts'
import { User } from './users.ts'
import { Visualization } from './visualizations.ts'

export const Schedule = z.object({
  /** Seconds between runs. */
  interval: z.int().nullable(),
  /** HH:MM, UTC. */
  time: z.string().nullable(),
  /** English weekday name. */
  day_of_week: z.string().nullable(),
  /** YYYY-MM-DD, the first day on which it no longer runs. */
  until: z.string().nullable(),
})
export type Schedule = z.infer<typeof Schedule>

/** `options.parameters` holds parameter definitions; other keys are kept as they came. */
export const QueryOptions = z.looseObject({
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        type: z.string().optional(),
        title: z.string().optional(),
        value: z.unknown().optional(),
      }),
    )
    .optional(),
  apply_auto_limit: z.boolean().optional(),
})
export type QueryOptions = z.infer<typeof QueryOptions>

const base = {
  id: z.int(),
  latest_query_data_id: z.int().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  /** null for those who may not see the source. */
  query: z.string().nullable(),
  query_hash: z.string(),
  schedule: Schedule.nullable(),
  api_key: z.string().nullable(),
  is_archived: z.boolean(),
  is_draft: z.boolean(),
  updated_at: Timestamp,
  created_at: Timestamp,
  data_source_id: z.int().nullable(),
  options: QueryOptions,
  version: z.int(),
  tags: z.array(z.string()),
  is_safe: z.boolean(),
}

const stats = {
  /** Seconds, of the latest result. */
  runtime: z.number().nullable(),
  /** When the latest result was made. */
  retrieved_at: Timestamp.nullable(),
}

export const QueryListItem = z.object({
  ...base,
  ...stats,
  user: User,
  last_modified_by_id: z.int().nullable(),
  is_favorite: z.boolean(),
  starred_at: Timestamp.optional(),
})
export type QueryListItem = z.infer<typeof QueryListItem>

export const RecentQuery = z.object({
  ...base,
  user_id: z.int(),
  last_modified_by_id: z.int().nullable(),
  is_favorite: z.boolean(),
  starred_at: Timestamp.optional(),
})
export type RecentQuery = z.infer<typeof RecentQuery>

export const Query = z.object({
  ...base,
  ...stats,
  user: User,
  last_modified_by: User.nullable(),
  visualizations: z.array(Visualization),
  is_favorite: z.boolean().optional(),
  can_edit: z.boolean().optional(),
})
export type Query = z.infer<typeof Query>

const fields = {
  name: z.string().trim().min(1).max(255),
  query: z.string().max(5_000_000),
  description: z.string().max(4096).nullable(),
  /** Older clients send a text: seconds, or HH:MM for daily. */
  schedule: z.union([Schedule.partial(), z.string()]).nullable(),
  options: QueryOptions,
  tags: z.array(z.string().max(255)).max(100).nullable(),
  latest_query_data_id: z.int32().nullable(),
  version: z.int32(),
}

/** Unknown keys are dropped: API clients post whole objects that they fetched before. */
export const NewQuery = z.object({
  ...z.object(fields).partial().shape,
  query: fields.query,
  data_source_id: z.int32(),
})
export type NewQuery = z.infer<typeof NewQuery>

export const QueryChanges = z.object({
  ...z.object(fields).partial().shape,
  data_source_id: z.int32().optional(),
  is_draft: z.boolean().optional(),
  is_archived: z.boolean().optional(),
})
export type QueryChanges = z.infer<typeof QueryChanges>

const list = { method: 'GET', access: 'view_query', query: ListQuery, reply: paged(QueryListItem) } as const

export const queries = {
  list: endpoint({ ...list, path: '/api/queries', summary: 'Queries that are not archived' }),
  archive: endpoint({ ...list, path: '/api/queries/archive', summary: 'Archived queries' }),
  my: endpoint({ ...list, path: '/api/queries/my', summary: "The caller's own queries" }),
  favorites: endpoint({ ...list, access: 'user', path: '/api/queries/favorites', summary: "The caller's favorite queries" }),
  recent: endpoint({
    method: 'GET',
    path: '/api/queries/recent',
    access: 'view_query',
    summary: 'The ten own queries changed last',
    reply: z.array(RecentQuery),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/queries/tags',
    access: 'user',
    summary: 'Tags of visible queries, with counts',
    reply: TagCounts,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/queries',
    access: 'create_query',
    summary: 'Creates a query, as a draft with a table',
    body: NewQuery,
    reply: Query,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/queries/:id',
    access: 'view_query',
    summary: 'One query with its visualizations',
    params: byId,
    reply: Query,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/queries/:id',
    access: 'edit_query',
    summary: 'Saves changes; 409 when `version` is outdated',
    params: byId,
    body: QueryChanges,
    reply: Query,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/queries/:id',
    access: 'user',
    summary: 'Archives a query',
    params: byId,
    reply: z.null(),
  }),
  fork: endpoint({
    method: 'POST',
    path: '/api/queries/:id/fork',
    access: 'edit_query',
    summary: 'Copies a query with its visualizations',
    params: byId,
    reply: Query,
  }),
  favorite: endpoint({
    method: 'POST',
    path: '/api/queries/:id/favorite',
    access: 'user',
    summary: 'Marks a query as favorite',
    params: byId,
    reply: z.null(),
  }),
  unfavorite: endpoint({
    method: 'DELETE',
    path: '/api/queries/:id/favorite',
    access: 'user',
    summary: 'Takes the favorite mark away',
    params: byId,
    reply: z.null(),
  }),
  regenerateApiKey: endpoint({
    method: 'POST',
    path: '/api/queries/:id/regenerate_api_key',
    access: 'edit_query',
    summary: 'Replaces the key of a query',
    params: byId,
    reply: Query.omit({ visualizations: true }),
  }),
  format: endpoint({
    method: 'POST',
    path: '/api/queries/format',
    access: 'user',
    summary: 'Formats SQL text',
    body: z.object({ query: z.string().max(5_000_000).default(''), syntax: z.string().optional() }),
    reply: z.object({ query: z.string() }),
  }),
}
