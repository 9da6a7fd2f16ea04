import type { RowFilter } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'

/**
 * Filters as the server reads them: each by what is chosen or by what is not, whichever is shorter. One of which all values are
 * chosen says nothing.
 * @returns null when no row can pass
 */
export function rowFilters(columns: readonly { name: string }[], filters: readonly Filter[]): RowFilter[] | null {
  const asked: RowFilter[] = []
  for (const { name, values, current } of filters) {
    const column = columns.findIndex((one) => one.name === name)
    if (column === -1 || current.length === values.length) continue
    if (current.length === 0) return null
    const chosen = new Set(current)
    const others = values.filter((value) => !chosen.has(value))
    const isShorterByOthers = others.length > 0 && others.length < current.length
    asked.push(isShorterByOthers ? { column, none_of: others } : { column, one_of: [...current] })
  }
  return asked
}
