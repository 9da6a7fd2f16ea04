import { normalizePage } from '@sightline/domain/list-state.ts'
import * as z from 'zod/mini'
import { isApiError } from './error.ts'

const Body = z.object({ details: z.object({ count: z.int() }) })

/** The last page of a list, told by the refusal of a page beyond it; null for every other failure, and for none. */
export function lastPageOf(error: unknown, pageSize: number): number | null {
  if (!isApiError(error, 'page_out_of_range')) return null
  const body = Body.safeParse(error.body)
  // A server of before does not say how many there are: then the first page is the one that is there for sure.
  return normalizePage({ page: 1, pageSize, total: body.data?.details.count ?? 0 }).lastPage
}
