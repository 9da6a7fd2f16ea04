import { api } from '@sightline/contract/api.ts'
import type { ResultWindow, RunReply } from '@sightline/contract/executions.ts'
import { queryOptions } from '@tanstack/react-query'
import { pathTo } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { FIRST_ROWS } from '../../results/run-query.ts'

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
  /** The saved query it belongs to; null when there is none. */
  queryId: number | null
  appliesAutoLimit: boolean
}

export const runText = ({ query, dataSourceId, queryId, appliesAutoLimit }: TextRun, signal: AbortSignal): Promise<RunReply> =>
  call(api.executions.runText, {
    body: {
      query,
      data_source_id: dataSourceId,
      query_id: queryId ?? undefined,
      parameters: {},
      max_age: 0,
      apply_auto_limit: appliesAutoLimit,
      wait: WAIT_MS,
    },
    signal,
  })

/** Runs a saved query as it is saved. */
export const runQuery = (id: number, signal: AbortSignal): Promise<RunReply> =>
  call(api.executions.runQuery, { params: { id }, body: { parameters: {}, max_age: 0, wait: WAIT_MS }, signal })

/** Formats of downloads, in the order of the menu. */
export const fileTypes = [
  { type: 'csv', name: 'CSV' },
  { type: 'tsv', name: 'TSV' },
  { type: 'xlsx', name: 'Excel' },
  { type: 'json', name: 'JSON' },
  { type: 'parquet', name: 'Parquet' },
] as const
export type FileType = (typeof fileTypes)[number]['type']

/**
 * Where a result is downloaded from, as a path of the API.
 * @param queryId null for a query that is not saved
 */
export function downloadPath(queryId: number | null, resultId: number, fileType: FileType = 'csv'): string {
  return queryId === null
    ? `api/query_results/${resultId}.${fileType}`
    : `api/queries/${queryId}/results/${resultId}.${fileType}`
}

export const downloadAddress = (queryId: number | null, resultId: number, fileType: FileType) =>
  pathTo(downloadPath(queryId, resultId, fileType))
