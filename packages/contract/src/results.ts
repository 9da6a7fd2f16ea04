import { z } from 'zod'
import { Timestamp } from './endpoint.ts'

/** Column types of the wire format; null when the source does not tell (clients then look at the values). */
export const columnTypes = ['integer', 'float', 'boolean', 'string', 'datetime', 'date'] as const
export type ColumnType = (typeof columnTypes)[number]

export const ResultColumn = z.object({ name: z.string(), friendly_name: z.string(), type: z.enum(columnTypes).nullable() })
export type ResultColumn = z.infer<typeof ResultColumn>

export const QueryResult = z.object({
  id: z.int(),
  query_hash: z.string(),
  query: z.string(),
  data: z.object({
    columns: z.array(ResultColumn),
    rows: z.array(z.record(z.string(), z.unknown())),
    metadata: z.record(z.string(), z.unknown()).optional(),
    log: z.array(z.string()).optional(),
    truncated: z.boolean().optional(),
  }),
  data_source_id: z.int().nullable(),
  /** Seconds. */
  runtime: z.number(),
  retrieved_at: Timestamp,
})
export type QueryResult = z.infer<typeof QueryResult>

/** Where the time of a run went, in milliseconds. */
export const Timing = z.object({
  /** From the request until a worker took it. */
  waiting: z.number(),
  /** In the database: from the start of the run until its last row arrived, less our own work meanwhile. */
  database: z.number(),
  /** In Sightline: decoding, writing and storing. */
  sightline: z.number(),
})
export type Timing = z.infer<typeof Timing>

/** A cell in a window: numbers that JavaScript cannot hold exactly come as digits in a text. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>

/** What is known about a stored result without reading its rows. */
export const ResultInfo = z.object({
  id: z.int(),
  data_source_id: z.int().nullable(),
  columns: z.array(
    ResultColumn.extend({
      /** The source's own name of the type, such as `numeric(38,10)`; '' when unknown. */
      source_type: z.string(),
    }),
  ),
  row_count: z.int(),
  /** Bytes of the stored file. */
  size: z.int(),
  /** Seconds. */
  runtime: z.number(),
  timing: Timing,
  retrieved_at: Timestamp,
  metadata: z.record(z.string(), z.unknown()),
  log: z.array(z.string()),
  /** A sentence naming the limit that cut the result short; null when it is whole. */
  truncated: z.string().nullable(),
})
export type ResultInfo = z.infer<typeof ResultInfo>

export const ResultWindow = z.object({
  result: ResultInfo,
  offset: z.int(),
  /** Rows that match the search and the filters, or all; null for a count that was left for `later`. */
  total: z.int().nullable(),
  /** Rows as arrays in column order. */
  rows: z.array(z.array(Cell)),
})
export type ResultWindow = z.infer<typeof ResultWindow>

/** A number, as JSON or, beyond what JavaScript holds, as digits; or a date or time as cells show it (`2024-05-01T10:00:00Z`). */
const Bound = z.union([z.number(), z.string().min(1).max(100)])

/** Which rows are shown by what one column holds. Whatever is given must hold. */
export const RowFilter = z
  .strictObject({
    /** Column index. */
    column: z.int().min(0).max(9999),
    /** The cell is one of these; null stands for no value. */
    one_of: z.array(Cell).min(1).max(1000).optional(),
    /** The cell is none of these. */
    none_of: z.array(Cell).min(1).max(1000).optional(),
    /** For numbers, dates and times; a date stands for its first moment. */
    min: Bound.optional(),
    /** For numbers, dates and times; a date stands for its last moment. */
    max: Bound.optional(),
    /** The cell's text contains this, ignoring case. */
    contains: z.string().min(1).max(500).optional(),
    is_null: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 1, 'says nothing but its column')
export type RowFilter = z.infer<typeof RowFilter>

/** JSON within an address. */
const jsonText = z
  .string()
  .max(10_000)
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      addIssue('it is no JSON')
      return z.NEVER
    }
  })

const FilterList = z.array(RowFilter).max(20)
const Filters = jsonText.pipe(FilterList).optional()

/** In a body, filters are what they are, and may be longer than an address. */
const filtersOfBody = { filters: FilterList.default([]) }

export const WindowQuery = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(5000).default(100),
  /** Comma-separated column indexes, a leading minus for descending: `2,-0`. */
  sort: z
    .string()
    .regex(/^-?\d{1,4}(,-?\d{1,4}){0,9}$/)
    .optional(),
  /** Keeps the rows in which any cell's text contains this, ignoring case. */
  search: z.string().max(500).optional(),
  /** Comma-separated indexes of the columns that are searched; all when left out. */
  search_columns: z
    .string()
    .regex(/^\d{1,4}(,\d{1,4}){0,99}$/)
    .optional(),
  /** A JSON array of filters; keeps the rows that pass them all. */
  filters: Filters,
  /** `later`: the first rows that match may come before all are counted; a second question `now` tells how many there are. */
  total: z.enum(['now', 'later']).default('now'),
})
export type WindowQuery = z.infer<typeof WindowQuery>
export const WindowBody = WindowQuery.extend(filtersOfBody)

export const DistinctQuery = z.object({
  /** Column index. */
  column: z.coerce.number().int().min(0).max(9999),
  /** The most frequent values first, or in the order in which they first come up. */
  order: z.enum(['frequent', 'first']).default('frequent'),
  /** Keeps the values whose text contains this, ignoring case. */
  search: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type DistinctQuery = z.infer<typeof DistinctQuery>

/** The different values of a column. */
export const DistinctValues = z.object({
  /** Different values, or those that match the search. */
  total: z.int(),
  values: z.array(
    z.object({
      value: Cell,
      /** Rows that hold it. */
      count: z.int(),
    }),
  ),
})
export type DistinctValues = z.infer<typeof DistinctValues>

/** A flag as the wire writes it. */
const Flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off', 'none'] })

export const DownloadQuery = z.object({
  /** Ours: CSV and TSV that Excel opens as they are meant: marked as UTF-8, and no text is taken for a formula. */
  excel: Flag.optional(),
})
export type DownloadQuery = z.infer<typeof DownloadQuery>

export const ColumnsQuery = z.object({
  /** Comma-separated column indexes. */
  columns: z.string().regex(/^\d{1,4}(,\d{1,4}){0,49}$/),
  /** At most this many rows; beyond, rows are thinned so that the first, the last and each bucket's extremes of the `extreme` column stay. */
  limit: z.coerce.number().int().min(1).max(50_000).default(20_000),
  /** Column index whose minima and maxima must survive the thinning. */
  extreme: z.coerce.number().int().min(0).optional(),
  /** A JSON array of filters; keeps the rows that pass them all. */
  filters: Filters,
})
export const ColumnsBody = ColumnsQuery.extend(filtersOfBody)

/** Some columns of a result, for drawing. */
export const ResultColumns = z.object({
  /** Rows in the result, or those that pass the filters. */
  total: z.int(),
  /** Rows in this answer; fewer than `total` when thinned. */
  shown: z.int(),
  /** One array per column asked for. */
  values: z.array(z.array(Cell)),
})
export type ResultColumns = z.infer<typeof ResultColumns>

/**
 * How the rows of a group make one cell: `avg`, `median` and `variance` (of a sample) of numbers, `list` as one text of the first
 * values, `row` the place of its first row from 0, and `box` the text of a JSON array of numbers: the ends of the lower whisker, of the
 * box, its median between them and of the upper whisker, from below; how many numbers; how many outliers; the farthest 200 of those.
 */
export const measureKinds = [
  'count',
  'unique',
  'list',
  'sum',
  'avg',
  'median',
  'variance',
  'min',
  'max',
  'first',
  'last',
  'row',
  'box',
] as const
const ColumnIndex = z.int().min(0).max(9999)

export const GroupsRequest = z.strictObject({
  /** One answer for each: the columns whose values make its groups; none makes one group of all rows. */
  sets: z.array(z.array(ColumnIndex).max(20)).min(1).max(8),
  /** `column` is null for `count`, which counts rows. */
  measures: z
    .array(z.strictObject({ kind: z.enum(measureKinds), column: ColumnIndex.nullable() }))
    .min(1)
    .max(50)
    .refine(
      (all) => all.every(({ kind, column }) => (column === null) === (kind === 'count' || kind === 'row')),
      'needs a column for each but count and row',
    ),
  /** Groups of one set; those with the largest first measure are kept. */
  limit: z.int().min(1).max(50_000).default(20_000),
})
export type GroupsRequest = z.infer<typeof GroupsRequest>

export const GroupsQuery = z.object({
  /** What is asked, as JSON. */
  ask: jsonText.pipe(GroupsRequest),
  /** A JSON array of filters; rows must pass them all. */
  filters: Filters,
})
export const GroupsBody = z.object({ ask: GroupsRequest, ...filtersOfBody })

/** Rows put into groups, for drawing. */
export const ResultGroups = z.object({
  /** Rows in the result. */
  total: z.int(),
  /** One for each set asked for. */
  sets: z.array(
    z.object({
      /** Groups there are; fewer are here when that is more than the limit. */
      total: z.int(),
      /** One array per column of the set. */
      keys: z.array(z.array(Cell)),
      /** One array per measure. */
      measures: z.array(z.array(Cell)),
    }),
  ),
})
export type ResultGroups = z.infer<typeof ResultGroups>
