import type { ElasticsearchOptions } from '../elasticsearch-wire/options.ts'
import { cut, stoppableRun } from '../elasticsearch-wire/server.ts'
import { jsonObject } from '../http/json-query.ts'
import { messageIn } from '../http/words.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'
import { parseJson } from '../values/exact-json.ts'
import { objectsResult } from '../values/objects.ts'
import { rowsIn } from './answer.ts'

interface Search {
  index: string
  fields: string[] | null
  body: Record<string, unknown>
}

export function run(text: string, context: RunContext<ElasticsearchOptions>): Promise<RunnerResult> {
  const { index, fields, body } = searchIn(text)
  return stoppableRun(context, async (client) => {
    const answer = await client.ask({ method: 'POST', path: `${pathOf(index)}/_search`, body })
    const found = parseJson(await answer.text())
    if (!isPlainObject(found)) throw new QueryError('Sightline failed to parse the results it got from Elasticsearch.')
    if (found.error !== undefined) throw new QueryError(cut(messageIn(found.error) ?? JSON.stringify(found.error)))
    const rows = rowsIn(found)
    if (!rows) throw new QueryError('Sightline failed to parse the results it got from Elasticsearch.')
    return objectsResult([rows], fields ? { columns: fields } : {})
  })
}

/** @throws QueryError when the text is no JSON object, or names its index in another way than by a text */
function searchIn(text: string): Search {
  const { index = '', result_fields: fields = null, ...body } = jsonObject(text)
  if (typeof index !== 'string' || /^\s*\.{1,2}\s*$/.test(index))
    throw new QueryError("'index' should be the name of an index.")
  if (fields !== null && !Array.isArray(fields)) throw new QueryError("'result_fields' should be a list.")
  return { index, fields: fields?.map(String) ?? null, body }
}

/** Several indexes may be named, with patterns; none of them leads to another part of the server. */
const pathOf = (index: string): string =>
  index.trim() === '' ? '' : `/${encodeURIComponent(index.trim()).replaceAll('%2C', ',')}`
