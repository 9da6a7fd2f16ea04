import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn, findMessage } from '../http/error-message.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { StoppableRun } from '../stopping.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { rowsResult } from '../values/rows.ts'
import { withFloats } from './floats.ts'

const Neo4jOptions = z.object({
  url: z.string().trim().min(1).default('http://127.0.0.1:7474').meta({ title: 'URL' }),
  username: keepsSecrets(z.string().min(1).default('neo4j')),
  password: secret().optional(),
  database: keepsSecrets(z.string().min(1).default('neo4j')),
})
type Neo4jOptions = z.output<typeof Neo4jOptions>

/** Neo4j 5.19 and later (https://neo4j.com), over its Query API. The language is Cypher; access is read-only. */
export default defineRunner({
  type: 'neo4j',
  name: 'Neo4j',
  gallery: { category: 'database', aliases: ['cypher', 'graph'] },
  syntax: 'custom',
  dialect: '',
  language: 'cypher',
  guide: 'neo4j',
  moduleUrl: import.meta.url,
  config: Neo4jOptions,
  run,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<Neo4jOptions>, 'config' | 'signal'>

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

/** The server responds with 404: it is older than version 5.19, or its Query API is switched off. */
class NoQueryApi extends QueryError {}
const NOT_FOUND = 404

function clientOf({ config: { url, username, password = '' }, signal }: Context): HttpClient {
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: { user: username, password },
    errorFrom: (status, body) => {
      const words = serverMessage(body)
      if (words !== null) return placed(words)
      const message = `Failed to execute query. ${status}: ${errorMessageIn(body) ?? 'no message'}`
      return status === NOT_FOUND ? new NoQueryApi(message) : new QueryError(message)
    },
  })
}

/** Runs a statement in read mode: the server refuses writes whatever the permissions of its user. */
async function send(statement: string, context: Context): Promise<Table> {
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
  const answer = await client.send({ method: 'POST', path: `${database}/query/v2`, body, accepts: [202] })
  const { data, errors } = Answer.parse(parseJson(await answer.text()))
  refuse(errors)
  return data ?? { fields: [], values: [] }
}

/** Uses the HTTP API of version 4, which version 5 still has: a transaction with one statement. Nodes are returned as their properties. */
async function askInTransaction(client: HttpClient, database: string, statement: string): Promise<Table> {
  const answer = await client.send({
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

function serverMessage(body: string): string | null {
  try {
    const document: unknown = JSON.parse(body)
    return isPlainObject(document) ? findMessage(document.errors) : null
  } catch {
    return null
  }
}

/** A password that an administrator has given has to be changed first, of which the server gives several lines of advice. */
const PASSWORD_ADVICE = /^([^\n]*?)\s+(The credentials you provided were valid, but must be changed [^.]*\.)[\s\S]*/

/** An error with the server's message and the position in it: `… (line 1, column 8 (offset: 7))`. */
function placed(message: string): QueryError {
  const [, offset] = /\(offset: (\d+)\)/.exec(message) ?? []
  return new QueryError(message.replace(PASSWORD_ADVICE, '$1 $2'), {
    position: offset === undefined ? null : Number(offset) + 1,
  })
}

async function run(text: string, { config, signal }: RunContext<Neo4jOptions>): Promise<RunnerResult> {
  // The HTTP API cannot tell whether a statement has stopped.
  const stoppable = new StoppableRun(signal, () =>
    Promise.reject(new Error('Neo4j does not tell over HTTP whether a statement has stopped.')),
  )
  return stoppable.result(async () => {
    const { fields, values } = await send(text, { config, signal: stoppable.signal })
    if (fields.length === 0) throw new QueryError(NO_DATA)
    return rowsResult(
      fields.map((name) => ({ name })),
      [withFloats(values, fields.length)],
    )
  })
}

async function testConnection(context: Context): Promise<void> {
  await send('RETURN 1', context)
}

const PROPERTIES =
  'CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes RETURN nodeLabels, propertyName, propertyTypes'

/** Node labels as tables, with their properties. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const { values } = await send(PROPERTIES, context)
  return tablesOf(
    values.flatMap(([labels, property, types]) =>
      property === null ? [] : [[asText(labels, ':'), property, asText(types, ' | ')]],
    ),
  )
}

const asText = (value: unknown, separator: string): string =>
  Array.isArray(value) ? value.join(separator) : String(value ?? '')
