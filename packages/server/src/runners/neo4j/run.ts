import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { messageIn, saidIn } from '../http/words.ts'
import { type ErrandContext, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun } from '../stopping.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { rowsResult } from '../values/rows.ts'
import type { Neo4jOptions } from './index.ts'

type Context = Pick<ErrandContext<Neo4jOptions>, 'config' | 'signal'>

const Failures = z.array(z.object({ message: z.string() })).default([])
const Answer = z.object({
  data: z.object({ fields: z.array(z.string()), values: z.array(z.array(z.unknown())) }).optional(),
  errors: Failures,
})
const Transaction = z.object({
  results: z
    .array(z.object({ columns: z.array(z.string()), data: z.array(z.object({ row: z.array(z.unknown()) })) }))
    .default([]),
  errors: Failures,
})

interface Table {
  fields: string[]
  values: unknown[][]
}

/** Servers before version 5.19, and those where it is switched off, have no Query API: nothing is at its address. */
class NoQueryApi extends QueryError {}
const NOT_FOUND = 404

function clientOf({ config: { url, username, password = '' }, signal }: Context): HttpClient {
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: { user: username, password },
    refusal: (status, body) => {
      const words = wordsIn(body)
      if (words !== null) return placed(words)
      const message = `Failed to execute query. ${status}: ${saidIn(body) ?? 'no message'}`
      return status === NOT_FOUND ? new NoQueryApi(message) : new QueryError(message)
    },
  })
}

/** Runs a statement, which the server holds to reading, whatever its user may do. */
async function ask(statement: string, context: Context): Promise<Table> {
  const client = clientOf(context)
  const database = `/db/${encodeURIComponent(context.config.database)}`
  try {
    return await askQueryApi(client, database, statement)
  } catch (error) {
    if (error instanceof NoQueryApi) return askInTransaction(client, database, statement)
    throw error
  }
}

async function askQueryApi(client: HttpClient, database: string, statement: string): Promise<Table> {
  const body = { statement, accessMode: 'Read' }
  const answer = await client.ask({ method: 'POST', path: `${database}/query/v2`, body, accepts: [202] })
  const { data, errors } = Answer.parse(parseJson(await answer.text()))
  refuse(errors)
  return data ?? { fields: [], values: [] }
}

/** The HTTP API of version 4, which version 5 still has: a transaction that is one statement long. Nodes are their properties. */
async function askInTransaction(client: HttpClient, database: string, statement: string): Promise<Table> {
  const answer = await client.ask({
    method: 'POST',
    path: `${database}/tx/commit`,
    headers: { 'access-mode': 'READ' },
    body: { statements: [{ statement, resultDataContents: ['row'] }] },
    accepts: [201],
  })
  const { results, errors } = Transaction.parse(parseJson(await answer.text()))
  refuse(errors)
  const { columns: fields, data } = results[0] ?? { columns: [], data: [] }
  return { fields, values: data.map(({ row }) => row) }
}

function refuse([error]: z.output<typeof Failures>): void {
  if (error) throw placed(error.message)
}

function wordsIn(body: string): string | null {
  try {
    const document: unknown = JSON.parse(body)
    return isPlainObject(document) ? messageIn(document.errors) : null
  } catch {
    return null
  }
}

/** The server's words, with the place that they name: `… (line 1, column 8 (offset: 7))`. */
function placed(message: string): QueryError {
  const [, offset] = /\(offset: (\d+)\)/.exec(message) ?? []
  return new QueryError(message, { position: offset === undefined ? null : Number(offset) + 1 })
}

export function run(text: string, { config, signal }: RunContext<Neo4jOptions>): Promise<RunnerResult> {
  // Its HTTP API has no way to ask what became of a statement.
  const course = new StoppableRun(signal, () =>
    Promise.reject(new Error('Neo4j does not tell over HTTP whether a statement has stopped.')),
  )
  return course.result(async () => {
    const { fields, values } = await ask(text, { config, signal: course.signal })
    if (fields.length === 0) throw new QueryError(NO_DATA)
    return rowsResult(
      fields.map((name) => ({ name })),
      [values],
    )
  })
}

export async function testConnection(context: Context): Promise<void> {
  await ask('RETURN 1', context)
}

const PROPERTIES =
  'CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes RETURN nodeLabels, propertyName, propertyTypes'

/** Labels of nodes, with their properties. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  const { values } = await ask(PROPERTIES, context)
  return tablesOf(
    values.flatMap(([labels, property, types]) =>
      property === null ? [] : [[asText(labels, ':'), property, asText(types, ' | ')]],
    ),
  )
}

const asText = (value: unknown, separator: string): string =>
  Array.isArray(value) ? value.join(separator) : String(value ?? '')
