import { z } from 'zod'
import { byId, endpoint, Id, LARGE_BODY_BYTES, Presence, Timestamp } from './endpoint.ts'
import { inputProblems } from './input-problems.ts'
import { ListQuery, paged, TagCounts } from './paging.ts'
import { SentId, sentNumber } from './sent-number.ts'
import { User } from './users.ts'
import { Visualization } from './visualizations.ts'

export const Schedule = z.object({
  /** Seconds between runs. */
  interval: z.int().nullable(),
  /** HH:MM, UTC; of the next run after the schedule was saved, if it keeps the time of a time zone. */
  time: z.string().nullable(),
  /** English weekday name. */
  day_of_week: z.string().nullable(),
  /** YYYY-MM-DD, the first day without runs. */
  until: z.string().nullable(),
  /** Set by the server if it could not read the schedule; the query no longer runs. */
  disabled: z.boolean().optional(),
  /** Ours: HH:MM on the clock of `time_zone`. It decides instead of `time`, so that it stays the same when the clock changes. */
  local_time: z.string().optional(),
  /** Ours: English weekday name in `time_zone`. */
  local_day_of_week: z.string().nullable().optional(),
  /** Ours: IANA name of the time zone in which the two are kept. */
  time_zone: z.string().optional(),
})
export type Schedule = z.infer<typeof Schedule>

/**
 * A schedule in a request. Older clients send a text (seconds, or HH:MM for daily) or the seconds as a number; some send the
 * interval as digits.
 */
export const ScheduleInput = z
  .union([Schedule.extend({ interval: sentNumber(z.int()).nullable() }).partial(), z.string(), z.int().transform(String)])
  .nullable()
export type ScheduleInput = z.output<typeof ScheduleInput>

/**
 * A parameter of a query: a name in double braces in the query text, and its allowed values. Unknown keys are stored unchanged,
 * except those that only the browser uses.
 */
export const ParameterDefinition = z.looseObject({
  /** The keyword in the query text. */
  name: z.string(),
  /** One of `parameterTypes` of the domain; absent means `text`. */
  type: z.string().optional(),
  title: z.string().nullish(),
  /** The stored value; a date may be a dynamic value such as `d_yesterday`. */
  value: z.unknown().optional(),
  /** Marks an old-style parameter of a whole dashboard. */
  global: z.boolean().nullish(),
  /** For `enum` and `identifier`: the options, one per line. Some clients send a list. */
  enumOptions: z
    .union([z.string(), z.array(z.string()).transform((options) => options.join('\n'))], {
      error: inputProblems.choice,
    })
    .nullish(),
  /** For `query`: the query whose rows are the options. */
  queryId: sentNumber(z.int32()).nullish(),
  /** For `enum`, `query` and `identifier`: present if several values can be chosen; defines how they are written. */
  multiValuesOptions: z
    .looseObject({ prefix: z.string().nullish(), suffix: z.string().nullish(), separator: z.string().nullish() })
    .nullish(),
  /** For `text-pattern`. */
  regex: z.string().nullish(),
  /** For dates in old records: no value means now. */
  useCurrentDateTime: z.boolean().nullish(),
  /** Ours: whether it may stay empty; its `{{#name}} … {{/name}}` blocks are left out then. */
  optional: z.boolean().nullish(),
  /** Ours, for `text`: its value is only ever a value in SQL, quoted where it has no quotes around it. */
  passAsValue: z.boolean().nullish(),
  /** Ours, for `query`: parameters of the dropdown query by name, with the parameter of this query that supplies the value. */
  dependsOn: z.record(z.string(), z.string()).nullish(),
})
export type ParameterDefinition = z.infer<typeof ParameterDefinition>

/** `options.parameters` has the parameter definitions; other keys are stored unchanged. */
export const QueryOptions = z.looseObject({
  parameters: z.array(ParameterDefinition).optional(),
  apply_auto_limit: z.boolean().optional(),
  /** Ours: one of the `dialects` of the data source. The default is the `dialect` of the data source. */
  dialect: z.string().max(50).nullish(),
})
export type QueryOptions = z.infer<typeof QueryOptions>

const base = {
  id: z.int(),
  latest_query_data_id: z.int().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  /** null for users who may not see the data source. */
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
  /** Duration of the run of the latest result, in seconds. */
  runtime: z.number().nullable(),
  /** The time of the latest result. */
  retrieved_at: Timestamp.nullable(),
}

export const QueryListItem = z.object({
  ...base,
  ...stats,
  /** Ours: when it last ran successfully with any values, as far as runs are stored; `retrieved_at` is about the stored values. */
  last_run_at: Timestamp.nullable(),
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
  /** Ours: number of scheduled runs that failed since the last successful one. */
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

/** A query inside of another record, such as a widget. */
export const EmbeddedQuery = z.object({ ...base, user: User, last_modified_by: User.nullable() })
export type EmbeddedQuery = z.infer<typeof EmbeddedQuery>

/** Maximum length of a query text in characters. */
export const MAX_QUERY_LENGTH = 5_000_000

const textUpTo = (characters: number) => z.string().max(characters)
const text = textUpTo(MAX_QUERY_LENGTH)

/**
 * Maximum length in characters. Formatting a longer text takes seconds, during which the server cannot respond to other requests.
 */
const MAX_FORMAT_LENGTH = 200_000

const fields = {
  name: textUpTo(255).trim().min(1),
  query: text,
  description: textUpTo(4096).nullable(),
  schedule: ScheduleInput,
  options: QueryOptions,
  tags: z.array(z.string().max(255)).max(100).nullable(),
  latest_query_data_id: SentId.nullable(),
  version: SentId,
}

/** Unknown keys are dropped, because API clients send whole objects that they fetched before. */
export const NewQuery = z.object({
  ...z.object(fields).partial().shape,
  query: fields.query,
  data_source_id: SentId,
})
export type NewQuery = z.infer<typeof NewQuery>

export const QueryChanges = z.object({
  ...z.object(fields).partial().shape,
  /** null changes nothing; users who may not see the text receive null and send it back. */
  query: text.nullish(),
  /** null is only accepted if there is no data source already. */
  data_source_id: SentId.nullish(),
  is_draft: z.boolean().optional(),
  is_archived: z.boolean().optional(),
})
export type QueryChanges = z.infer<typeof QueryChanges>

/** An option of a query-based dropdown. */
export const DropdownOption = z.object({
  /** The displayed name: the cell of the column `name`, or else of the first column. */
  name: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** The value: the text of the column `value`, or else of the first column. */
  value: z.string(),
})
export type DropdownOption = z.infer<typeof DropdownOption>

/** Ours: which options of a dropdown are looked up, among all rows of its query. */
export const DropdownSearch = z.object({
  /** Part of the displayed name, ignoring case. */
  search: z.string().max(1000).default(''),
  /** Only options with one of these values. */
  values: z.array(z.string()).max(50_000).optional(),
})
export type DropdownSearch = z.infer<typeof DropdownSearch>

/** `p_{name}`: values for the parameters of the dropdown query, if its options depend on any. */
const DropdownQuery = z.record(z.string(), z.unknown())

/** Ours: `health` lists only failing queries, only stale ones, or both. */
const QueryListQuery = ListQuery.extend({ health: z.enum(['failing', 'stale', 'failing_or_stale']).optional() })
export type QueryListQuery = z.infer<typeof QueryListQuery>

const list = { method: 'GET', access: 'view_query', query: QueryListQuery, reply: paged(QueryListItem) } as const

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
    // The options that depend on other values may have to be queried.
    scope: 'run',
    summary: 'The rows of a query as options of a dropdown',
    params: byId,
    query: DropdownQuery,
    reply: z.array(DropdownOption),
  }),
  dropdownOf: endpoint({
    method: 'GET',
    path: '/api/queries/:id/dropdowns/:other',
    access: 'viewer',
    // The options that depend on other values may have to be queried.
    scope: 'run',
    summary: "The options of a query's dropdown, from the query `other`",
    params: byId.extend({ other: Id }),
    query: DropdownQuery,
    reply: z.array(DropdownOption),
  }),
  searchDropdown: endpoint({
    method: 'POST',
    path: '/api/queries/:id/dropdown/search',
    access: 'viewer',
    ours: true,
    scope: 'run',
    summary: 'Looks up options of a dropdown among all rows of a query',
    params: byId,
    query: DropdownQuery,
    body: DropdownSearch,
    reply: z.array(DropdownOption),
  }),
  searchDropdownOf: endpoint({
    method: 'POST',
    path: '/api/queries/:id/dropdowns/:other/search',
    access: 'viewer',
    ours: true,
    scope: 'run',
    summary: "Looks up options of a query's dropdown among all rows of the query `other`",
    params: byId.extend({ other: Id }),
    query: DropdownQuery,
    body: DropdownSearch,
    reply: z.array(DropdownOption),
  }),
  format: endpoint({
    method: 'POST',
    path: '/api/queries/format',
    access: 'user',
    scope: 'read',
    summary: 'Formats SQL or JSON text',
    body: z.object({
      query: textUpTo(MAX_FORMAT_LENGTH).default(''),
      /** Ours. */
      syntax: z.enum(['sql', 'json']).default('sql'),
      /** Ours: the dialect of the data source; the default is standard SQL. */
      dialect: z.string().max(100).default(''),
    }),
    reply: z.object({ query: z.string() }),
  }),
}
