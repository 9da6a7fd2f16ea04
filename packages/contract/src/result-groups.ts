import { z } from 'zod'
import { Cell, Filters, filtersOfBody, jsonText, MAX_VISUALIZED_ROWS, WindowQuery } from './results.ts'

// Groups of the rows of a stored result.

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
/** Sorts groups, null last, by a key or a measure. */
const GroupOrder = z.strictObject({
  by: z.enum(['key', 'measure']),
  index: z.int().min(0).max(49),
  descending: z.boolean().default(false),
  /**
   * Sorts the lines of a pivot table: all groups that differ only in the key at this index are sorted together, by the measure of the
   * one among them whose key has this value.
   */
  across: z.strictObject({ index: z.int().min(0).max(19), value: Cell }).optional(),
})

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
  /** The order of the groups: one, or several, the most significant first. The default is by the first measure, the largest first. */
  order: z.union([GroupOrder, z.array(GroupOrder).min(1).max(20)]).optional(),
})

/** Whether the keys and measures by which the groups are sorted exist. Only the keys of a single set have one order. */
const hasOrdered = ({ order = [], sets, measures }: z.infer<typeof GroupsFields>) => {
  const isKey = (index: number) => sets.length === 1 && sets.every((set) => index < set.length)
  return [order].flat().every(({ by, index, across }) => {
    if (by === 'key') return across === undefined && isKey(index)
    return index < measures.length && (across === undefined || isKey(across.index))
  })
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
