import type { RowWindow } from './row-source.ts'

export type Sort = RowWindow['sort']

/**
 * The order after a click on a column's head: up, down, none. With `isAdded` (shift-click) the other columns keep theirs,
 * otherwise the column becomes the only one.
 */
export function sortedBy(sort: Sort, column: number, isAdded: boolean): Sort {
  const now = sort.find((entry) => entry.column === column)
  const next = now === undefined ? { column, descending: false } : now.descending ? null : { column, descending: true }
  if (!isAdded) return next ? [next] : []
  if (now === undefined) return next ? [...sort, next] : sort
  return sort.flatMap((entry) => (entry.column !== column ? [entry] : next ? [next] : []))
}
