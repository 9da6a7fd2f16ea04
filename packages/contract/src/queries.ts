import { z } from 'zod'
import { groupDigits } from './digits.ts'
import { byId, endpoint, Id, LARGE_BODY_BYTES, Presence, Timestamp } from './endpoint.ts'
import { ListQuery, paged, TagCounts } from './paging.ts'
import { SentId, sentNumber } from './sent-number.ts'
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
  /** Set by the server, which could not read it and runs it no more. */
  disabled: z.boolean().optional(),
})
export type Schedule = z.infer<typeof Schedule>

/**
 * A schedule as it may be sent. Older clients send a text (seconds, or HH:MM for daily) or the seconds as a number; some send
 * the interval as digits.
 */
export const ScheduleInput = z
  .union([Schedule.extend({ interval: sentNumber(z.int()).nullable() }).partial(), z.string(), z.int().transform(String)])
  .nullable()
export type ScheduleInput = z.output<typeof ScheduleInput>

/**
 * One parameter of a query: a name in double braces in its text, and what may stand there. Keys that are not named here are
 * kept as they came, except those that only a browser uses.
 */
export const ParameterDefinition = z.looseObject({
  /** The keyword in the text. */
  name: z.string(),
  /** One of `parameterTypes` of the domain; absent means `text`. */
  type: z.string().optional(),
  title: z.string().nullish(),
  /** The stored value; a date may be a dynamic value such as `d_yesterday`. */
  value: z.unknown().optional(),
  /** Marks an old-style parameter of a whole dashboard. */
  global: z.boolean().nullish(),
  /** Of `enum`: the options, one a line. Some clients send a list. */
  enumOptions: z
    .union([z.string(), z.array(z.string()).transform((options) => options.join('\n'))], {
      error: 'it must be a text or a list of texts',
    })
    .nullish(),
  /** Of `query`: the query whose rows are the options. */
  queryId: sentNumber(z.int32()).nullish(),
  /** Of `enum` and `query`: present where several values may be chosen, and says how they are written. */
  multiValuesOptions: z
    .looseObject({ prefix: z.string().nullish(), suffix: z.string().nullish(), separator: z.string().nullish() })
    .nullish(),
  /** Of `text-pattern`. */
  regex: z.string().nullish(),
  /** Of dates, in old records: no value means now. */
  useCurrentDateTime: z.boolean().nullish(),
  /** Ours: may stay empty; its `{{#name}} … {{/name}}` blocks are left out then. */
  optional: z.boolean().nullish(),
  /** Ours, of `query`: which parameter of this query gives a parameter of the dropdown query its value. */
  dependsOn: z.record(z.string(), z.string()).nullish(),
})
export type ParameterDefinition = z.infer<typeof ParameterDefinition>

/** `options.parameters` holds parameter definitions; other keys are kept as they came. */
export const QueryOptions = z.looseObject({
  parameters: z.array(ParameterDefinition).optional(),
  apply_auto_limit: z.boolean().optional(),
  /** Ours: one of the `dialects` of the data source. Without it the query is in the `dialect` of the data source. */
  dialect: z.string().max(50).nullish(),
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
  /** Ours: scheduled runs that have failed since the last one that worked. */
  schedule_failures: z.int(),
  /** Ours: when the schedule last started a run, or tried to. */
  scheduled_at: Timestamp.nullable(),
  user: User,
  last_modified_by: User.nullable(),
  visualizations: z.array(Visualization),
  is_favorite: z.boolean().optional(),
  can_edit: z.boolean().optional(),
})
export type Query = z.infer<typeof Query>

/** A query inside of what shows it, such as a widget. */
export const EmbeddedQuery = z.object({ ...base, user: User, last_modified_by: User.nullable() })
export type EmbeddedQuery = z.infer<typeof EmbeddedQuery>

/** Characters of a query's text. */
export const MAX_QUERY_LENGTH = 5_000_000

const textUpTo = (characters: number) => z.string().max(characters, `it may hold at most ${groupDigits(characters)} characters`)
const text = textUpTo(MAX_QUERY_LENGTH)

/** Characters. Formatting takes seconds for longer texts, in which the server answers nobody. */
const MAX_FORMAT_LENGTH = 200_000

const fields = {
  name: textUpTo(255).trim().min(1, 'it must not be blank'),
  query: text,
  description: textUpTo(4096).nullable(),
  schedule: ScheduleInput,
  options: QueryOptions,
  tags: z.array(z.string().max(255)).max(100).nullable(),
  latest_query_data_id: SentId.nullable(),
  version: SentId,
}

/** Unknown keys are dropped: API clients post whole objects that they fetched before. */
export const NewQuery = z.object({
  ...z.object(fields).partial().shape,
  query: fields.query,
  data_source_id: SentId,
})
export type NewQuery = z.infer<typeof NewQuery>

export const QueryChanges = z.object({
  ...z.object(fields).partial().shape,
  /** null, as those read it who may not see the text, changes nothing. */
  query: text.nullish(),
  /** null only where there is none already. */
  data_source_id: SentId.nullish(),
  is_draft: z.boolean().optional(),
  is_archived: z.boolean().optional(),
})
export type QueryChanges = z.infer<typeof QueryChanges>

/** One choice of a query-based dropdown. */
export const DropdownOption = z.object({
  /** What is shown: the cell of the column `name`, or else of the first column. */
  name: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** What is sent: the text of the column `value`, or else of the first column. */
  value: z.string(),
})
export type DropdownOption = z.infer<typeof DropdownOption>

/** `p_{name}`: values for the parameters of the dropdown query, where its options depend on some. */
const DropdownQuery = z.record(z.string(), z.unknown())

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
  search: endpoint({
    method: 'GET',
    path: '/api/queries/search',
    access: 'view_query',
    summary: 'Leads older clients on to the list: 301; an empty array without a term',
    query: z.object({ q: z.string().optional(), include_drafts: Presence }),
    reply: z.union([z.tuple([]), z.strictObject({})]),
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
    maxBodyBytes: LARGE_BODY_BYTES,
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
    maxBodyBytes: LARGE_BODY_BYTES,
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
  dropdown: endpoint({
    method: 'GET',
    path: '/api/queries/:id/dropdown',
    access: 'viewer',
    summary: 'The rows of a query as options of a dropdown',
    params: byId,
    query: DropdownQuery,
    reply: z.array(DropdownOption),
  }),
  dropdownOf: endpoint({
    method: 'GET',
    path: '/api/queries/:id/dropdowns/:other',
    access: 'viewer',
    summary: "The options of a query's dropdown, from the query `other`",
    params: byId.extend({ other: Id }),
    query: DropdownQuery,
    reply: z.array(DropdownOption),
  }),
  format: endpoint({
    method: 'POST',
    path: '/api/queries/format',
    access: 'user',
    summary: 'Formats SQL or JSON text',
    body: z.object({
      query: textUpTo(MAX_FORMAT_LENGTH).default(''),
      /** Ours. */
      syntax: z.enum(['sql', 'json']).default('sql'),
      /** Ours: the dialect of the data source; standard SQL when left out. */
      dialect: z.string().max(100).default(''),
    }),
    reply: z.object({ query: z.string() }),
  }),
}
