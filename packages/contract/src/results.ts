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
  /** Rows as arrays in column order. */
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

/** In a body, filters need no encoding and may be longer than in a URL. */
const filtersOfBody = { filters: FilterList.default([]) }

/**
 * The parameter values of the run that returned a result of a query: a caller with a key may read the results of the runs that it
 * may start.
 */
const RunParameters = z.record(z.string(), z.unknown()).optional()
export const parametersInUrl = { parameters: jsonText.pipe(RunParameters).optional() }
export const parametersInBody = { parameters: RunParameters }

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
})
export type WindowQuery = z.infer<typeof WindowQuery>
export const WindowBody = WindowQuery.extend(filtersOfBody)

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

export const ProfileQuery = z.object({
  /** Column index. */
  column: z.coerce.number().int().min(0).max(9999),
  /** As for a window: the rows that the profile is of. */
  search: WindowQuery.shape.search,
  search_columns: WindowQuery.shape.search_columns,
  filters: Filters,
})
export type ProfileQuery = z.infer<typeof ProfileQuery>
export const ProfileBody = ProfileQuery.extend(filtersOfBody)

/** The contents of a column, in the rows that match a search and filters. */
export const ColumnProfile = z.object({
  /** Number of these rows. */
  rows: z.int(),
  /** Number of cells without a value. */
  nulls: z.int(),
  /** Number of different values, without null. */
  distinct: z.int(),
  /** The smallest and largest value; null unless the column has numbers, dates or times. */
  min: Cell,
  max: Cell,
  /** Of numbers; null for other columns. */
  mean: z.number().nullable(),
  median: z.number().nullable(),
  /** Number of values in ranges of equal width, from the smallest to the largest value; empty unless the column has such values. */
  histogram: z.array(z.int()),
  /** The most frequent values, at most five. */
  frequent: DistinctValues.shape.values,
})
export type ColumnProfile = z.infer<typeof ColumnProfile>

export const ProfilesQuery = z.object({
  /** Comma-separated column indexes. */
  columns: z.string().regex(/^\d{1,4}(,\d{1,4}){0,49}$/),
  /** As for a window: the rows that the profiles are of. */
  search: WindowQuery.shape.search,
  search_columns: WindowQuery.shape.search_columns,
  filters: Filters,
  /** The IANA name of the time zone of the days in which times with a zone are counted; the default is UTC. */
  time_zone: z.string().max(64).optional(),
})
export type ProfilesQuery = z.infer<typeof ProfilesQuery>
export const ProfilesBody = ProfilesQuery.extend(filtersOfBody)

/** A profile that fits into the head of a column, of the rows that match a search and filters. */
export const BriefProfile = z.object({
  /** Number of these rows. */
  rows: z.int(),
  /** Number of cells without a value. */
  nulls: z.int(),
  /** Number of different values, without null. */
  distinct: z.int(),
  /** Of many values, the number of different ones is estimated from a sixteenth of them. */
  is_distinct_exact: z.boolean(),
  /** The smallest and largest number, day or time; null for other columns, and without any value. */
  min: Cell,
  max: Cell,
  /**
   * How many numbers, dates or times lie in each range, of which there are at most 20; both ends belong to it. Ranges are equal for
   * numbers, and for times within less than two days; others are whole days, weeks, months, quarters or years.
   */
  bars: z.array(z.object({ count: z.int(), min: Cell, max: Cell })),
  /** Frequent values of other columns, at most five, with their exact counts; without texts of more than 500 characters. */
  frequent: DistinctValues.shape.values,
})
export type BriefProfile = z.infer<typeof BriefProfile>
/** In the order of the requested columns. */
export const BriefProfiles = z.array(BriefProfile)
export type BriefProfiles = z.infer<typeof BriefProfiles>

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

/**
 * How a cell is computed from the rows of a group: `avg`, `median` and `variance` (of a sample) of numbers; `filled` is the number
 * of cells with a value; `exact_sum` is a sum of whole numbers or decimals without rounding, and equals `sum` for other columns;
 * `list` is a text of the first values; `row` is the 0-based index of the first row; `box` is a JSON array as text: the ends of the lower whisker, of
 * the box with its median in between, and of the upper whisker, in ascending order; the count of numbers; the count of outliers;
 * up to 200 of the outliers, the least and the greatest among them.
 */
export const measureKinds = [
  'count',
  'filled',
  'unique',
  'list',
  'sum',
  'exact_sum',
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

/** The units of time to whose starts dates and times are cut. Weeks begin on Monday. */
export const timeUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** How the numbers of a column are divided into ranges. */
const NumberBins = z
  .strictObject({
    column: ColumnIndex,
    /** About how many ranges there are. Their width is 1, 2, 2.5 or 5 times a power of ten, and whole for whole numbers. */
    count: z.int().min(1).max(200),
    /** Only numbers from here on have ranges; lower ones have the key of the range before the first. */
    from: z.number().optional(),
    /** Only numbers below this have ranges; the others have the key of the range after the last. */
    below: z.number().optional(),
  })
  .refine(({ from, below }) => from === undefined || below === undefined || from < below, 'ends where it begins, or before')

const GroupsFields = z.strictObject({
  /** One result per set: the columns whose values form the groups. An empty set groups all rows together. */
  sets: z.array(z.array(ColumnIndex).max(20)).min(1).max(12),
  /** `column` is null for `count`, which counts rows. */
  measures: z
    .array(z.strictObject({ kind: z.enum(measureKinds), column: ColumnIndex.nullable() }))
    .min(1)
    .max(50)
    .refine(
      (all) => all.every(({ kind, column }) => (column === null) === (kind === 'count' || kind === 'row')),
      'needs a column for each but count and row',
    ),
  /** Maximum number of groups per set; the first in their order are returned. */
  limit: z.int().min(1).max(50_000).default(MAX_VISUALIZED_ROWS),
  /**
   * The values of these columns, which must have dates or times, are cut to the start of a unit before they are grouped. Keys are
   * dates (`2024-05-01`), or times for hours.
   */
  units: z
    .array(z.strictObject({ column: ColumnIndex, unit: z.enum(timeUnits) }))
    .max(20)
    .refine((all) => new Set(all.map(({ column }) => column)).size === all.length, 'has more than one unit for a column')
    .optional(),
  /** The IANA name of the time zone in which times with a zone are cut; the default is UTC. */
  time_zone: z.string().max(64).optional(),
  /**
   * The numbers of these columns are counted in ranges of one width. A key is the least number of its range; it is null for rows
   * without a finite number.
   */
  bins: z
    .array(NumberBins)
    .max(20)
    .refine((all) => new Set(all.map(({ column }) => column)).size === all.length, 'has more than one division for a column')
    .optional(),
  /** Sorts the groups, null last, by a key or a measure; the default is by the first measure, the largest first. */
  order: z
    .strictObject({ by: z.enum(['key', 'measure']), index: z.int().min(0).max(49), descending: z.boolean().default(false) })
    .optional(),
})

/** Whether the key or measure by which the groups are sorted exists. Only the keys of a single set have one order. */
const hasOrdered = ({ order, sets, measures }: z.infer<typeof GroupsFields>) => {
  if (order === undefined) return true
  if (order.by === 'measure') return order.index < measures.length
  return sets.length === 1 && sets.every((set) => order.index < set.length)
}

/** Whether every unit and division is that of a key, and no key has both. */
const usesUnits = ({ units = [], bins = [], sets }: z.infer<typeof GroupsFields>) =>
  [...units, ...bins].every(({ column }) => sets.some((set) => set.includes(column))) &&
  bins.every(({ column }) => units.every((unit) => unit.column !== column))

export const GroupsRequest = GroupsFields.refine(hasOrdered, 'is sorted by a key or measure that it does not have').refine(
  usesUnits,
  'has a unit or ranges for a column that it does not group by, or both for one',
)
export type GroupsRequest = z.infer<typeof GroupsRequest>

export const GroupsQuery = z.object({
  /** The request as JSON. */
  ask: jsonText.pipe(GroupsRequest),
  /** As for a window: the rows that are grouped. */
  search: WindowQuery.shape.search,
  search_columns: WindowQuery.shape.search_columns,
  filters: Filters,
})
export const GroupsBody = GroupsQuery.extend({ ask: GroupsRequest, ...filtersOfBody })

/** Grouped rows for a visualization. */
export const ResultGroups = z.object({
  /** Number of rows in the result. */
  total: z.int(),
  /** One result per requested set. */
  sets: z.array(
    z.object({
      /** Number of all groups; fewer are returned if the limit is exceeded. */
      total: z.int(),
      /** One array per column of the set. */
      keys: z.array(z.array(Cell)),
      /** One array per measure. */
      measures: z.array(z.array(Cell)),
    }),
  ),
  /** The ranges of each requested division. */
  bins: z
    .array(
      z.object({
        /** The least number of the first range. */
        start: z.number(),
        width: z.number(),
        /** 0 if no number has a range. */
        count: z.int(),
      }),
    )
    .optional(),
})
export type ResultGroups = z.infer<typeof ResultGroups>
