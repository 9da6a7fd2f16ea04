import { Readable } from 'node:stream'
import type { Services } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { CachedResponse } from '../../../platform/results/response-cache.ts'
import { storedResult } from '../present.ts'
import * as store from '../store.ts'
import type { ResultRow } from '../tables.ts'

/** Name of the complete JSON of a result in the cache. */
export const FULL_JSON = 'json.full'

type Shared = Pick<Services, 'db' | 'results' | 'log'>

/** Whether a body made from a result is cached. @param name as for `cachedBody` */
export const isCached = ({ results }: Pick<Shared, 'results'>, row: ResultRow, name: string): boolean =>
  results.answers.has(cacheKey(row, name))

/** The stored result if it can still be read; null if its file is missing or truncated, so that the query has to run again. */
export async function intactOrNull(services: Shared, row: ResultRow): Promise<ResultRow | null> {
  try {
    await services.results.check(storedResult(row))
    return row
  } catch (error) {
    if (!isLoss(error)) throw error
    await markResultLost(services, row, error)
    return null
  }
}

/** Reads a result. If its rows turn out to be lost, it is marked and answers no further run. */
export async function readResult<Value>(services: Shared, row: ResultRow, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (isLoss(error)) await markResultLost(services, row, error)
    throw error
  }
}

/**
 * Does the same for a stream that is read while it is sent. The connection then breaks, because the status has already been
 * sent.
 */
export function watchStream(services: Shared, row: ResultRow, stream: Readable): Readable {
  stream.once('error', (error) => {
    if (isLoss(error))
      markResultLost(services, row, error).catch((err) => services.log.error({ err }, 'A lost result was not noted.'))
    else if (!isDisconnect(error)) services.log.error({ err: error, query_result_id: row.id }, 'A download broke off.')
  })
  return stream
}

/** A body made from a result, cached if it is small. @param name distinguishes the body from others made from this result */
export function cachedBody(
  services: Shared,
  row: ResultRow,
  name: string,
  make: () => Readable,
): Promise<CachedResponse | Readable> {
  return readResult(services, row, async () => {
    const answer = await services.results.answers.get(cacheKey(row, name), make)
    return answer instanceof Readable ? watchStream(services, row, answer) : answer
  })
}

const cacheKey = (row: ResultRow, name: string) => `${row.id}.${name}`

const isLoss = (error: unknown) =>
  error instanceof AppError && (error.code === 'result_unavailable' || error.code === 'result_damaged')

/** The client disconnected while the response was being compressed. */
const isDisconnect = (error: Error) => 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

async function markResultLost({ db, log }: Shared, row: ResultRow, err: unknown): Promise<void> {
  log.error({ err, query_result_id: row.id, file: row.file }, 'The rows of a stored result are lost.')
  await store.markLost(db, row.id)
}
