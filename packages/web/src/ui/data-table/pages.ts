/** A stretch of the rows of a table. */
export interface Page {
  /** Counted from 1. */
  page: number
  lastPage: number
  /** Its rows, as people count them. */
  from: number
  to: number
}

/**
 * The page that a row is on.
 * @param row counted from 0
 * @param pageSize rows of a page
 * @returns null where one page holds all rows
 */
export function pageOf(row: number, pageSize: number, total: number): Page | null {
  if (total <= pageSize) return null
  const lastPage = Math.ceil(total / pageSize)
  const page = Math.min(Math.floor(Math.max(0, row) / pageSize) + 1, lastPage)
  return { page, lastPage, from: firstRowOf(page, pageSize) + 1, to: Math.min(page * pageSize, total) }
}

/** The row that a page begins with, counted from 0. */
export const firstRowOf = (page: number, pageSize: number) => (page - 1) * pageSize
