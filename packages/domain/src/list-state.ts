/** The state of a list. It is kept in the URL, so that it can be shared and restored. */
export interface ListState {
  /** 1-based. */
  page: number
  page_size: number
  /** Comma-separated sort names, with a leading minus for descending order; '' for none. */
  order: string
  q: string
  tags: string[]
}

/** The part of a list's state that is in the URL. */
export type ListSearch = Partial<ListState> & {
  /** One of the states that a list can be filtered by, such as `failing`. */
  filter?: string | undefined
}

/** The state of a list without values in the URL. */
export interface ListDefaults {
  page_size: number
  order?: string
}

/** Maximum number of rows per page that the server returns. */
export const MAX_PAGE_SIZE = 250

/** Default number of rows per page. */
export const DEFAULT_PAGE_SIZE = 20

/** Reads the query of a URL; invalid values become undefined. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const pageSize = positiveInteger(search.page_size)
  const tags = (Array.isArray(search.tags) ? search.tags : [search.tags]).filter((tag) => typeof tag === 'string' && tag !== '')
  return {
    page: positiveInteger(search.page),
    page_size: pageSize === undefined || pageSize > MAX_PAGE_SIZE ? undefined : pageSize,
    order: typeof search.order === 'string' ? search.order : undefined,
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    tags: tags.length > 0 ? tags : undefined,
    filter: typeof search.filter === 'string' && search.filter !== '' ? search.filter : undefined,
  }
}

/** The complete state of a list, from the values in its URL. */
export function listState(search: ListSearch, { page_size, order = 'created_at' }: ListDefaults): ListState {
  return {
    page: search.page ?? 1,
    page_size: search.page_size ?? page_size,
    order: search.order ?? order,
    q: search.q ?? '',
    tags: search.tags ?? [],
  }
}

/** Changes the search and returns to the first page. '' clears the search. */
export const withSearch = (list: ListSearch, q: string): ListSearch => ({ ...list, q: q || undefined, page: undefined })

/** Changes the tags and returns to the first page. */
export const withTags = (list: ListSearch, tags: string[]): ListSearch => ({
  ...list,
  tags: tags.length > 0 ? tags : undefined,
  page: undefined,
})

/** Changes the filter and returns to the first page. null clears it. */
export const withFilter = (list: ListSearch, filter: string | null): ListSearch => ({
  ...list,
  filter: filter ?? undefined,
  page: undefined,
})

/** Changes the page size and returns to the first page. */
export const withPageSize = (list: ListSearch, page_size: number): ListSearch => ({ ...list, page_size, page: undefined })

export const withPage = (list: ListSearch, page: number): ListSearch => ({ ...list, page: page > 1 ? page : undefined })

export const withOrder = (list: ListSearch, order: string): ListSearch => ({ ...list, order, page: undefined })

/** The current order; none while a search term is set, since results are sorted by relevance. */
export const activeOrder = ({ order, q }: ListState): string => (q === '' ? order : '')

/** One sort name of an order. */
export interface OrderPart {
  name: string
  descending: boolean
}

/** The sort names of an order such as `name,-created_at`; later ones apply if the earlier ones are equal. */
export const orderParts = (order: string): OrderPart[] =>
  order
    .split(',')
    .filter((part) => part !== '')
    .map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))

/** The order after a click on a column header: ascending, descending, none. */
export function nextOrder(order: string, column: string): string {
  const part = orderParts(order).find(({ name }) => name === column)
  if (part === undefined) return column
  return part.descending ? '' : `-${column}`
}

/** The order after a click with Shift: changes the direction of the column in place, or appends the column. */
export function addedOrder(order: string, column: string): string {
  const parts = orderParts(order).map(({ name, descending }) => (descending ? `-${name}` : name))
  const at = parts.findIndex((part) => part.replace(/^-/, '') === column)
  const next = nextOrder(order, column)
  return (at === -1 ? [...parts, next] : parts.with(at, next)).filter((part) => part !== '').join(',')
}

/**
 * The query of the list request. While searching, the chosen order is not sent but stays in the URL, so that it is restored when
 * the search is cleared.
 */
export function toRequest(list: ListState) {
  return {
    page: String(list.page),
    page_size: String(list.page_size),
    order: activeOrder(list) || undefined,
    q: list.q || undefined,
    tags: list.tags.length > 0 ? list.tags : undefined,
  }
}

/** A page within the valid range. */
export interface Page {
  page: number
  pageSize: number
  total: number
  lastPage: number
}

/** Limits a page to the valid range: sizes of at least 1, totals of at least 0, pages between the first and the last. */
export function normalizePage(asked: { page: number; pageSize?: number; total: number }): Page {
  const total = Math.max(0, Math.floor(asked.total) || 0)
  const pageSize = Math.max(1, Math.floor(asked.pageSize ?? DEFAULT_PAGE_SIZE) || 1)
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const page = Math.min(Math.max(1, Math.floor(asked.page) || 1), lastPage)
  return { page, pageSize, total, lastPage }
}

function positiveInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
