import { z } from 'zod'
import { Cell, DistinctValues, Filters, filtersOfBody, WindowQuery } from './results.ts'

// Profiles of the columns of a stored result.

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
