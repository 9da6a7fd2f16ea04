import { api } from '@sightline/contract/api.ts'
import { call } from '../../api/call.ts'

/** Page and threshold of a clean-up list. */
export interface ListRequest {
  page: number
  pageSize: number
  /** Threshold: months without use, or failed runs. */
  least: number
}

const at = ({ page, pageSize }: ListRequest) => ({ page: String(page), page_size: String(pageSize) })

/** Queries that nobody has opened or run for some months. Like all of these, for super admins. */
export const readUnusedQueries = (request: ListRequest, signal: AbortSignal) =>
  call(api.cleanUp.unusedQueries, { query: { ...at(request), months: request.least }, signal })

/** Queries whose last runs have all failed. */
export const readBrokenQueries = (request: ListRequest, signal: AbortSignal) =>
  call(api.cleanUp.brokenQueries, { query: { ...at(request), runs: request.least }, signal })

/** Stored results, largest first. */
export const readResults = (request: ListRequest, signal: AbortSignal) =>
  call(api.cleanUp.results, { query: at(request), signal })

/** Users who have not been active for some months. */
export const readInactiveUsers = (request: ListRequest, signal: AbortSignal) =>
  call(api.cleanUp.inactiveUsers, { query: { ...at(request), months: request.least }, signal })

export const archiveQueries = (ids: number[]) => call(api.cleanUp.archiveQueries, { body: { ids } })
export const deleteResults = (ids: number[]) => call(api.cleanUp.deleteResults, { body: { ids } })
export const disableUsers = (ids: number[]) => call(api.cleanUp.disableUsers, { body: { ids } })
