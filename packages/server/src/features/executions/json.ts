import { Readable } from 'node:stream'
import { splitDialect } from '@sightline/domain/query-dialect.ts'
import type { Context } from '../../platform/context.ts'
import type { WholeBody } from '../../platform/http/app.ts'
import type { Results } from '../../platform/results/results.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentColumn, storedResult } from './present.ts'
import { cachedBody, JSON_OF_ALL } from './results/integrity.ts'
import type { ResultRow } from './store.ts'

/**
 * How much of a result is told: all; all but the text that was run, for callers with a key, who do not get to read the query's text
 * either; or only the data and its time, as they get it from a run.
 */
export type JsonDetail = 'full' | 'textless' | 'data'

/** `{"query_result": {…}}` as the wire has it. A small one is made once and kept, a large one is written while its rows are read. */
export function jsonAnswer(ctx: Context, row: ResultRow, detail: JsonDetail): Promise<WholeBody | Readable> {
  return cachedBody(ctx, row, detail === 'full' ? JSON_OF_ALL : `json.${detail}`, () =>
    Readable.from(pieces(ctx.results, row, detail), { objectMode: false }),
  )
}

async function* pieces(results: Results, row: ResultRow, detail: JsonDetail): AsyncGenerator<string | Buffer> {
  const { id, query_hash, data_source_id, runtime, metadata, log, truncated } = row
  const before = detail === 'data' ? {} : { id, query_hash, query: detail === 'full' ? splitDialect(row.query).text : '' }
  const after = { ...(detail === 'data' ? {} : { data_source_id, runtime }), retrieved_at: wireTime(row.retrieved_at) }
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
