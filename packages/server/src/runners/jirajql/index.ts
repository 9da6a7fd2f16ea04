import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { parseJsonQuery } from '../http/json-query.ts'
import { defineRunner, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { cellText, isPlainObject, parseJson } from '../values/cells.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'
import { rowsResult } from '../values/rows.ts'

const JiraOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'JIRA URL' }),
  username: keepsSecrets(z.string().min(1).meta({ title: 'Username' })),
  password: secret('API Token').min(1).meta({ title: 'API Token', secret: true }),
})
type JiraOptions = z.output<typeof JiraOptions>

/** Jira (https://developer.atlassian.com). A query is JSON that contains JQL. */
export default defineRunner({
  type: 'jirajql',
  name: 'JIRA (JQL)',
  gallery: { category: 'web', aliases: ['atlassian', 'tickets'] },
  syntax: 'json',
  dialect: '',
  language: 'jql',
  guide: 'jira',
  moduleUrl: import.meta.url,
  config: JiraOptions,
  run,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<JiraOptions>, 'config' | 'signal'>

const Query = z.looseObject({
  jql: z.string().default('created >= -30d order by created DESC'),
  fields: z.union([z.string(), z.array(z.string()).transform((names) => names.join(','))]).default('*all'),
  maxResults: z.number().int().positive().default(1000),
  queryType: z.enum(['select', 'count']).default('select'),
  fieldMapping: z.record(z.string(), z.string()).default({}),
})

const Issues = z.array(z.object({ key: z.string(), fields: z.record(z.string(), z.unknown()).default({}) }))
const NumberedPage = z.object({ issues: Issues.default([]), startAt: z.number().default(0), total: z.number().default(0) })
const TokenPage = z.object({ issues: Issues.default([]), nextPageToken: z.string().nullish() })

/**
 * Search endpoints of self-hosted servers and of Atlassian's cloud, which responds to the former with 410. Version 2 of the API
 * returns descriptions and comments as text; version 3 would return documents.
 */
const SEARCH = '/rest/api/2/search'
const CLOUD_SEARCH = '/rest/api/2/search/jql'
const CLOUD_COUNT = '/rest/api/3/search/approximate-count'
const IS_CLOUD = /^Failed to execute query\. (404|410)/

function clientOf({ config: { url, username, password }, signal }: Context): HttpClient {
  return httpClient({ base: url, signal, privateNetworks: 'all', login: { user: username, password } })
}

async function run(text: string, { config, signal }: RunContext<JiraOptions>): Promise<RunnerResult> {
  const { data: query, error } = Query.safeParse(parseJsonQuery(text))
  if (!query)
    throw new QueryError(`The query is not as it should be: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}.`, {
      cause: error,
    })
  const { queryType, jql, maxResults, fieldMapping, ...others } = query
  const client = clientOf({ config, signal })
  const params = { ...textsOf(others), jql, maxResults: String(maxResults) }
  if (queryType === 'count') return rowsResult([{ name: 'count', as: 'integer' }], [[[await countOf(client, jql)]]])
  return objectsResult(rowsOf(pages(client, params), fieldMapping))
}

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

async function* rowsOf(
  pages: AsyncIterable<Issue[]>,
  mapping: Record<string, string>,
): AsyncGenerator<ObjectRow[], void, undefined> {
  for await (const issues of pages) yield issues.map((issue) => issueRow(issue, mapping))
}

async function documentAt(client: HttpClient, path: string, query: Record<string, string>, body?: unknown): Promise<unknown> {
  return parseJson(await (await client.send({ path, query, ...(body === undefined ? {} : { method: 'POST', body }) })).text())
}

const isCloud = (error: unknown): boolean => error instanceof QueryError && IS_CLOUD.test(error.message)

async function* pages(client: HttpClient, params: Record<string, string>): AsyncGenerator<Issue[], void, undefined> {
  let first: unknown
  try {
    first = await documentAt(client, SEARCH, { ...params, startAt: '0' })
  } catch (error) {
    if (!isCloud(error)) throw error
    yield* cloudPages(client, params)
    return
  }
  for (let document = first; ; ) {
    const { issues, startAt, total } = NumberedPage.parse(document)
    yield issues
    const next = startAt + issues.length
    if (issues.length === 0 || next >= total) return
    document = await documentAt(client, SEARCH, { ...params, startAt: String(next) })
  }
}

async function* cloudPages(client: HttpClient, params: Record<string, string>): AsyncGenerator<Issue[], void, undefined> {
  for (let token: Record<string, string> | null = {}; token; ) {
    const { issues, nextPageToken }: z.output<typeof TokenPage> = TokenPage.parse(
      await documentAt(client, CLOUD_SEARCH, { ...params, ...token }),
    )
    yield issues
    token = nextPageToken ? { nextPageToken } : null
  }
}

async function countOf(client: HttpClient, jql: string): Promise<number> {
  try {
    return NumberedPage.parse(await documentAt(client, SEARCH, { jql, maxResults: '0' })).total
  } catch (error) {
    if (!isCloud(error)) throw error
    return z.object({ count: z.number() }).parse(await documentAt(client, CLOUD_COUNT, {}, { jql })).count
  }
}

async function testConnection(context: Context): Promise<void> {
  await documentAt(clientOf(context), '/rest/api/2/myself', {})
}

/** One table, issues, with the fields of this Jira. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const Fields = z.array(z.object({ id: z.string(), schema: z.object({ type: z.string() }).optional() }))
  const fields = Fields.parse(await documentAt(clientOf(context), '/rest/api/2/field', {}))
  const columns = fields.map(({ id, schema }) => ({ name: id, type: schema?.type ?? '' }))
  return [{ name: 'issues', columns: columns.sort((one, other) => (one.name < other.name ? -1 : 1)) }]
}

interface Issue {
  key: string
  fields: Record<string, unknown>
}

/**
 * Converts an issue to a row of strings: objects become their key and name, lists are joined with commas.
 * @param mapping column names by field, or by `field.member` for a member of an object
 */
export function issueRow({ key, fields }: Issue, mapping: Record<string, string>): ObjectRow {
  const row: ObjectRow = { key }
  for (const [field, value] of Object.entries(fields)) {
    const members = Object.keys(mapping).flatMap((name) => (name.startsWith(`${field}.`) ? [name.slice(field.length + 1)] : []))
    Object.assign(row, columnsOf(field, value, members, mapping))
  }
  return row
}

function columnsOf(field: string, value: unknown, members: readonly string[], mapping: Record<string, string>): ObjectRow {
  const name = mapping[field] ?? field
  const isStructured = isPlainObject(value) || Array.isArray(value)
  if (isStructured && members.length > 0)
    return Object.fromEntries(
      members.map((member) => [mapping[`${field}.${member}`] ?? `${field}_${member}`, memberOf(value, member)]),
    )
  if (Array.isArray(value))
    return {
      [name]: value.map((item) => textOf(isPlainObject(item) ? (item.name ?? item.value ?? item) : item)).join(','),
    }
  if (!isPlainObject(value)) return { [name]: value === null ? null : textOf(value) }
  const parts = ['key', 'name']
    .filter((part) => part in value)
    .map((part): [string, unknown] => [`${name}_${part}`, textOf(value[part])])
  return parts.length > 0 ? Object.fromEntries(parts) : { [name]: textOf(value.value ?? value) }
}

function memberOf(value: unknown, member: string): string | null {
  if (Array.isArray(value)) return value.flatMap((item) => memberOf(item, member) ?? []).join(',')
  return isPlainObject(value) && member in value ? textOf(value[member]) : null
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : cellText(value))
