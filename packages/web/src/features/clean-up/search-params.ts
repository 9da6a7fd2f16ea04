import { parseListSearch } from '@sightline/domain/list-state.ts'

/** The lists of the clean-up page. */
export const targets = ['unused', 'broken', 'results', 'users'] as const
export type Target = (typeof targets)[number]

/** The state of the page, kept in the URL. */
export interface CleanUpSearch {
  what?: Target
  /** Threshold: months without use, or failed runs. */
  least?: number
  page?: number
  page_size?: number
}

/** Parses the search parameters of the URL; invalid ones are ignored. */
export function parseCleanUpSearch(search: Record<string, unknown>): CleanUpSearch {
  const { page, page_size } = parseListSearch(search)
  const { page: least } = parseListSearch({ page: search.least })
  return { what: targets.find((target) => target === search.what), least, page, page_size }
}
