import { randomUUID } from 'node:crypto'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import type { HttpResponse } from '../http/client.ts'
import { linesOf } from '../http/response-body.ts'
import { ConnectionLost, defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { parameters, settingsOf } from './parameters.ts'
import { ClickhouseOptions, ClickhouseServer, isException, readSchema, serverError, stop, testConnection } from './server.ts'
import { type ColumnReader, columnReader, unescaped } from './types.ts'

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
  const start = async ({ text, values }: BoundText) => {
    const statements = statementsOf(text, 'clickhouse')
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    const session: Record<string, string> = {
      ...(statements.length > 0 ? { session_id: query_id } : {}),
      ...(timeZone ? { session_timezone: timeZone } : {}),
    }
    for (const statement of statements) await (await send(server, statement, { ...session, query_id }, text)).text()
    const answer = await send(server, last, { ...session, ...settingsOf(values), query_id }, text)
    return readAnswer(answer.body, /\bwith\s+totals\b/i.test(last))
  }
  return stoppable.result(() => runBound(text, bindsTexts ? parameters : null, stoppable.signal, start))
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

/**
 * Reads `TabSeparatedWithNamesAndTypes`: a line of names, one of types, then the rows.
 * @param hasTotals whether the rows are followed by an empty line and a row of totals
 */
export async function readAnswer(body: AsyncIterable<Buffer>, hasTotals: boolean): Promise<RunnerResult> {
  const reading = linesOf(surfaceServerError(body))
  const [names, types, ahead] = await head(reading)
  const readers = types.map(columnReader)
  const columns = readers.map(({ column }, index) => ({ ...column, name: names[index] ?? '' }))
  const emptied = new Set<string>()
  const read = (line: string) => toRow(line, readers, (index) => emptied.add(names[index] ?? ''))
  const groups = rowGroups(ahead, reading, { width: types.length, hasTotals, read })
  return rowsResult(columns, groups, {
    log: () => [...emptied].map((name) => `Dates of "${name}" that are no days (0000-00-00) are left empty.`),
  })
}

/** Since version 24.11 this line precedes the error of a query that fails mid-stream; since 25.11 a second line follows it. */
const EXCEPTION_MARKER = '__exception__'
const MARKER_LINES = 2
const SERVER_ERROR = new RegExp(`${EXCEPTION_MARKER}\\r?\\n(?:\\w+\\r?\\n)?(Code: [\\s\\S]*)`)

/** If ClickHouse fails mid-stream it writes the error and drops the connection. Report the error, not the disconnect. */
async function* surfaceServerError(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let last: Buffer[] = []
  try {
    for await (const chunk of body) {
      last = [...last.slice(-1), chunk]
      yield chunk
    }
  } catch (error) {
    const [, text = ''] = SERVER_ERROR.exec(Buffer.concat(last).toString()) ?? []
    throw serverError(text) ?? error
  }
}

type Lines = AsyncGenerator<string[], void, undefined>

async function head(reading: Lines): Promise<[names: string[], types: string[], ahead: string[]]> {
  const ahead: string[] = []
  while (ahead.length < 3) {
    const { value: lines, done } = await reading.next()
    if (done) break
    ahead.push(...lines)
  }
  const [names = '', types = '', ...rest] = ahead
  if (names === '' && types === '') throw new QueryError(NO_DATA)
  const failure = isException(names) ? serverError(ahead.join('\n')) : null
  if (failure) throw failure
  return [names.split('\t').map(unescaped), types.split('\t').map(unescaped), rest]
}

interface Reading {
  /** Number of columns. */
  width: number
  hasTotals: boolean
  read(line: string): Row
}

async function* rowGroups(
  ahead: string[],
  reading: Lines,
  { width, hasTotals, read }: Reading,
): AsyncGenerator<Row[], void, undefined> {
  // The last lines may be an error instead of rows, so some are held back until more lines follow.
  const KEPT = hasTotals ? 3 : 2
  let waiting = ahead
  for await (const lines of reading) {
    waiting = waiting.length === 0 ? lines : [...waiting, ...lines]
    const settled = settledOf(waiting, KEPT)
    if (settled <= 0) continue
    const ready = waiting.slice(0, settled)
    waiting = waiting.slice(settled)
    failIn(ready, width)
    yield ready.map(read)
  }
  // The line break at the end leaves an empty line.
  if (waiting.at(-1) === '') waiting.pop()
  failIn(waiting, 0)
  if (hasTotals && waiting.at(-2) === '') waiting.splice(-2, 1)
  yield waiting.map(read)
}

/** How many of these lines are certainly rows: all but the last ones and those around an exception marker, before which a line may be empty. */
function settledOf(lines: readonly string[], kept: number): number {
  const from = Math.max(0, lines.length - kept - MARKER_LINES)
  const mark = lines.slice(from).findIndex((line) => line.trim() === EXCEPTION_MARKER)
  return mark < 0 ? lines.length - kept : Math.min(from + mark - 1, lines.length - kept)
}

/** Throws an error that the server wrote instead of a row. A line with the right number of values counts as a row. */
function failIn(lines: readonly string[], width: number): void {
  const at = lines.findIndex((line) => isException(line) && line.split('\t').length !== width)
  const failure = at < 0 ? null : serverError(lines.slice(at).join('\n'))
  if (failure) throw failure
}

function toRow(line: string, readers: readonly ColumnReader[], onNoDay: (index: number) => void): Row {
  const fields = line.split('\t')
  if (fields.length !== readers.length) throw new ConnectionLost()
  return readers.map(({ read }, index) => {
    const field = fields[index] ?? ''
    if (field === '\\N') return null
    if (!field.startsWith('0000-00-00')) return read(field)
    onNoDay(index)
    return null
  })
}
