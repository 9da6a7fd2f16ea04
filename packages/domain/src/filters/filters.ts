import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '../language/i18n.ts'
import { filterKind, friendlyName } from './column-name.ts'

/** A drop-down that filters the rows of a result. */
export interface Filter {
  /** The name of the column. */
  name: string
  friendlyName: string
  multiple: boolean
  /** The distinct values, in order of first appearance. */
  values: Cell[]
  /** The chosen values. A filter of one value starts with the first, one of several values with all. */
  current: Cell[]
}

/** The filters that the column names define. `values[i]` are the cells of `columns[i]`. */
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

/** The values that the user has chosen, by the name of the filter. */
export type Chosen = ReadonlyMap<string, readonly Cell[]>

/**
 * Filters with the user's choice, without values that no longer exist. If none is left, the filter has its initial choice again.
 */
export const withChosen = (filters: readonly Filter[], chosen: Chosen): Filter[] =>
  filters.map((filter) => {
    const picked = chosen.get(filter.name)
    if (picked === undefined) return filter
    const wanted = new Set(picked)
    const current = filter.values.filter((value) => wanted.has(value))
    // An empty choice is valid; a choice whose values are all gone is not.
    return current.length === 0 && picked.length > 0 ? filter : { ...filter, current }
  })

/** Merges the filters of several results by name, with all their values. A dashboard shows them once for all its widgets. */
export function sharedFilters(ofResults: readonly (readonly Filter[])[]): Filter[] {
  const names = new Set(ofResults.flat().map(({ name }) => name))
  return [...names].flatMap((name) => {
    const same = ofResults.flat().filter((filter) => filter.name === name)
    const [first] = same
    if (first === undefined) return []
    const values = [...new Set(same.flatMap((filter) => filter.values))]
    return [{ ...first, values, current: first.multiple ? values : values.slice(0, 1) }]
  })
}

/** The filters of one result with the shared choice, without values that this result does not have. */
export const asShared = (own: readonly Filter[], shared: readonly Filter[]): Filter[] =>
  own.map((filter) => {
    const same = shared.find(({ name }) => name === filter.name)
    if (same === undefined) return filter
    const chosen = new Set(same.current)
    return { ...filter, current: filter.values.filter((value) => chosen.has(value)) }
  })

/** The names of the shared filters that leave values out and that a result does not have, so that its rows are not filtered by them. */
export const missingFilters = (own: readonly Filter[], shared: readonly Filter[]): string[] =>
  shared
    .filter(({ name, current, values }) => current.length < values.length && !own.some((filter) => filter.name === name))
    .map(({ name }) => name)

/** The note on a widget that filters of these columns do not filter. @param columns names, at least one */
export const notFilteredText = (columns: readonly string[]): string =>
  i18n._('Not filtered by {columns}', { columns: [...new Set(columns.map(friendlyName))].join(', ') })
