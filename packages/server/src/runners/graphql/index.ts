import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { httpClient } from '../http/client.ts'
import { positionAt } from '../http/error-message.ts'
import { basicLogin } from '../http/options.ts'
import { defineRunner, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'
import { mustOnlyRead } from './document.ts'

const GraphqlOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL' }),
  token: secret('Token (sent as Authorization: Bearer)').optional(),
  username: keepsSecrets(z.string().optional().meta({ title: 'HTTP Basic Auth Username' })),
  password: secret('HTTP Basic Auth Password').optional(),
})
type GraphqlOptions = z.output<typeof GraphqlOptions>

/** A GraphQL endpoint (https://graphql.org). A query is a GraphQL document, or YAML with `query`, `variables` and `path`. */
export default defineRunner({
  type: 'graphql',
  name: 'GraphQL',
  gallery: { category: 'web', aliases: ['http', 'api'] },
  syntax: 'custom',
  dialect: '',
  language: 'graphql',
  guide: 'graphql',
  moduleUrl: import.meta.url,
  config: GraphqlOptions,
  run,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<GraphqlOptions>, 'config' | 'signal'>

interface Request {
  query: string
  variables?: Record<string, unknown>
}

const Failure = z.object({
  message: z.string(),
  locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
})
const Answer = z.object({ data: z.unknown().optional(), errors: z.array(Failure).default([]) })

async function run(text: string, { config, signal }: RunContext<GraphqlOptions>): Promise<RunnerResult> {
  const { request, path } = await requestIn(text)
  const data = await send(request, { config, signal })
  const rows = path === null ? firstRows(data) : rowsAt(data, path)
  return objectsResult([rows], { flatten: 'deep' })
}

/** @throws QueryError if the text is neither a GraphQL document nor YAML with one, or if it would change data */
async function requestIn(text: string): Promise<{ request: Request; path: string[] | null }> {
  const given = /^\s*(query|variables|path)\s*:/m.test(text.split('\n').find((line) => line.trim() !== '') ?? '')
    ? (await import('../http/yaml-query.ts')).parseYamlQuery(text, 'The query should be GraphQL, or YAML with a query.')
    : { query: text }
  const { query, variables = {}, path = null } = given as Record<string, unknown>
  if (typeof query !== 'string' || query.trim() === '') throw new QueryError('Query is empty.')
  if (!isPlainObject(variables)) throw new QueryError("'variables' should be an object.")
  mustOnlyRead(query)
  return { request: { query, variables }, path: path === null ? null : String(path).split('.') }
}

async function send(request: Request, { config: { url, token, username, password }, signal }: Context): Promise<unknown> {
  const login = token ? { bearer: token } : basicLogin(username, password)
  const client = httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login,
    errorFrom: (_, body) => failureIn(body, request.query),
  })
  const answer = await client.send({
    method: 'POST',
    headers: { accept: 'application/graphql-response+json, application/json' },
    body: request,
  })
  const body = await answer.text()
  const { data, errors } = Answer.parse(parseJson(body))
  const failure = failureOf(errors, request.query)
  if (failure) throw failure
  return data
}

/** Some servers send errors in a query with a failure status. */
function failureIn(body: string, query: string): QueryError | null {
  try {
    return failureOf(Answer.parse(JSON.parse(body)).errors, query)
  } catch {
    return null
  }
}

function failureOf([first]: z.output<typeof Failure>[], query: string): QueryError | null {
  if (!first) return null
  const [at] = first.locations ?? []
  return new QueryError(first.message, { position: at ? positionAt(query, at.line, at.column) : null })
}

/** The first list, searched level by level; without a list, the whole document is one row. */
function firstRows(data: unknown): ObjectRow[] {
  for (let level: unknown[] = [data]; level.length > 0; level = level.filter(isPlainObject).flatMap(Object.values)) {
    const list = level.find(Array.isArray)
    if (list) return rowsOf(list)
  }
  return rowsOf([data])
}

function rowsAt(data: unknown, path: readonly string[]): ObjectRow[] {
  let found = data
  for (const name of path) {
    if (!isPlainObject(found) || !Object.hasOwn(found, name))
      throw new QueryError(`Couldn't find path ${path.join('.')} in response.`)
    found = found[name]
  }
  return rowsOf(Array.isArray(found) ? found : [found])
}

/** Lists of connections wrap their objects in `node`. */
function rowsOf(list: readonly unknown[]): ObjectRow[] {
  return list.flatMap((item) => {
    if (item === null || item === undefined) return []
    const row =
      isPlainObject(item) && isPlainObject(item.node) && Object.keys(item).every((name) => name === 'node' || name === 'cursor')
        ? item.node
        : item
    return [isPlainObject(row) ? row : { value: row }]
  })
}

async function testConnection(context: Context): Promise<void> {
  await send({ query: '{ __typename }' }, context)
}

const TypeName = z.looseObject({ name: z.string().nullish(), kind: z.string().optional() })
const Schema = z.object({
  __schema: z.object({
    types: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        fields: z.array(z.object({ name: z.string(), type: TypeName.extend({ ofType: TypeName.nullish() }) })).nullish(),
      }),
    ),
  }),
})
const SCHEMA = '{ __schema { types { kind name fields { name type { name kind ofType { name kind } } } } } }'

/** Object types with their fields. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const { types } = Schema.parse(await send({ query: SCHEMA }, context)).__schema
  return types
    .filter(({ kind, name }) => kind === 'OBJECT' && !name.startsWith('__'))
    .map(({ name, fields }) => ({
      name,
      columns: (fields ?? []).map((field) => ({ name: field.name, type: field.type.name ?? field.type.ofType?.name ?? '' })),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}
