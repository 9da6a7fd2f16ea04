import { api } from '@sightline/contract/api.ts'
import type { QueryOf } from '@sightline/contract/endpoint.ts'
import type { OtherResult } from '@sightline/contract/pictures.ts'
import type { ResultGroups } from '@sightline/contract/result-groups.ts'
import type { BriefProfiles, ColumnProfile } from '@sightline/contract/result-profiles.ts'
import type { DistinctValues, ResultColumns, ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { call } from '../api/call.ts'
import { latestResult } from './latest-result.ts'

type WithFilters<Query> = Omit<Query, 'filters'> & { filters: RowFilter[] }
type WindowRequest = WithFilters<Partial<QueryOf<typeof api.storedResults.window>>>
type DistinctRequest = Partial<QueryOf<typeof api.storedResults.distinct>> & { column: number }
type ProfileRequest = WithFilters<Partial<QueryOf<typeof api.storedResults.profile>> & { column: number }>
type ProfilesRequest = WithFilters<Partial<QueryOf<typeof api.storedResults.profiles>> & { columns: string }>
type ColumnsRequest = WithFilters<Partial<QueryOf<typeof api.storedResults.columns>> & { columns: string }>
type GroupsRequest = WithFilters<
  Partial<QueryOf<typeof api.storedResults.groups>> & Pick<QueryOf<typeof api.storedResults.groups>, 'ask'>
>

/** Reads parts of stored results by their ids. Each function throws an ApiError, or an AbortError if the signal aborts. */
export interface ResultReader {
  window(id: number, request: WindowRequest, signal: AbortSignal): Promise<ResultWindow>
  distinct(id: number, request: DistinctRequest, signal: AbortSignal): Promise<DistinctValues>
  profile(id: number, request: ProfileRequest, signal: AbortSignal): Promise<ColumnProfile>
  profiles(id: number, request: ProfilesRequest, signal: AbortSignal): Promise<BriefProfiles>
  columns(id: number, request: ColumnsRequest, signal: AbortSignal): Promise<ResultColumns>
  groups(id: number, request: GroupsRequest, signal: AbortSignal): Promise<ResultGroups>
  /** Reads the latest result of another query without running it; omitted for readers of one query only. */
  latest?(queryId: number, signal: AbortSignal): Promise<OtherResult>
}

/** Reads results as the signed-in user. */
export const sessionReader: ResultReader = {
  window: (id, request, signal) =>
    fitInUrl(request)
      ? call(api.storedResults.window, { params: { id }, query: request, signal })
      : call(api.storedResults.windowByBody, { params: { id }, body: request, signal }),
  distinct: (id, request, signal) => call(api.storedResults.distinct, { params: { id }, query: request, signal }),
  profile: (id, request, signal) =>
    fitInUrl(request)
      ? call(api.storedResults.profile, { params: { id }, query: request, signal })
      : call(api.storedResults.profileByBody, { params: { id }, body: request, signal }),
  profiles: (id, request, signal) =>
    fitInUrl(request)
      ? call(api.storedResults.profiles, { params: { id }, query: request, signal })
      : call(api.storedResults.profilesByBody, { params: { id }, body: request, signal }),
  columns: (id, request, signal) =>
    fitInUrl(request)
      ? call(api.storedResults.columns, { params: { id }, query: request, signal })
      : call(api.storedResults.columnsByBody, { params: { id }, body: request, signal }),
  groups: (id, request, signal) =>
    fitInUrl(request)
      ? call(api.storedResults.groups, { params: { id }, query: request, signal })
      : call(api.storedResults.groupsByBody, { params: { id }, body: request, signal }),
  latest: latestResult,
}

/**
 * Reads the results of one query, also with its API key or the token of a dashboard: these callers may read what a run with the
 * same values returns.
 * @param values of the parameters of the run that returned the results
 * @param isBehindMark whether rows are read as those behind a mark, which a public dashboard may refuse
 */
export function queryReader(queryId: number, values: Values, isBehindMark = false): ResultReader {
  const parameters = Object.keys(values).length === 0 ? undefined : values
  const paramsOf = (result: number) => ({ id: queryId, result })
  return {
    window(id, asked, signal) {
      const [params, request] = [paramsOf(id), { ...asked, parameters, ...(isBehindMark && { behind_mark: true }) }]
      return fitInUrl(request)
        ? call(api.queryResults.window, { params, query: request, signal })
        : call(api.queryResults.windowByBody, { params, body: request, signal })
    },
    distinct(id, asked, signal) {
      const [params, request] = [paramsOf(id), { ...asked, parameters }]
      return fitInUrl(request)
        ? call(api.queryResults.distinct, { params, query: request, signal })
        : call(api.queryResults.distinctByBody, { params, body: request, signal })
    },
    profile(id, asked, signal) {
      const [params, request] = [paramsOf(id), { ...asked, parameters }]
      return fitInUrl(request)
        ? call(api.queryResults.profile, { params, query: request, signal })
        : call(api.queryResults.profileByBody, { params, body: request, signal })
    },
    profiles(id, asked, signal) {
      const [params, request] = [paramsOf(id), { ...asked, parameters }]
      return fitInUrl(request)
        ? call(api.queryResults.profiles, { params, query: request, signal })
        : call(api.queryResults.profilesByBody, { params, body: request, signal })
    },
    columns(id, asked, signal) {
      const [params, request] = [paramsOf(id), { ...asked, parameters }]
      return fitInUrl(request)
        ? call(api.queryResults.columns, { params, query: request, signal })
        : call(api.queryResults.columnsByBody, { params, body: request, signal })
    },
    groups(id, asked, signal) {
      const [params, request] = [paramsOf(id), { ...asked, parameters }]
      return fitInUrl(request)
        ? call(api.queryResults.groups, { params, query: request, signal })
        : call(api.queryResults.groupsByBody, { params, body: request, signal })
    },
  }
}

/** Maximum length of filters and parameters in a URL: servers and proxies refuse URLs of more than a few thousand characters. */
const MAX_IN_URL = 4000

/** Whether a request fits into the URL, so that the browser can cache the response; otherwise it is sent in the body. */
export const fitInUrl = ({
  filters,
  parameters,
}: {
  filters?: readonly RowFilter[]
  parameters?: Values | undefined
}): boolean =>
  new URLSearchParams({ filters: JSON.stringify(filters ?? []), parameters: JSON.stringify(parameters ?? {}) }).toString()
    .length <= MAX_IN_URL
