import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type AwsClient, awsClient, isMissing, isRefusal } from '../aws/client.ts'
import { credentialsOf } from '../aws/signature.ts'
import {
  CANCELLED,
  defineRunner,
  NO_DATA,
  QueryError,
  type RunContext,
  type RunnerResult,
  type SourceContext,
} from '../runner.ts'
import { permittedOf } from '../several-at-a-time.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, questionMarks } from '../sql/bound-text.ts'
import { exactNumber, isPlainObject } from '../values/cells.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'

const parameters = questionMarks('partiql', 1000)

const DynamodbOptions = z.object({
  region: z.string().trim().min(1).default('us-east-1').meta({ title: 'AWS Region' }),
  access_key: keepsSecrets(z.string().trim().min(1).meta({ title: 'Access Key' })),
  secret_key: secret('Secret Key').min(1).meta({ title: 'Secret Key', secret: true }),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (VPC)', extra: true }),
})
type DynamodbOptions = z.output<typeof DynamodbOptions>

/** Amazon DynamoDB (https://docs.aws.amazon.com/amazondynamodb), queried in PartiQL. */
export default defineRunner({
  type: 'dynamodb',
  name: 'Amazon DynamoDB',
  gallery: { category: 'database', aliases: ['aws', 'nosql'] },
  syntax: 'sql',
  dialect: 'partiql',
  language: 'partiql',
  textPassing: 'parameters_outside_lists',
  guide: 'dynamodb',
  moduleUrl: import.meta.url,
  config: DynamodbOptions,
  annotates: false,
  supportsAutoLimit: false,
  run,
  testConnection,
  getSchema: readSchema,
})

type Context = Pick<SourceContext<DynamodbOptions>, 'config' | 'signal'>

function clientOf({ config: { region, access_key, secret_key, endpoint }, signal }: Context): AwsClient {
  const credentials = credentialsOf(access_key, secret_key)
  return awsClient({ service: 'dynamodb', region, endpoint, credentials, target: 'DynamoDB_20120810', version: '1.0', signal })
}

const Page = z.object({
  Items: z.array(z.record(z.string(), z.unknown())).default([]),
  NextToken: z.string().optional(),
})

/** DynamoDB does no work between two pages, so a run stops when no further page is requested. */
async function run(text: string, { config, signal, bindsTexts }: RunContext<DynamodbOptions>): Promise<RunnerResult> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const [statement, ...others] = statementsOf(text, 'partiql')
  if (statement === undefined) throw new QueryError(NO_DATA)
  if (others.length > 0) throw new QueryError('DynamoDB runs one statement at a time.')
  const isReading = /^\s*SELECT\b/i.test(statement)
  const client = clientOf({ config, signal })
  if (isReading)
    return runBound(statement, bindsTexts ? parameters : null, signal, (query) => objectsResult(itemGroups(client, query)))
  const { Items: items } = Page.parse(await client.call('ExecuteStatement', { Statement: statement }))
  if (items.length === 0) throw new QueryError(NO_DATA)
  return objectsResult([items.map(plainItem)])
}

async function* itemGroups(client: AwsClient, { text, values }: BoundText): AsyncGenerator<ObjectRow[], void, undefined> {
  const statement = { Statement: text, ...(values.length > 0 ? { Parameters: values.map((S) => ({ S })) } : {}) }
  for (let next: { NextToken?: string } | null = {}; next; ) {
    const page: z.output<typeof Page> = Page.parse(await client.call('ExecuteStatement', { ...statement, ...next }))
    yield page.Items.map(plainItem)
    next = page.NextToken === undefined ? null : { NextToken: page.NextToken }
  }
}

async function testConnection(context: Context): Promise<void> {
  await clientOf(context).call('ListTables', { Limit: 1 })
}

const Names = z.object({ TableNames: z.array(z.string()), LastEvaluatedTableName: z.string().optional() })
const Described = z.object({
  Table: z.object({
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })).default([]),
  }),
})

/** Tables are described one by one, this many at a time. */
const AT_A_TIME = 10

/** Tables that the keys may describe, with the attributes of their keys and indexes; other attributes differ from item to item. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const client = clientOf(context)
  const names: string[] = []
  for (let next: Record<string, string> | null = {}; next; ) {
    const page: z.output<typeof Names> = Names.parse(await client.call('ListTables', next))
    names.push(...page.TableNames)
    next = page.LastEvaluatedTableName === undefined ? null : { ExclusiveStartTableName: page.LastEvaluatedTableName }
  }
  // A table may be deleted meanwhile.
  const isLeftOut = (error: unknown) => isRefusal(error) || isMissing(error)
  const tables = await permittedOf(names, AT_A_TIME, (name) => described(client, name), isLeftOut)
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const kinds: Record<string, string> = { S: 'string', N: 'number', B: 'binary' }

async function described(client: AwsClient, name: string): Promise<SchemaTable> {
  const { Table } = Described.parse(await client.call('DescribeTable', { TableName: name }))
  const columns = Table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => ({
    name: AttributeName,
    type: kinds[AttributeType] ?? AttributeType,
  }))
  return { name, columns }
}

/** Converts an item, whose values are tagged with their types: `{ "n": { "N": "1.5" } }` becomes `{ n: 1.5 }`. */
export function plainItem(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]))
}

function plainValue(typed: unknown): unknown {
  const [type, value] = isPlainObject(typed) ? (Object.entries(typed)[0] ?? []) : []
  switch (type) {
    case 'NULL':
      return null
    case 'N':
      return exactNumber(String(value))
    case 'B':
      return bytesOf(value)
    case 'NS':
      return each(value, (number) => exactNumber(String(number)))
    case 'BS':
      return each(value, bytesOf)
    case 'L':
      return each(value, plainValue)
    case 'M':
      return isPlainObject(value) ? plainItem(value) : {}
    default:
      return value
  }
}

const each = (values: unknown, read: (value: unknown) => unknown): unknown => (Array.isArray(values) ? values.map(read) : [])
const bytesOf = (base64: unknown): Uint8Array => Buffer.from(String(base64), 'base64')
