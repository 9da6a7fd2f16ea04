import { randomUUID } from 'node:crypto'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { z } from 'zod'
import { parseJsonOrNull } from '../http/error-message.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { mustOnlyRead } from '../sql/only-reading.ts'
import { StoppableRun, stopTimeout, waitUntilGone } from '../stopping.ts'
import { parseJson } from '../values/cells.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type DrillRows, openAnswer } from './answer.ts'
import { blankEnds } from './blank-ends.ts'
import { columnsOf } from './columns.ts'
import { type DrillContext, drillClient } from './connection.ts'
import { failureIn, lateFailureIn } from './errors.ts'
import { DrillOptions } from './options.ts'
import { readSchema } from './schema.ts'

/** Apache Drill (https://drill.apache.org), over its REST API. */
export default defineRunner({
  type: 'drill',
  name: 'Apache Drill',
  gallery: { category: 'warehouse', aliases: ['hadoop', 'parquet', 'files'] },
  syntax: 'sql',
  dialect: 'drill',
  language: 'calcite',
  guide: 'drill',
  moduleUrl: import.meta.url,
  config: DrillOptions,
  annotates: false,
  supportsAutoLimit: false,
  run,
  stop,
  testConnection,
  getSchema: (context) => readSchema((text) => rowsOf(text, context), context.config.allowed_schemas ?? ''),
})

/** First words of statements that only read. A session ends with its request, so none sets an option for another one. */
const READING = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'EXPLAIN', 'SHOW', 'DESCRIBE', 'DESC'])

async function run(text: string, { config, signal, onSession }: RunContext<DrillContext['config']>): Promise<RunnerResult> {
  const statements = statementsOf(text, 'drill')
  if (statements.length === 0) throw new QueryError(NO_DATA)
  if (statements.length > 1) throw new QueryError('Drill runs one statement at a time.')
  mustOnlyRead(text, 'drill', READING)
  const id = randomUUID()
  const stoppable = new StoppableRun(signal, () => stop({ id }, { config, signal: stopTimeout() }))
  onSession?.({ id })
  const context = { config, signal: stoppable.signal }
  return stoppable.result(() => runBound(text, blankEnds, signal, (query) => resultOf(query.text, context, id)))
}

async function resultOf(text: string, context: DrillContext, id: string): Promise<RunnerResult> {
  const { head, rows } = await send(text, context, id)
  const { value: ahead, done } = await rows.next()
  const first = done ? [] : ahead
  const { columns, read } = columnsOf(head.columns, head.metadata, first[0])
  return rowsResult(columns, readRows(first.map(read), { head, rows }, { read, text, context }))
}

/** The first line of what is sent: Drill names a query only with its first rows, so it is found by this. */
const markOf = (id: unknown): string => `-- Sightline ${id}`

/** @throws QueryError if the query fails before its first row */
async function send(text: string, context: DrillContext, id: string): Promise<DrillRows> {
  const response = await drillClient(context).send({
    method: 'POST',
    path: '/query.json',
    body: {
      queryType: 'SQL',
      query: `${markOf(id)}\n${text}`,
      // Otherwise a failed query has no message.
      options: { 'drill.exec.http.rest.errors.verbose': 'true' },
    },
  })
  const answer = await openAnswer(response.body)
  if ('queryState' in answer) throw failureIn(answer, text)
  return answer
}

interface Reading {
  read(row: Row): Row
  text: string
  context: DrillContext
}

/** @throws QueryError if the query fails after some rows; the reason is in its profile only */
async function* readRows(
  first: readonly Row[],
  { head, rows }: DrillRows,
  { read, text, context }: Reading,
): AsyncGenerator<readonly Row[], void, undefined> {
  try {
    yield first
    for (;;) {
      const { value, done } = await rows.next()
      if (!done) yield value.map(read)
      else if (value === 'COMPLETED') return
      else throw lateFailureIn(await profileErrorOf(head.queryId, context), text)
    }
  } finally {
    await rows.return('')
  }
}

const Profile = z.object({ verboseError: z.string().default('') })

/** The error in the profile of a query; '' if the server keeps none. */
async function profileErrorOf(queryId: string, context: DrillContext): Promise<string> {
  const response = await drillClient(context).send({ path: `/profiles/${queryId}.json`, accepts: [500] })
  return Profile.safeParse(parseJsonOrNull(await response.text())).data?.verboseError ?? ''
}

const Running = z.object({ runningQueries: z.array(z.object({ queryId: z.string(), query: z.string() })) })

/** How often the list of running queries is read before a query that was never in it counts as ended. */
const LOOKS = 10

/** Resolves when the query has gone from the list of running ones, of which users see their own. */
async function stop({ id }: Session, context: DrillContext): Promise<void> {
  const client = drillClient(context)
  let looks = 0
  let asked = false
  await waitUntilGone(async () => {
    const list = Running.parse(parseJson(await (await client.send({ path: '/profiles/running.json' })).text()))
    const found = list.runningQueries.find(({ query }) => query.startsWith(markOf(id)))
    if (found && !asked) {
      await (await client.send({ path: `/profiles/cancel/${found.queryId}` })).text()
      asked = true
    }
    return !found && (asked || ++looks > LOOKS)
  })
}

async function rowsOf(text: string, context: DrillContext): Promise<Row[]> {
  const { head, rows } = await send(text, context, randomUUID())
  const found: Row[] = []
  for await (const group of readRows([], { head, rows }, { read: (row) => row, text, context })) found.push(...group)
  return found
}

async function testConnection(context: DrillContext): Promise<void> {
  await rowsOf('SELECT 1', context)
}
