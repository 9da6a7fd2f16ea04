import { z } from 'zod'
import { byId, endpoint, Presence, Timestamp } from './endpoint.ts'
import { sentNumber } from './sent-number.ts'

export const syntaxes = ['sql', 'json', 'yaml', 'python', 'custom'] as const
export type Syntax = (typeof syntaxes)[number]

/** The kinds of columns that a field can choose from. */
export const columnKinds = ['any', 'number', 'time', 'text'] as const
export type ColumnKind = (typeof columnKinds)[number]

const OptionField = z.looseObject({
  type: z.enum(['string', 'number', 'boolean', 'array', 'object']),
  title: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  extendedEnum: z.array(z.object({ value: z.unknown(), name: z.string() })).optional(),
  /** Ours: `uploads` is a list of uploaded files, `textarea` a multi-line text. */
  format: z.string().optional(),
  /** Ours, for visualizations of plug-ins: the value is the name of a column of this kind. */
  column: z.enum(columnKinds).optional(),
  description: z.string().optional(),
})

/** Ours: related options, such as those of a tunnel, form an object with its own fields. */
const OptionGroup = OptionField.extend({
  properties: z.record(z.string(), OptionField).optional(),
  required: z.array(z.string()).optional(),
  secret: z.array(z.string()).optional(),
  order: z.array(z.string()).optional(),
  endpoint_options: z.array(z.string()).optional(),
})

/** The form of a type's options, as JSON Schema with the Redash additions `order`, `secret`, `extra_options`. */
export const ConfigurationSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), OptionGroup),
  required: z.array(z.string()).optional(),
  secret: z.array(z.string()),
  order: z.array(z.string()).optional(),
  extra_options: z.array(z.string()).optional(),
  /** Ours: options that decide which server receives the secrets. When one of them changes, the stored secrets are discarded. */
  endpoint_options: z.array(z.string()).optional(),
})
export type ConfigurationSchema = z.infer<typeof ConfigurationSchema>

/** The common description of data source and destination types. */
export const TypeDescriptor = z.object({
  name: z.string(),
  type: z.string(),
  configuration_schema: ConfigurationSchema,
  deprecated: z.literal(true).optional(),
  /** Ours: an inline SVG of the type's logo, '' for none. */
  logo: z.string(),
})

/** The groups of the gallery of data source types, in its order. */
export const sourceCategories = ['database', 'warehouse', 'file', 'web', 'search', 'time_series'] as const
export type SourceCategory = (typeof sourceCategories)[number]

export const SourceDescriptor = TypeDescriptor.extend({
  /** Ours: the topic of the help page about this type. */
  guide: z.string(),
  /** Ours, like the next two: the group of the gallery. */
  category: z.enum(sourceCategories),
  /** Other words that the search of the gallery finds the type by, in lower case. */
  aliases: z.array(z.string()),
  /** Whether it is among the first in the gallery. */
  popular: z.boolean(),
})
export type SourceDescriptor = z.infer<typeof SourceDescriptor>

/**
 * How texts that are passed as values reach a source apart from the query text: as parameters, or as hexadecimal digits; everywhere,
 * or except in lists of `SELECT`.
 */
export const textPassings = ['parameters', 'parameters_outside_lists', 'digits_outside_lists'] as const
export type TextPassing = (typeof textPassings)[number]

export const DataSource = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  /** Ours: the display name of the type, and its logo as an inline SVG, '' for none. */
  type_name: z.string(),
  type_logo: z.string(),
  syntax: z.enum(syntaxes),
  paused: z.int(),
  pause_reason: z.string().nullable(),
  supports_auto_limit: z.boolean(),
  view_only: z.boolean().optional(),
  /** Ours: the dialect for the editor and the formatter, such as `postgresql`; '' for none. */
  dialect: z.string(),
  /**
   * Ours: dialects that a query can choose in `options.dialect`, the default for new queries first; absent if there is only one.
   */
  dialects: z.array(z.string()).optional(),
  /** Ours: the language of its query texts, so that the browser fills in parameter values as the server does. */
  language: z.string(),
  /** Ours: how texts that are passed as values reach the source; absent if they are escaped in the query text. */
  text_passing: z.enum(textPassings).optional(),
  /** Ours: how Explore writes SQL for its tables; absent if it cannot. */
  explore_dialect: z.string().optional(),
  /** Ours: true for the sample data source. */
  is_sample: z.boolean(),
})
export type DataSource = z.infer<typeof DataSource>

/** The response for admins: includes the options, with every secret replaced by the placeholder. */
export const AdminDataSource = DataSource.extend({
  options: z.record(z.string(), z.unknown()),
  /** Ours: the maximum number of simultaneous executions over all workers; null for no limit. */
  concurrency: z.int().nullable(),
  /** Ours: time limit of its queries in seconds; null for the limit of the settings. */
  time_limit: z.int().nullable(),
  /** Ours: the state of the background refresh of its schema; null for types without a schema. */
  schema_refresh: z
    .object({
      /** Whether the schema is refreshed every day. */
      is_on: z.boolean(),
      /** The time of the last refresh, whether automatic or manual. */
      refreshed_at: Timestamp.nullable(),
      /** The error and the time of the last refresh, if it failed; otherwise null. */
      error: z.string().nullable(),
      failed_at: Timestamp.nullable(),
    })
    .nullable(),
  queue_name: z.string(),
  scheduled_queue_name: z.string(),
  /** Group id → view only. */
  groups: z.record(z.string(), z.boolean()),
})
export type AdminDataSource = z.infer<typeof AdminDataSource>

export const DataSourceFields = z.object({
  name: z.string().trim().min(1).max(255),
  type: z.string().min(1).max(255),
  options: z.record(z.string(), z.unknown()),
  /** Ours; if missing, it stays unchanged, and is null for a new data source. */
  concurrency: sentNumber(z.int().min(1).max(1000)).nullish(),
  /** Ours: seconds; if missing, it stays unchanged, and is null for a new data source. */
  time_limit: sentNumber(z.int().min(1).max(86_400)).nullish(),
  /** Ours: whether its schema is refreshed every day; if missing, it stays unchanged, and is true for a new data source. */
  refreshes_schema: z.boolean().optional(),
})
export type DataSourceFields = z.infer<typeof DataSourceFields>

export const NewDataSource = DataSourceFields.extend({
  /**
   * Ours: the groups that may use it, group id → view only. If missing, it is shared with the group `default`, unless the
   * organization requires an admin to share new data sources.
   */
  groups: z.record(z.string().regex(/^[1-9]\d{0,8}$/, 'it must be the id of a group'), z.boolean()).optional(),
})
export type NewDataSource = z.infer<typeof NewDataSource>

/** Numbers of records that depend on a data source. */
export const Dependents = z.object({
  /** Queries that are not archived. */
  queries: z.int(),
  /** Queries with a schedule. */
  scheduled: z.int(),
  /** Dashboards that show these queries. */
  dashboards: z.int(),
  /** Stored results, which are deleted with the data source. */
  results: z.int(),
})
export type Dependents = z.infer<typeof Dependents>

/** A column of a table. Ours: everything but the name and the type, as far as the data source provides it cheaply. */
export const SchemaColumn = z.object({
  name: z.string(),
  type: z.string(),
  /** Whether it is in the primary key. */
  primary: z.boolean().optional(),
  comment: z.string().optional(),
  /** The values of an enum type, where `type` does not list them. */
  values: z.array(z.string()).optional(),
})
export type SchemaColumn = z.infer<typeof SchemaColumn>

/** A foreign key: columns of a table, and the columns of another one that they refer to, in the same order. */
export const ForeignKey = z.object({
  columns: z.array(z.string()),
  /** By its name in the schema. */
  table: z.string(),
  references: z.array(z.string()),
})
export type ForeignKey = z.infer<typeof ForeignKey>

export const SchemaTable = z.object({
  name: z.string(),
  /** Ours: the comment of the table, or the name of the query behind `query_5`. */
  description: z.string().optional(),
  /** Number of rows, if the data source provides it cheaply. */
  size: z.int().optional(),
  /** In the order of the table. */
  columns: z.array(SchemaColumn),
  foreign_keys: z.array(ForeignKey).optional(),
})
export type SchemaTable = z.infer<typeof SchemaTable>

export const SchemaErrorCode = { notSupported: 1, loadError: 2 } as const
export const SchemaReply = z.union([
  z.object({ schema: z.array(SchemaTable) }),
  z.object({ error: z.object({ code: z.int(), message: z.string(), details: z.string().optional() }) }),
])
export type SchemaReply = z.infer<typeof SchemaReply>

/** An uploaded file that is imported and can be queried. */
export const Upload = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Size of the upload in bytes. */
  size: z.int(),
  /** One per file, or one per sheet of a workbook. */
  tables: z.array(
    z.object({ name: z.string(), rows: z.int(), columns: z.array(z.object({ name: z.string(), type: z.string() })) }),
  ),
})
export type Upload = z.infer<typeof Upload>

export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** Ours: a sentence about how a working connection could be more secure. */
  note: z.string().optional(),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const dataSources = {
  list: endpoint({
    method: 'GET',
    path: '/api/data_sources',
    access: 'list_data_sources',
    summary: 'The data sources the caller may use',
    reply: z.array(DataSource),
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/data_sources/types',
    access: 'admin',
    summary: 'Types of data sources, with the form of their options',
    reply: z.array(SourceDescriptor),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/data_sources',
    access: 'admin',
    summary: 'Adds a data source and shares it with the given groups',
    body: NewDataSource,
    reply: AdminDataSource,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/data_sources/:id',
    access: 'viewer',
    summary: 'One data source; options only for admins',
    params: byId,
    reply: z.union([AdminDataSource, DataSource, z.object({ view_only: z.boolean() })]),
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/data_sources/:id',
    access: 'admin',
    summary: 'Saves a data source',
    params: byId,
    body: DataSourceFields,
    reply: AdminDataSource,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/data_sources/:id',
    access: 'admin',
    summary: 'Deletes a data source and its results; returns 204',
    params: byId,
    reply: z.undefined(),
  }),
  dependents: endpoint({
    method: 'GET',
    path: '/api/data_sources/:id/dependents',
    access: 'admin',
    ours: true,
    summary: 'Counts of what depends on a data source',
    params: byId,
    reply: Dependents,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/data_sources/:id/test',
    access: 'admin',
    summary: 'Tests the connection',
    params: byId,
    reply: ConnectionTest,
  }),
  schema: endpoint({
    method: 'GET',
    path: '/api/data_sources/:id/schema',
    access: 'viewer',
    summary: 'Tables and columns',
    params: byId,
    query: z.object({ refresh: Presence }),
    reply: SchemaReply,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/data_sources/:id/pause',
    access: 'admin',
    summary: 'Pauses a data source',
    params: byId,
    query: z.object({ reason: z.string().max(255).optional() }),
    body: z.object({ reason: z.string().max(255).optional() }).nullish(),
    reply: DataSource,
  }),
  resume: endpoint({
    method: 'DELETE',
    path: '/api/data_sources/:id/pause',
    access: 'admin',
    summary: 'Resumes a paused data source',
    params: byId,
    reply: DataSource,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/uploads',
    access: 'admin',
    ours: true,
    takesStream: true,
    summary: 'Uploads one CSV, TSV, JSON, Parquet or Excel file as the raw body; `name` determines its format',
    query: z.object({ name: z.string().min(1).max(255) }),
    reply: Upload,
  }),
}
