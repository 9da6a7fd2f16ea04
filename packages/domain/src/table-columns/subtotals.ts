import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Measure } from '../grouping/measures.ts'
import { i18n } from '../language/i18n.ts'
import { localNumber } from '../language/local.ts'

/** A table with more groups than this has no subtotals. */
export const MAX_GROUPS = 10_000

/** Rows grouped by the values of a column. */
export interface ColumnGroups {
  /** Number of all groups; the arrays have at most `MAX_GROUPS`. */
  total: number
  keys: readonly Cell[]
  /** Numbers of rows. */
  counts: readonly number[]
  /** One array for each measure. */
  measures: readonly (readonly Cell[])[]
}

/** The request for the groups of the values of a column, in their order. */
export const columnGroupsAsk = (column: number, descending: boolean, measures: readonly Measure[]): GroupsRequest => ({
  sets: [[column]],
  measures: [{ kind: 'count', column: null }, ...measures],
  order: { by: 'key', index: 0, descending },
  limit: MAX_GROUPS,
})

/** The groups in the reply to such a request. */
export function columnGroupsIn({ sets }: Pick<ResultGroups, 'sets'>): ColumnGroups {
  const [
    {
      total,
      keys: [keys = []],
      measures: [counts = [], ...cells],
    } = nothing,
  ] = sets
  return { total, keys, counts: counts.map(Number), measures: cells }
}

const nothing = { total: 0, keys: [], measures: [] }

/** Why the groups cannot have subtotals, as a sentence; null if they can. @param name of the column */
export function subtotalProblem({ total, keys }: Pick<ColumnGroups, 'total' | 'keys'>, name: string): string | null {
  if (total > MAX_GROUPS)
    return i18n._('No subtotals, as {name} has more than {most} values.', { name, most: localNumber(MAX_GROUPS) })
  // These are sorted together, so that their rows are mixed.
  const isMissing = (key: Cell) => key === null || key === 'NaN' || key === 'Infinity' || key === '-Infinity'
  return keys.filter(isMissing).length > 1
    ? i18n._('No subtotals, as {name} has missing values of several kinds.', { name })
    : null
}
