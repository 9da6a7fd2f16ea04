import { randomUUID } from 'node:crypto'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import type { HttpResponse } from '../http/client.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { parameters, settingsOf } from './parameters.ts'
import { ClickhouseOptions, ClickhouseServer, readSchema, secondRun, stop, testConnection } from './server.ts'
import { runStatement } from './statement.ts'

/** ClickHouse (https://clickhouse.com), over its HTTP interface. */
export default defineRunner({
  type: 'clickhouse',
  name: 'ClickHouse',
  gallery: { category: 'warehouse', aliases: ['olap'], isPopular: true },
  syntax: 'sql',
  dialect: 'clickhouse',
  language: 'clickhouse',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'clickhouse',
  guide: 'clickhouse',
  moduleUrl: import.meta.url,
  config: ClickhouseOptions,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

/** Runs the statements of a query one after the other in one server session; the result is the rows of the last one. */
async function run(
  text: string,
  { config, signal, onSession, timeZone, bindsTexts }: RunContext<ClickhouseOptions>,
): Promise<RunnerResult> {
  const query_id = randomUUID()
  const stoppable = new StoppableRun(signal, () => stop({ query_id }, { config, signal: stopTimeout() }))
  onSession?.({ query_id })
  const server = new ClickhouseServer({ config, signal: stoppable.signal })
  const start = async ({ text, values: bound }: BoundText) => {
    const statements = statementsOf(text, 'clickhouse')
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    const zone: Record<string, string> = timeZone ? { session_timezone: timeZone } : {}
    const session = { ...(statements.length > 0 ? { session_id: query_id } : {}), ...zone }
    for (const statement of statements) await (await send(server, statement, { ...session, query_id }, text)).text()
    const values = settingsOf(bound)
    const sendLast = (settings?: Record<string, string>) =>
      send(server, last, { ...session, ...values, query_id, ...settings }, text)
    return runStatement(last, {
      send: sendLast,
      sendAgain: () => sendLast({ query_id: secondRun(query_id) }),
      ask: (question) => server.send(question, { ...zone, ...values, default_format: 'TabSeparated' }),
      stop: () => stop({ query_id }, { config, signal: stoppable.signal }),
      isInSession: statements.length > 0,
    })
  }
  return stoppable.result(() => runBound(text, bindsTexts ? parameters : null, signal, start))
}

/** Sends a statement; the position of an error is converted to one in the whole text. */
async function send(
  server: ClickhouseServer,
  statement: string,
  settings: Record<string, string>,
  text: string,
): Promise<HttpResponse> {
  try {
    return await server.send(statement, settings)
  } catch (error) {
    if (!(error instanceof QueryError) || error.position === null) throw error
    const bytes = Buffer.from(statement).subarray(0, error.position - 1)
    const position = Math.max(0, text.indexOf(statement)) + bytes.toString().length + 1
    throw new QueryError(error.message, { cause: error, position })
  }
}
