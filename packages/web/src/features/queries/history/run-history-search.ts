import { runStates } from '@sightline/contract/query-history.ts'
import { parseListSearch } from '@sightline/domain/list-state.ts'

/** The filters and page of the run history, kept in the URL. */
export interface RunHistorySearch {
  page?: number
  page_size?: number
  q?: string
  data_source_id?: number
  status?: (typeof runStates)[number]
}

/** Parses the search parameters of the URL; invalid ones are ignored. */
export function parseRunHistorySearch(search: Record<string, unknown>): RunHistorySearch {
  const { page, page_size, q } = parseListSearch(search)
  const source = Number(search.data_source_id)
  return {
    page,
    page_size,
    q,
    data_source_id: Number.isInteger(source) && source > 0 ? source : undefined,
    status: runStates.find((state) => state === search.status),
  }
}
