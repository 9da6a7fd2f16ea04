import { api } from '@sightline/contract/api.ts'
import type { RunReply } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { type Definition, storable, type Values } from '@sightline/domain/parameters/definition.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keyForUrl } from '../../api/credentials.ts'
import { ApiError, toApiError, UNREACHABLE } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { FIRST_ROWS } from '../../results/follow-run.ts'

/** How long the server holds the answer to a run, milliseconds: a quick query needs no second request. */
const WAIT_MS = 500

/** The first rows of a stored result and what is known about it. A result never changes. */
export const resultQuery = (id: number) =>
  queryOptions({
    queryKey: ['results', id],
    queryFn: ({ signal }): Promise<ResultWindow> =>
      call(api.executions.window, { params: { id }, query: { limit: FIRST_ROWS }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Text to be run as it is, saved or not. */
export interface TextRun {
  query: string
  dataSourceId: number
  /** null for that of the query, or of the data source. */
  dialect: string | null
  /** The saved query it belongs to; null when there is none. */
  queryId: number | null
  appliesAutoLimit: boolean
  /** By name. */
  parameters: Values
  /** The server does not know the parameters of text that is not saved. */
  definitions: readonly Definition[]
}

export const runText = ({
  query,
  dataSourceId,
  dialect,
  queryId,
  appliesAutoLimit,
  parameters,
  definitions,
}: TextRun): Promise<RunReply> =>
  call(api.executions.runText, {
    body: {
      query,
      data_source_id: dataSourceId,
      dialect,
      query_id: queryId ?? undefined,
      parameters,
      parameter_definitions: definitions.map(storable),
      max_age: MaxAge.none,
      apply_auto_limit: appliesAutoLimit,
      wait: WAIT_MS,
    },
  })

/** How old, in seconds, a stored result of a run may be for the query not to be run again. */
export const MaxAge = { none: 0, any: -1 } as const

/**
 * Runs a saved query as it is saved.
 * @param parameters by name
 * @param maxAge seconds; -1 for a stored result of any age
 */
export const runQuery = (id: number, parameters: Values, maxAge: number, signal?: AbortSignal): Promise<RunReply> =>
  call(api.executions.runQuery, { params: { id }, body: { parameters, max_age: maxAge, wait: WAIT_MS }, signal })

/** What a result can be downloaded as, in the order of the menu. */
export const downloads = [
  { fileType: 'csv', isForExcel: false, name: 'CSV File' },
  // Marked as UTF-8, and no text in it is taken for a formula.
  { fileType: 'csv', isForExcel: true, name: 'CSV File for Excel' },
  { fileType: 'tsv', isForExcel: false, name: 'TSV File' },
  { fileType: 'xlsx', isForExcel: false, name: 'Excel File' },
  { fileType: 'json', isForExcel: false, name: 'JSON File' },
  { fileType: 'parquet', isForExcel: false, name: 'Parquet File' },
] as const

interface DownloadOptions {
  fileType?: (typeof downloads)[number]['fileType']
  isForExcel?: boolean
  /** Of an embed; null in a session. */
  apiKey?: string | null
}

/**
 * Where a result is downloaded from, as a path of the API.
 * @param queryId null for a query that is not saved
 */
export function downloadPath(
  queryId: number | null,
  resultId: number,
  { fileType = 'csv', isForExcel = false, apiKey = null }: DownloadOptions = {},
): string {
  const place = queryId === null ? 'api/query_results' : `api/queries/${queryId}/results`
  const search = new URLSearchParams({ ...(isForExcel ? { excel: '1' } : {}), ...(apiKey === null ? {} : { api_key: apiKey }) })
  return `${place}/${resultId}.${fileType}${search.size > 0 ? `?${search}` : ''}`
}

export const downloadUrl = (queryId: number | null, resultId: number, options: DownloadOptions) =>
  pathTo(downloadPath(queryId, resultId, { ...options, apiKey: keyForUrl() }))

/**
 * Asks whether a download would succeed, so that a refusal is told on the page and not by a file that never arrives.
 * @throws ApiError with the server's sentence
 */
export async function checkDownload(address: string): Promise<void> {
  const ask = (method: 'HEAD' | 'GET') =>
    fetch(address, { method }).catch(() => {
      throw new ApiError(0, null, UNREACHABLE, null)
    })
  if ((await ask('HEAD')).ok) return
  // The answer to HEAD has no words.
  const refusal = await ask('GET')
  if (!refusal.ok) throw toApiError(refusal.status, await refusal.json().catch(() => null))
}
