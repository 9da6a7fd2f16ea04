import type { ListQuery } from '@sightline/contract/paging.ts'
import { MAX_PAGE_SIZE, type OrderPart, orderParts } from '@sightline/domain/list-state.ts'
import { AppError } from './http/errors.ts'

const DEFAULT_PAGE_SIZE = 25

/** The validated query string of a list request. Pages count from 1. */
export interface ListRequest {
  page: number
  pageSize: number
  /** Sort names, each one ordering rows that are equal under those before; empty for the list's default order. */
  order: OrderPart[]
  /** The trimmed search term; '' for no search. */
  term: string
  /** Items must have all of these tags. */
  tags: string[]
}

/**
 * Reads the query string of a paged list. A page or size that is not an integer falls back to its default.
 * @throws AppError for a page below 1 and a size outside 1 to 250
 */
export function readListRequest(query: ListQuery): ListRequest {
  const page = wholeNumber(query.page) ?? 1
  const pageSize = wholeNumber(query.page_size) ?? DEFAULT_PAGE_SIZE
  if (page < 1) throw new AppError('page_not_positive')
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) throw new AppError('page_size_out_of_range')
  const tags = typeof query.tags === 'string' ? [query.tags] : (query.tags ?? [])
  return { page, pageSize, order: orderParts(query.order ?? ''), term: (query.q ?? '').trim(), tags }
}

/** The words of a search term, all of which must match. */
export const wordsIn = (term: string): string[] => term.split(/\s+/).filter((word) => word !== '')

/**
 * The wire format of a page.
 * @throws AppError, with the count, if the page is beyond the last one of a non-empty list
 */
export function pageOf<Item>(request: Pick<ListRequest, 'page' | 'pageSize'>, count: number, results: Item[]) {
  if (count > 0 && (request.page - 1) * request.pageSize >= count) throw new AppError('page_out_of_range', { count })
  return { count, page: request.page, page_size: request.pageSize, results }
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : null
}
