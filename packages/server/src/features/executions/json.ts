import { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import type { WholeBody } from '../../platform/http/app.ts'
import type { Results } from '../../platform/results/results.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { answerOf, JSON_OF_ALL } from './intact.ts'
import { presentColumn, storedResult } from './present.ts'
import type { ResultRow } from './store.ts'

/**
 * `{"query_result": {…}}` as the wire has it. A small one is made once and kept, a large one is written while its rows are read.
 * @param detail `data` leaves out everything but the data and its time, as callers with a key get it from a run
 */
export function jsonAnswer(ctx: Context, row: ResultRow, detail: 'full' | 'data'): Promise<WholeBody | Readable> {
  return answerOf(ctx, row, detail === 'full' ? JSON_OF_ALL : 'json.data', () =>
    Readable.from(pieces(ctx.results, row, detail), { objectMode: false }),
  )
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
  // Sent once the first rows could be read: until then a failure can still be told as one.
  let head = `{"query_result":{${opening}${opening && ','}"data":{"columns":${JSON.stringify(row.columns.map(presentColumn))},"rows":`
  for await (const chunk of results.jsonRows(storedResult(row))) {
    if (head !== '') yield head
    head = ''
    yield chunk
  }
  const closing = members(facts)
  yield `${closing && ','}${closing}},${members(after)}}}`
}

/** The members of an object, without its braces. */
const members = (object: Record<string, unknown>) => JSON.stringify(object).slice(1, -1)
