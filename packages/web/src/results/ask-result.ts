import { api } from '@sightline/contract/api.ts'
import type { QueryOf } from '@sightline/contract/endpoint.ts'
import type { ResultColumns, ResultGroups, ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import { call } from '../api/call.ts'

/** Characters of filters in an address: servers and proxies refuse one that is longer than a few thousand. */
const LONGEST_FILTERS = 4000

/** Whether filters can stand in the address, where the answer is kept by the browser; others go along in the body. */
export const fitAddress = (filters: readonly RowFilter[]): boolean =>
  new URLSearchParams({ filters: JSON.stringify(filters) }).toString().length <= LONGEST_FILTERS

type Asked<Query> = Omit<Query, 'filters'> & { filters: RowFilter[] }
type WindowAsk = Asked<Partial<QueryOf<typeof api.executions.window>>>
type ColumnsRequest = Asked<Partial<QueryOf<typeof api.executions.columns>> & { columns: string }>
type GroupsRequest = Asked<Pick<QueryOf<typeof api.executions.groups>, 'ask'>>

/** Some rows of a result, sorted, searched and filtered. */
export const askWindow = (id: number, ask: WindowAsk, signal: AbortSignal): Promise<ResultWindow> =>
  fitAddress(ask.filters)
    ? call(api.executions.window, { params: { id }, query: ask, signal })
    : call(api.executions.windowByBody, { params: { id }, body: ask, signal })

/** Some columns of a result, thinned for drawing. */
export const askColumns = (id: number, ask: ColumnsRequest, signal: AbortSignal): Promise<ResultColumns> =>
  fitAddress(ask.filters)
    ? call(api.executions.columns, { params: { id }, query: ask, signal })
    : call(api.executions.columnsByBody, { params: { id }, body: ask, signal })

/** The rows of a result in groups, for drawing. */
export const askGroups = (id: number, ask: GroupsRequest, signal: AbortSignal): Promise<ResultGroups> =>
  fitAddress(ask.filters)
    ? call(api.executions.groups, { params: { id }, query: ask, signal })
    : call(api.executions.groupsByBody, { params: { id }, body: ask, signal })
