import { parseListSearch } from '@sightline/domain/list-state.ts'

/** What can be cleaned up. */
export const targets = ['unused', 'broken', 'results', 'users'] as const
export type Target = (typeof targets)[number]

/** What the page shows: kept in the address. */
export interface CleanUpSearch {
  what?: Target
  /** Months without use, or runs that failed. */
  least?: number
  page?: number
  page_size?: number
}

/** Reads the query of the address: what is not usable counts as not given. */
export function parseCleanUpSearch(search: Record<string, unknown>): CleanUpSearch {
  const { page, page_size } = parseListSearch(search)
  const { page: least } = parseListSearch({ page: search.least })
  return { what: targets.find((target) => target === search.what), least, page, page_size }
}
