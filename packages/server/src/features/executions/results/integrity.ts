import { Readable } from 'node:stream'
import type { Services } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { CachedResponse } from '../../../platform/results/response-cache.ts'
import { storedResult } from '../present.ts'
import * as store from '../store.ts'

/** Names the JSON of a result with all that is known of it. */
export const JSON_OF_ALL = 'json.full'

type Shared = Pick<Services, 'db' | 'results' | 'log'>

/** Whether a text made of a result is in memory. @param name as `cachedBody` has it */
export const isKept = ({ results }: Pick<Shared, 'results'>, row: store.ResultRow, name: string): boolean =>
  results.answers.has(nameOf(row, name))

/** A stored result if a run may be answered with it; null when its file is gone or cut short, so that it is run anew. */
export async function ifIntact(services: Shared, row: store.ResultRow): Promise<store.ResultRow | null> {
  try {
    await services.results.check(storedResult(row))
    return row
  } catch (error) {
    if (!isLoss(error)) throw error
    await markResultLost(services, row, error)
    return null
  }
}

/** Reads a result. When its rows turn out to be lost, that is noted, and no later run is answered with it. */
export async function reading<Value>(services: Shared, row: store.ResultRow, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (isLoss(error)) await markResultLost(services, row, error)
    throw error
  }
}

/** The same for what is read while it is sent. The connection ends, as that is all that can still be told to the caller. */
export function readingOn(services: Shared, row: store.ResultRow, stream: Readable): Readable {
  stream.once('error', (error) => {
    if (isLoss(error))
      markResultLost(services, row, error).catch((err) => services.log.error({ err }, 'A lost result was not noted.'))
    else if (!isHangUp(error)) services.log.error({ err: error, query_result_id: row.id }, 'A download broke off.')
  })
  return stream
}

/**
 * A text made of a result, kept in memory while it is small.
 * @param name names the text among all that are made of this result
 */
export function cachedBody(
  services: Shared,
  row: store.ResultRow,
  name: string,
  make: () => Readable,
): Promise<CachedResponse | Readable> {
  return reading(services, row, async () => {
    const answer = await services.results.answers.get(nameOf(row, name), make)
    return answer instanceof Readable ? readingOn(services, row, answer) : answer
  })
}

const nameOf = (row: store.ResultRow, name: string) => `${row.id}.${name}`

const isLoss = (error: unknown) =>
  error instanceof AppError && (error.code === 'result_unavailable' || error.code === 'result_damaged')

/** The caller went away while the answer was on its way to be compressed. */
const isHangUp = (error: Error) => 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

async function markResultLost({ db, log }: Shared, row: store.ResultRow, err: unknown): Promise<void> {
  log.error({ err, query_result_id: row.id, file: row.file }, 'The rows of a stored result are lost.')
  await store.markLost(db, row.id)
}
