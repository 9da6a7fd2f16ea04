import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { z } from 'zod/mini'
import { type Condition, conditionKinds, conditionsFor, type ExploredColumn, isNumber } from '../explore/exploration.ts'
import { rowFilters } from '../explore/request.ts'

// Which rows a table shows, and in which order (ours). Columns are named.

const StoredCondition = z.object({ column: z.string(), kind: z.enum(conditionKinds), values: z.array(z.custom<Cell>(isCell)) })

function isCell(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The conditions that rows must meet. */
export const StoredConditions = z.catch(z._default(z.array(StoredCondition), []), [])

/** The sort order, most significant column first. */
export const StoredSort = z.catch(z._default(z.array(z.object({ column: z.string(), descending: z.boolean() })), []), [])

/** The part of the options that selects and sorts rows. */
export interface ViewOptions {
  filters: Condition[]
  sort: { column: string; descending: boolean }[]
}

/** The filters of a table as the server takes them. Conditions that do not fit their column, or that lack a value, have no effect. */
export const viewFilters = ({ filters }: ViewOptions, columns: readonly ExploredColumn[], timeZone: string): RowFilter[] =>
  rowFilters({ conditions: filters.flatMap((condition) => fitting(condition, columns)) }, columns, timeZone)

function fitting(condition: Condition, columns: readonly ExploredColumn[]): Condition[] {
  const column = columns.find(({ name }) => name === condition.column)
  if (column === undefined || !conditionsFor(column).includes(condition.kind)) return []
  if (condition.kind !== 'is' && condition.kind !== 'is_not') return [condition]
  // The type of a column may have changed since the condition was stored.
  const fits = (value: Cell) => {
    if (value === null) return true
    if (column.type === 'boolean') return typeof value === 'boolean'
    const hasNumbers = column.type === 'integer' || column.type === 'float'
    return typeof value !== 'boolean' && (!hasNumbers || isNumber(String(value)))
  }
  return [{ ...condition, values: condition.values.filter(fits) }]
}

/** The sort order by column indexes; columns that are gone are left out. */
export const viewSort = (
  { sort }: ViewOptions,
  columns: readonly { name: string }[],
): { column: number; descending: boolean }[] =>
  sort.flatMap(({ column: wanted, descending }) => {
    const column = columns.findIndex(({ name }) => name === wanted)
    return column === -1 ? [] : [{ column, descending }]
  })
