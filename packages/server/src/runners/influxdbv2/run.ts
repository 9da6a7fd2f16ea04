import { linesOf } from '../http/response-body.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { objectsResult } from '../values/objects.ts'
import { tableRows } from './annotated-csv.ts'
import type { InfluxOptions } from './options.ts'
import { send } from './server.ts'

/** Runs a script; the rows of all tables that it yields are the result. */
export async function run(text: string, { config, signal }: RunContext<InfluxOptions>): Promise<RunnerResult> {
  const answer = await send(text, { config, signal })
  const result = await objectsResult(tableRows(linesOf(answer.body)))
  if (result.columns.length === 0) throw new QueryError(NO_DATA)
  return result
}
