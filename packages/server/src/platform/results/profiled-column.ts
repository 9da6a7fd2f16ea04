import type { Cell } from '@sightline/contract/results.ts'
import type { SqlColumn } from './column-sql.ts'

/** A requested column. */
export interface Profiled {
  index: number
  column: SqlColumn
  kind: 'number' | 'time' | 'value'
}

/** The findings about a column before its bars are counted. */
export interface Totals {
  rows: number
  nulls: number
  /** The smallest and the largest number, or time in microseconds; null without any. */
  ends: [Cell, Cell]
  /** Whether all numbers and times are finite, so that none of them has to be left out. */
  areFinite: boolean
  /** The number of different values with some hashes (see `estimateOf`); null if they are not counted yet. */
  sampled: number | null
  /** The hashes of texts that may be frequent, if there are many. */
  candidates: readonly string[]
}
