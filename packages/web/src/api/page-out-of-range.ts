import { normalizePage } from '@sightline/domain/list-state.ts'
import { detailOf, isApiError } from './error.ts'

/** The last page of a list, told by the refusal of a page beyond it; null for every other failure, and for none. */
export function lastPageFromError(error: unknown, pageSize: number): number | null {
  if (!isApiError(error, 'page_out_of_range')) return null
  const count = detailOf(error, 'count')
  // A server of before does not say how many there are: then the first page is the one that is there for sure.
  return normalizePage({ page: 1, pageSize, total: typeof count === 'number' ? count : 0 }).lastPage
}
