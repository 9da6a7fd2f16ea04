import { runShutIn } from '../embedded-duckdb/run.ts'
import type { InputTable, RunContext, RunnerResult } from '../runner.ts'
import { makeViews } from './views.ts'

/** Runs a query in DuckDB's dialect: each result is a view of its file. @throws QueryError */
export function runInDuckdb(
  text: string,
  { inputs, signal, tempDir }: Pick<RunContext<unknown>, 'signal' | 'tempDir'> & { inputs: readonly InputTable[] },
): Promise<RunnerResult> {
  return runShutIn(text, {
    attachments: [],
    prepare: (connection) => makeViews(connection, inputs),
    readable: inputs.map(({ path }) => path),
    signal,
    tempDir,
  })
}
