/** What a list shows: kept in the address, so that it can be shared and gone back to. */
export interface ListState {
  /** Counted from 1. */
  page: number
  page_size: number
  /** Sort names of the list with commas between them, a leading minus for descending; '' for none. */
  order: string
  q: string
  tags: string[]
}

/** The part of a list's state that an address names. */
export type ListSearch = Partial<ListState>

/** The state of a list whose address says nothing. */
export interface ListDefaults {
  page_size: number
  order?: string
}

/** Rows that the server gives per page at most. */
export const MAX_PAGE_SIZE = 250

/** Rows per page where nothing else is said. */
export const DEFAULT_PAGE_SIZE = 20

/** Reads the query of an address: what is not usable counts as not given, and is named as undefined. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const pageSize = positiveInteger(search.page_size)
  const tags = (Array.isArray(search.tags) ? search.tags : [search.tags]).filter((tag) => typeof tag === 'string' && tag !== '')
  return {
    page: positiveInteger(search.page),
    page_size: pageSize === undefined || pageSize > MAX_PAGE_SIZE ? undefined : pageSize,
    order: typeof search.order === 'string' ? search.order : undefined,
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    tags: tags.length > 0 ? tags : undefined,
  }
}

/** The whole state of a list, from what its address names. */
export function listState(search: ListSearch, { page_size, order = 'created_at' }: ListDefaults): ListState {
  return {
    page: search.page ?? 1,
    page_size: search.page_size ?? page_size,
    order: search.order ?? order,
    q: search.q ?? '',
    tags: search.tags ?? [],
  }
}

/** Searching starts at the first page. '' clears the search. */
export const withSearch = (list: ListSearch, q: string): ListSearch => ({ ...list, q: q || undefined, page: undefined })

/** Another choice of tags starts at the first page. */
export const withTags = (list: ListSearch, tags: string[]): ListSearch => ({
  ...list,
  tags: tags.length > 0 ? tags : undefined,
  page: undefined,
})

/** Another page size starts at the first page. */
export const withPageSize = (list: ListSearch, page_size: number): ListSearch => ({ ...list, page_size, page: undefined })

export const withPage = (list: ListSearch, page: number): ListSearch => ({ ...list, page: page > 1 ? page : undefined })

export const withOrder = (list: ListSearch, order: string): ListSearch => ({ ...list, order, page: undefined })

/** The order that is in force: none while a search term is set, since hits come in the order of their fit. */
export const activeOrder = ({ order, q }: ListState): string => (q === '' ? order : '')

/** One name of an order. */
export interface OrderPart {
  name: string
  descending: boolean
}

/** The names of an order such as `name,-created_at`: those behind count where the ones before are equal. */
export const orderParts = (order: string): OrderPart[] =>
  order
    .split(',')
    .filter((part) => part !== '')
    .map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))

/** The order after a click on a column's head: ascending, descending, none. */
export function nextOrder(order: string, column: string): string {
  const part = orderParts(order).find(({ name }) => name === column)
  if (part === undefined) return column
  return part.descending ? '' : `-${column}`
}

/** The same for a click with shift: the column steps on in its place in the order, or joins it at the end. */
export function addedOrder(order: string, column: string): string {
  const parts = orderParts(order).map(({ name, descending }) => (descending ? `-${name}` : name))
  const at = parts.findIndex((part) => part.replace(/^-/, '') === column)
  const next = nextOrder(order, column)
  return (at === -1 ? [...parts, next] : parts.with(at, next)).filter((part) => part !== '').join(',')
}

/** The query of the list call. The chosen order is not sent while searching but stays in the address: clearing the search restores it. */
export function toRequest(list: ListState) {
  return {
    page: String(list.page),
    page_size: String(list.page_size),
    order: activeOrder(list) || undefined,
    q: list.q || undefined,
    tags: list.tags.length > 0 ? list.tags : undefined,
  }
}

/** A page within what there is. */
export interface Page {
  page: number
  pageSize: number
  total: number
  lastPage: number
}

/** Brings a page into bounds: sizes of at least 1, totals of at least 0, pages between the first and the last. */
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
