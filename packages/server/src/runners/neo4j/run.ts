import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { httpClient } from '../http/client.ts'
import { StoppableRun } from '../http/stopping.ts'
import { messageIn, saidIn } from '../http/words.ts'
import { type ErrandContext, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'
import { parseJson } from '../values/exact-json.ts'
import { rowsResult } from '../values/rows.ts'
import { tablesOf } from '../values/schema-tables.ts'
import type { Neo4jOptions } from './index.ts'

type Context = Pick<ErrandContext<Neo4jOptions>, 'config' | 'signal'>

const Answer = z.object({
  data: z.object({ fields: z.array(z.string()), values: z.array(z.array(z.unknown())) }).optional(),
  errors: z.array(z.object({ message: z.string() })).default([]),
})

async function ask(statement: string, { config, signal }: Context) {
  const { url, username, password = '', database } = config
  const client = httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: { user: username, password },
    refusal: (status, body) => placed(wordsIn(body) ?? `Failed to execute query. ${status}: ${saidIn(body) ?? 'no message'}`),
  })
  const path = `/db/${encodeURIComponent(database)}/query/v2`
  // Reading is what the server holds the statement to, whatever its user may do.
  const answer = await client.ask({ method: 'POST', path, body: { statement, accessMode: 'Read' }, accepts: [202] })
  const { data, errors } = Answer.parse(parseJson(await answer.text()))
  const [error] = errors
  if (error) throw placed(error.message)
  return data ?? { fields: [], values: [] }
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
