import { Readable } from 'node:stream'
import type { Results } from '../../platform/results/results.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentColumn, storedResult } from './present.ts'
import type { ResultRow } from './store.ts'

/**
 * `{"query_result": {…}}` as the wire has it, written while the rows are read: no result is ever held whole.
 * @param detail `data` leaves out everything but the data and its time, as callers with a key get it from a run
 */
export function resultJson(results: Results, row: ResultRow, detail: 'full' | 'data'): Readable {
  return Readable.from(pieces(results, row, detail), { objectMode: false })
}

async function* pieces(results: Results, row: ResultRow, detail: 'full' | 'data'): AsyncGenerator<string | Buffer> {
  const { id, query_hash, query, data_source_id, runtime, metadata, log, truncated } = row
  const before = detail === 'full' ? { id, query_hash, query } : {}
  const after = { ...(detail === 'full' ? { data_source_id, runtime } : {}), retrieved_at: wireTime(row.retrieved_at) }
  const facts = {
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(log.length > 0 ? { log } : {}),
    ...(truncated === null ? {} : { truncated: true }),
  }
  const opening = members(before)
  yield `{"query_result":{${opening}${opening && ','}"data":{"columns":${JSON.stringify(row.columns.map(presentColumn))},"rows":`
  for await (const chunk of results.jsonRows(storedResult(row))) yield chunk
  const closing = members(facts)
  yield `${closing && ','}${closing}},${members(after)}}}`
}

/** The members of an object, without its braces. */
const members = (object: Record<string, unknown>) => JSON.stringify(object).slice(1, -1)
