import { api } from '@sightline/contract/api.ts'
import type { QueryOf } from '@sightline/contract/endpoint.ts'
import type { Cell, ResultColumns, ResultGroups, ResultInfo, ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import { call } from '../api/call.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/row-source.ts'
import { groupData, groupsAsk, hasAllGroups, loadCells, withoutGroups } from '../visualizations/result-data.ts'
import type { GroupData, GroupNeeds, Needs, ResultData } from '../visualizations/visualization.ts'
import { MAX_VISUALIZED_ROWS } from './memory-data.ts'

/**
 * Loads from the server only the part of a stored result that a visualization needs.
 * @param search '' for all rows; applies to windows only
 * @param first the first window of the result; null if it is not loaded
 * @param filters rows have to pass all of them
 */
export async function loadData(
  info: ResultInfo,
  needs: Needs,
  search: string,
  first: ResultWindow | null,
  signal: AbortSignal,
  filters: RowFilter[] = [],
): Promise<ResultData> {
  if (needs.kind === 'windows') return { kind: 'windows', source: resultSource(info, search, first, filters) }
  // Single cells ignore the search, like every visualization except tables.
  if (needs.kind === 'cells') return loadCells(resultSource(info, '', first, filters), needs, signal)
  if (needs.kind === 'groups') return loadGroups(info, needs, signal, filters)
  if (needs.instead && info.row_count > MAX_VISUALIZED_ROWS) {
    const groups = await loadGroups(info, needs.instead, signal, filters)
    if (hasAllGroups(groups)) return groups
  }

  const indexes = needs.columns.flatMap((name) => {
    const index = info.columns.findIndex((column) => column.name === name)
    return index === -1 ? [] : [index]
  })
  const columns = indexes.flatMap((index) => info.columns[index] ?? [])
  if (indexes.length === 0) return { kind: 'columns', columns, total: info.row_count, shown: 0, values: [] }
  const extreme = needs.extreme === null ? -1 : info.columns.findIndex((column) => column.name === needs.extreme)
  const request = { columns: indexes.join(','), extreme: extreme === -1 ? undefined : extreme, filters }
  const reply = await fetchColumns(info.id, request, signal)
  return { kind: 'columns', columns, total: reply.total, shown: reply.shown, values: reply.values }
}

async function loadGroups(info: ResultInfo, needs: GroupNeeds, signal: AbortSignal, filters: RowFilter[]): Promise<GroupData> {
  const request = groupsAsk(info.columns, needs)
  if (request === null) return withoutGroups(info.columns, needs, info.row_count)
  const reply = await fetchGroups(info.id, { ask: request.ask, filters: [...filters, ...request.without] }, signal)
  return groupData(info.columns, needs, reply)
}

/**
 * The rows of a stored result that contain a text and pass filters, loaded window by window.
 * @param search '' for all rows
 * @param first a window that is already loaded; null if there is none
 * @param searchColumns indexes of the columns to search; null for all
 */
export function resultSource(
  info: ResultInfo,
  search: string,
  first: ResultWindow | null,
  filters: RowFilter[] = [],
  searchColumns: readonly number[] | null = null,
): RowSource {
  const hasAllRows = search === '' && filters.length === 0
  return {
    key: `${info.id} ${search} ${JSON.stringify([filters, searchColumns])}`,
    columns: info.columns,
    rowCount: info.row_count,
    isSearched: search !== '',
    async load({ offset, limit, sort }, signal) {
      const loaded = hasAllRows && sort.length === 0 ? fromWindow(first, info.id, offset, limit) : null
      if (loaded !== null) return { total: info.row_count, rows: loaded }
      return load({ offset, limit, sort, total: 'later' }, signal)
    },
    async count(sort, signal) {
      const { total } = await load({ offset: 0, limit: 1, sort, total: 'now' }, signal)
      return total ?? 0
    },
    search: (text, columns) => resultSource(info, text, null, filters, columns),
  }

  function load(window: RowWindow & { total: 'now' | 'later' }, signal: AbortSignal): Promise<ResultWindow> {
    const request = {
      ...window,
      sort: sortText(window.sort),
      search: search === '' ? undefined : search,
      search_columns: searchColumns === null ? undefined : searchColumns.join(','),
      filters,
    }
    return fetchWindow(info.id, request, signal)
  }
}

/** The sort order as it is sent: column indexes, a minus sign for descending; undefined for the order of the result. */
export function sortText(sort: RowWindow['sort']): string | undefined {
  // The endpoint accepts ten columns; more hardly ever change the order.
  const parts = sort.slice(0, 10).map(({ column, descending }) => `${descending ? '-' : ''}${column}`)
  return parts.length === 0 ? undefined : parts.join(',')
}

function fromWindow(window: ResultWindow | null, resultId: number, offset: number, limit: number): Cell[][] | null {
  if (window === null || window.result.id !== resultId || offset < window.offset) return null
  const from = offset - window.offset
  const isComplete = Math.min(offset + limit, window.result.row_count) <= window.offset + window.rows.length
  return isComplete ? window.rows.slice(from, from + limit) : null
}

/** The rows that a run has returned so far, in their order; they cannot be sorted or searched yet. */
export function rowsInMemory(key: string, columns: SourceColumn[], rows: Cell[][]): RowSource {
  return {
    key,
    columns,
    rowCount: rows.length,
    isPart: true,
    load: ({ offset, limit }) => Promise.resolve({ total: rows.length, rows: rows.slice(offset, offset + limit) }),
  }
}

/** Maximum length of filters in a URL: servers and proxies refuse URLs of more than a few thousand characters. */
const MAX_FILTERS_IN_URL = 4000

/** Whether filters fit into the URL, so that the browser can cache the response; otherwise they are sent in the body. */
export const fitInUrl = (filters: readonly RowFilter[]): boolean =>
  new URLSearchParams({ filters: JSON.stringify(filters) }).toString().length <= MAX_FILTERS_IN_URL

type WithFilters<Query> = Omit<Query, 'filters'> & { filters: RowFilter[] }
type WindowRequest = WithFilters<Partial<QueryOf<typeof api.executions.window>>>
type ColumnsRequest = WithFilters<Partial<QueryOf<typeof api.executions.columns>> & { columns: string }>
type GroupsRequest = WithFilters<Pick<QueryOf<typeof api.executions.groups>, 'ask'>>

const fetchWindow = (id: number, request: WindowRequest, signal: AbortSignal): Promise<ResultWindow> =>
  fitInUrl(request.filters)
    ? call(api.executions.window, { params: { id }, query: request, signal })
    : call(api.executions.windowByBody, { params: { id }, body: request, signal })

const fetchColumns = (id: number, request: ColumnsRequest, signal: AbortSignal): Promise<ResultColumns> =>
  fitInUrl(request.filters)
    ? call(api.executions.columns, { params: { id }, query: request, signal })
    : call(api.executions.columnsByBody, { params: { id }, body: request, signal })

const fetchGroups = (id: number, request: GroupsRequest, signal: AbortSignal): Promise<ResultGroups> =>
  fitInUrl(request.filters)
    ? call(api.executions.groups, { params: { id }, query: request, signal })
    : call(api.executions.groupsByBody, { params: { id }, body: request, signal })
