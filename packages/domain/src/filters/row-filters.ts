import type { RowFilter } from '@sightline/contract/results.ts'
import type { Filter } from './filters.ts'

/**
 * Filters in the form the server takes: by the chosen values or by the excluded ones, whichever list is shorter. A filter with all
 * values chosen is left out.
 * @returns null if no row can pass
 */
export function rowFilters(columns: readonly { name: string }[], filters: readonly Filter[]): RowFilter[] | null {
  const sent: RowFilter[] = []
  for (const { name, values, current } of filters) {
    const column = columns.findIndex((one) => one.name === name)
    if (column === -1 || current.length === values.length) continue
    if (current.length === 0) return null
    const chosen = new Set(current)
    const excluded = values.filter((value) => !chosen.has(value))
    const isShorterByExcluded = excluded.length > 0 && excluded.length < current.length
    sent.push(isShorterByExcluded ? { column, none_of: excluded } : { column, one_of: [...current] })
  }
  return sent
}
