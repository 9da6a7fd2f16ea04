import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { RunReply } from '@sightline/contract/executions.ts'
import type { ResultWindow, ValueForm } from '@sightline/contract/results.ts'
import { type Definition, storable, type Values } from '@sightline/domain/parameters/definition.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, keyForUrl } from '../../api/call.ts'
import { ApiError, toApiError, UNREACHABLE } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { FIRST_ROWS, runToEnd } from '../../results/follow-run.ts'
import { sessionJobClient } from '../../results/job-client.ts'
import { MaxAge, WAIT_MS, type WaitUntil } from '../../results/run-query.ts'

/** The first rows of a stored result, with its metadata. A result never changes. */
export const resultQuery = (id: number) =>
  queryOptions({
    queryKey: ['results', id],
    queryFn: ({ signal }): Promise<ResultWindow> =>
      call(api.storedResults.window, { params: { id }, query: { limit: FIRST_ROWS }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A query text to run, saved or not. */
export interface TextRun {
  query: string
  dataSourceId: number
  /** null for the dialect of the query or of the data source. */
  dialect: string | null
  /** The saved query that the text belongs to; null if there is none. */
  queryId: number | null
  autoLimit: boolean
  /** By name. */
  parameters: Values
  /** Sent along, because the server does not know the parameters of an unsaved text. */
  definitions: readonly Definition[]
  /** `first_rows` for a caller that shows them before the run has ended. */
  waitUntil?: WaitUntil
}

export const runText = ({
  query,
  dataSourceId,
  dialect,
  queryId,
  autoLimit,
  parameters,
  definitions,
  waitUntil,
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
      apply_auto_limit: autoLimit,
      wait: WAIT_MS,
      wait_until: waitUntil,
    },
  })

/**
 * Runs a query text and waits for its result. Aborting cancels a run that goes on.
 * @throws RunError with the message of the data source
 */
export const runTextToEnd = (run: TextRun, signal: AbortSignal): Promise<ResultWindow> =>
  runToEnd(
    () => runText(run),
    sessionJobClient,
    (job) => signal.addEventListener('abort', () => void call(api.executions.cancel, { params: { job } }).catch(() => null)),
    signal,
  )

/** The file formats of a download, in the order of the menu. */
export const downloads = [
  { fileType: 'csv', isForExcel: false, name: t`CSV File` },
  // With a byte order mark, and with text escaped that Excel would take for a formula.
  { fileType: 'csv', isForExcel: true, name: t`CSV File for Excel` },
  { fileType: 'tsv', isForExcel: false, name: t`TSV File` },
  { fileType: 'xlsx', isForExcel: false, name: t`Excel File` },
  { fileType: 'json', isForExcel: false, name: t`JSON File` },
  { fileType: 'parquet', isForExcel: false, name: t`Parquet File` },
] as const

/** How a download writes its values. */
export interface DownloadValues {
  form: ValueForm
  /** IANA name of the time zone of times in the file. */
  timeZone: string
}

interface DownloadOptions {
  fileType?: (typeof downloads)[number]['fileType']
  isForExcel?: boolean
  /** How values are written; null for the file of the Redash API. */
  values?: DownloadValues | null
  /** The API key of an embed; null in a session. */
  apiKey?: string | null
  /** Parameter values of the run that returned the result: with a key they show that it may read the result. */
  parameters?: Values
}

/**
 * The path of a download in the API.
 * @param queryId null for an unsaved query
 */
export function downloadPath(
  queryId: number | null,
  resultId: number,
  { fileType = 'csv', isForExcel = false, values = null, apiKey = null, parameters = {} }: DownloadOptions = {},
): string {
  const folder = queryId === null ? 'api/query_results' : `api/queries/${queryId}/results`
  const search = new URLSearchParams({
    ...(isForExcel ? { excel: '1' } : {}),
    // A Parquet file always has exact values.
    ...(values === null || fileType === 'parquet' ? {} : { values: values.form, time_zone: values.timeZone }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters: JSON.stringify(parameters) }),
    ...(apiKey === null ? {} : { api_key: apiKey }),
  })
  return `${folder}/${resultId}.${fileType}${search.size > 0 ? `?${search}` : ''}`
}

export const downloadUrl = (queryId: number | null, resultId: number, options: DownloadOptions) =>
  pathTo(downloadPath(queryId, resultId, { ...options, apiKey: keyForUrl() }))

/**
 * Checks whether a download would succeed, so that the page can show the error instead of a failed download.
 * @throws ApiError with the error message of the server
 */
export async function checkDownload(url: string): Promise<void> {
  const request = (method: 'HEAD' | 'GET') =>
    fetch(url, { method }).catch(() => {
      throw new ApiError(0, null, UNREACHABLE, null)
    })
  if ((await request('HEAD')).ok) return
  // The response to HEAD has no body.
  const refusal = await request('GET')
  if (!refusal.ok) throw toApiError(refusal.status, await refusal.json().catch(() => null))
}
