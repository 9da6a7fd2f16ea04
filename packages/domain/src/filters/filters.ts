import type { Cell } from '@sightline/contract/executions.ts'
import { filterKind, friendlyName } from './column-name.ts'

/** A drop-down over the rows of a result. */
export interface Filter {
  /** The column. */
  name: string
  friendlyName: string
  multiple: boolean
  /** The distinct values, in order of first appearance. */
  values: Cell[]
  /** The values chosen; a filter of one value starts with the first, one of several with all. */
  current: Cell[]
}

/** The filters that the names of the columns ask for. `values[i]` are the cells of `columns[i]`. */
export function filtersOf(columns: readonly { name: string }[], values: readonly (readonly Cell[])[]): Filter[] {
  return columns.flatMap(({ name }, index) => {
    const kind = filterKind(name)
    if (kind === null) return []
    const distinct = [...new Set(values[index] ?? [])]
    const isMultiple = kind === 'multiple'
    return [
      {
        name,
        friendlyName: friendlyName(name),
        multiple: isMultiple,
        values: distinct,
        current: isMultiple ? distinct : distinct.slice(0, 1),
      },
    ]
  })
}

/** Whether a row passes every filter; `cellOf` gives the row's cell of a column. */
export const passes = (filters: readonly Filter[], cellOf: (name: string) => Cell) =>
  filters.every(({ name, current }) => current.includes(cellOf(name)))
