import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'
import { type InfluxOptions, type Series, send } from './server.ts'

/** Runs the statements of a text; the rows of all of them are the result. */
export async function run(text: string, { config, signal }: RunContext<InfluxOptions>): Promise<RunnerResult> {
  const result = await objectsResult(objects(send(text, { config, signal })))
  if (result.columns.length === 0) throw new QueryError(NO_DATA)
  return result
}

async function* objects(pieces: ReturnType<typeof send>): AsyncGenerator<ObjectRow[], void, undefined> {
  for await (const { series } of pieces) for (const one of series) yield rowsOfSeries(one)
}

/** The columns of a series, and then its tags. */
function rowsOfSeries({ columns, tags = {}, values }: Series): ObjectRow[] {
  return values.map((row) => ({ ...Object.fromEntries(columns.map((name, index) => [name, row[index]])), ...tags }))
}
