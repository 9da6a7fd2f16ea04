import { randomUUID } from 'node:crypto'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import type { HttpAnswer } from '../http/client.ts'
import { NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { StoppableRun, stopLimit } from '../stopping.ts'
import type { ClickhouseOptions } from './options.ts'
import { readAnswer } from './reader.ts'
import { ClickhouseServer, stop } from './server.ts'

/** Runs the statements of a text, one after the other in one session of the server; the last one's rows are the result. */
export async function run(text: string, { config, signal, onSession }: RunContext<ClickhouseOptions>): Promise<RunnerResult> {
  const query_id = randomUUID()
  const course = new StoppableRun(signal, () => stop({ query_id }, { config, signal: stopLimit() }))
  onSession?.({ query_id })
  const server = new ClickhouseServer({ config, signal: course.signal })
  return course.result(async () => {
    const statements = statementsOf(text, 'clickhouse')
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    const session: Record<string, string> = statements.length > 0 ? { session_id: query_id } : {}
    for (const statement of statements) await (await ask(server, statement, { ...session, query_id }, text)).text()
    const answer = await ask(server, last, { ...session, query_id }, text)
    return readAnswer(answer.body, /\bwith\s+totals\b/i.test(last))
  })
}

/** Asks a statement; where it fails, the place is told in the whole text. */
async function ask(
  server: ClickhouseServer,
  statement: string,
  settings: Record<string, string>,
  text: string,
): Promise<HttpAnswer> {
  try {
    return await server.ask(statement, settings)
  } catch (error) {
    if (!(error instanceof QueryError) || error.position === null) throw error
    const bytes = Buffer.from(statement).subarray(0, error.position - 1)
    const position = Math.max(0, text.indexOf(statement)) + bytes.toString().length + 1
    throw new QueryError(error.message, { cause: error, position })
  }
}
