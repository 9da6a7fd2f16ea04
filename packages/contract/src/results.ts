import { z } from 'zod'
import { Timestamp } from './endpoint.ts'

/** Column types of the API; null if the data source does not provide the type, in which case clients check the values. */
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

/** The time spent in each phase of a run, in milliseconds. */
export const Timing = z.object({
  /** From the request until a worker took it. */
  waiting: z.number(),
  /** In the database: from the start of the run to the last row, minus our own processing in between. */
  database: z.number(),
  /** In Sightline: decoding, writing and storing. */
  sightline: z.number(),
})
export type Timing = z.infer<typeof Timing>

/** A cell in a window; numbers that JavaScript cannot hold exactly are digit strings. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>

/** The metadata of a stored result, which can be read without its rows. */
export const ResultInfo = z.object({
  id: z.int(),
  /** null for callers with the key of a query or the token of a dashboard. */
  data_source_id: z.int().nullable(),
  columns: z.array(
    ResultColumn.extend({
      /** The data source's own name of the type, such as `numeric(38,10)`; '' if unknown, and for callers with a key or token. */
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
  /** A sentence that names the limit at which the result was truncated; null if it is complete. */
  truncated: z.string().nullable(),
  /** Whether the automatic limit of 1,000 rows cut the result: the text ran with it and returned as many rows. */
  auto_limit: z.boolean(),
})
export type ResultInfo = z.infer<typeof ResultInfo>

export const ResultWindow = z.object({
  result: ResultInfo,
  offset: z.int(),
  /** Number of rows that match the search and the filters; null if the count was deferred with `later`. */
  total: z.int().nullable(),
  /** Rows as arrays in column order, followed by the requested earlier values. */
  rows: z.array(z.array(Cell)),
})
export type ResultWindow = z.infer<typeof ResultWindow>

/**
 * A number, as JSON or as digits if JavaScript cannot hold it exactly; or a date or time as in cells (`2024-05-01T10:00:00Z`).
 */
const Bound = z.union([z.number(), z.string().min(1).max(100)])

/** A filter of rows by the value of one column. All given conditions must be met. */
export const RowFilter = z
  .strictObject({
    /** Column index. */
    column: z.int().min(0).max(9999),
    /** The cell is one of these; null means no value. */
    one_of: z.array(Cell).min(1).max(1000).optional(),
    /** The cell is none of these. */
    none_of: z.array(Cell).min(1).max(1000).optional(),
    /** For numbers, dates and times; a date means its start. */
    min: Bound.optional(),
    /** For numbers, dates and times; a date means its end. */
    max: Bound.optional(),
    /** For numbers: the cell is less than this. */
    below: Bound.optional(),
    /** The cell's text contains this, ignoring case. */
    contains: z.string().min(1).max(500).optional(),
    is_null: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 1, 'says nothing but its column')
export type RowFilter = z.infer<typeof RowFilter>

/** JSON within a URL. */
export const jsonText = z
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
export const Filters = jsonText.pipe(FilterList).optional()

/** In a body, filters need no encoding and may be longer than in a URL. */
export const filtersOfBody = { filters: FilterList.default([]) }

/**
 * The parameter values of the run that returned a result of a query: a caller with a key may read the results of the runs that it
 * may start.
 */
const RunParameters = z.record(z.string(), z.unknown()).optional()
export const parametersInUrl = { parameters: jsonText.pipe(RunParameters).optional() }
export const parametersInBody = { parameters: RunParameters }

/** The earlier row with which a row is compared: the one above it, the one at the time before, or one month or year earlier. */
export const earlierSteps = ['row', 'time', 'month', 'year'] as const

const WindowColumn = z.int().min(0).max(9999)

/** The value of a column in an earlier row of the whole result, which neither the order nor the filters of a window change. */
export const EarlierValue = z
  .strictObject({
    column: WindowColumn,
    step: z.enum(earlierSteps),
    /** The column with the times of the rows; null for `row`. */
    time: WindowColumn.nullable().default(null),
    /** Only rows with the same value in this column are compared; null for all rows. */
    group: WindowColumn.nullable().default(null),
  })
  .refine(({ step, time }) => (step === 'row') === (time === null), 'needs a column of times for each step but row')
export type EarlierValue = z.infer<typeof EarlierValue>

const EarlierValues = z.array(EarlierValue).max(20)

/** Maximum rows or groups of one visualization: longer results are thinned or grouped. */
export const MAX_VISUALIZED_ROWS = 20_000

export const WindowQuery = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(5000).default(100),
  /** Comma-separated column indexes, a leading minus for descending: `2,-0`. */
  sort: z
    .string()
    .regex(/^-?\d{1,4}(,-?\d{1,4}){0,9}$/)
    .optional(),
  /** Keeps the rows with a cell whose text contains this, ignoring case. */
  search: z.string().max(500).optional(),
  /** Comma-separated indexes of the columns to search; the default is all columns. */
  search_columns: z
    .string()
    .regex(/^\d{1,4}(,\d{1,4}){0,99}$/)
    .optional(),
  /** A JSON array of filters, all of which a row must match. */
  filters: Filters,
  /** `later` may return the first matching rows before all are counted; a second request with `now` returns the total. */
  total: z.enum(['now', 'later']).default('now'),
  /**
   * A JSON array of values of earlier rows, which follow the cells of each row in this order. A value is null if there is no such
   * row, or more than one.
   */
  earlier: jsonText.pipe(EarlierValues).optional(),
  /** The IANA name of the time zone in whose calendar a month or year earlier is found; the default is UTC. */
  time_zone: z.string().max(64).optional(),
})
export type WindowQuery = z.infer<typeof WindowQuery>
export const WindowBody = WindowQuery.extend({ ...filtersOfBody, earlier: EarlierValues.default([]) })

export const DistinctQuery = z.object({
  /** Column index. */
  column: z.coerce.number().int().min(0).max(9999),
  /** Sorts values by frequency, the most frequent first, or by first appearance. */
  order: z.enum(['frequent', 'first']).default('frequent'),
  /** Keeps the values whose text contains this, ignoring case. */
  search: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type DistinctQuery = z.infer<typeof DistinctQuery>

/** The distinct values of a column. */
export const DistinctValues = z.object({
  /** Number of distinct values that match the search. */
  total: z.int(),
  values: z.array(
    z.object({
      value: Cell,
      /** Number of rows with this value. */
      count: z.int(),
    }),
  ),
})
export type DistinctValues = z.infer<typeof DistinctValues>

/** A boolean in the query string. */
export const Flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off', 'none'] })

/** How a download writes its values: with every digit, or with dates and times as a table shows them. */
export const valueForms = ['exact', 'displayed'] as const
export type ValueForm = (typeof valueForms)[number]

export const DownloadQuery = z.object({
  /**
   * Ours: `exact` writes every digit and instants with the offset of their time zone, `displayed` writes dates and times in the
   * organization's formats. Without it, the file is as in the Redash API.
   */
  values: z.enum(valueForms).optional(),
  /** Ours: the IANA name of the time zone of times in the file, for `values`; the default is the organization's. */
  time_zone: z.string().max(64).optional(),
  /** Ours: writes CSV and TSV that Excel reads correctly: marked as UTF-8, and no text is treated as a formula. */
  excel: Flag.optional(),
})
export type DownloadQuery = z.infer<typeof DownloadQuery>

export const ColumnsQuery = z.object({
  /** Comma-separated column indexes. */
  columns: z.string().regex(/^\d{1,4}(,\d{1,4}){0,49}$/),
  /**
   * Maximum number of rows. With more rows, the first, the last and each bucket's extremes of the `extreme` column are returned.
   */
  limit: z.coerce.number().int().min(1).max(50_000).default(MAX_VISUALIZED_ROWS),
  /** Column index whose minima and maxima must survive the thinning. */
  extreme: z.coerce.number().int().min(0).optional(),
  /** A JSON array of filters, all of which a row must match. */
  filters: Filters,
})
export const ColumnsBody = ColumnsQuery.extend(filtersOfBody)

/** Columns of a result for a visualization. */
export const ResultColumns = z.object({
  /** Number of rows in the result that match the filters. */
  total: z.int(),
  /** Number of rows in the response; fewer than `total` if they were thinned. */
  shown: z.int(),
  /** One array per requested column. */
  values: z.array(z.array(Cell)),
})
export type ResultColumns = z.infer<typeof ResultColumns>
