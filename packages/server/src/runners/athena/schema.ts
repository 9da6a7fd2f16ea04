import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type AwsClient, awsClient, isRefusal } from '../aws/client.ts'
import { credentialsOf } from '../aws/signature.ts'
import { permittedOf } from '../several-at-a-time.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import type { Row } from '../values/rows.ts'
import { athenaClient, type Context, pages, startQuery, waitForSuccess } from './service.ts'

const COLUMNS = `SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns
  WHERE table_schema <> 'information_schema' ORDER BY table_schema, table_name, ordinal_position`

/** Tables with their columns. If the source uses Glue they come from its catalog, which costs no query. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  return context.config.glue ? schemaOfGlue(context) : schemaOfQuery(context)
}

async function schemaOfQuery(context: Context): Promise<SchemaTable[]> {
  const athena = athenaClient(context)
  const id = await startQuery(athena, COLUMNS, context.config)
  await waitForSuccess(athena, id, context.signal)
  const rows: Row[] = []
  for await (const { Rows } of pages(athena, id))
    for (const { Data } of Rows) {
      const [schema, table, column, type] = Data.map(({ VarCharValue }) => VarCharValue)
      rows.push([`${schema}.${table}`, column, type])
    }
  // The first row contains the column names.
  return tablesOf(rows.slice(1))
}

const Columns = z.array(z.object({ Name: z.string(), Type: z.string().default('') })).default([])
const Databases = z.object({ DatabaseList: z.array(z.object({ Name: z.string() })), NextToken: z.string().optional() })
const Tables = z.object({
  TableList: z.array(
    z.object({
      Name: z.string(),
      StorageDescriptor: z.object({ Columns }).default({ Columns: [] }),
      PartitionKeys: Columns,
    }),
  ),
  NextToken: z.string().optional(),
})

async function schemaOfGlue({ config, signal }: Context): Promise<SchemaTable[]> {
  const { region, glue_endpoint: endpoint, aws_access_key: accessKey, aws_secret_key: secretKey } = config
  const credentials = credentialsOf(accessKey, secretKey)
  const glue = awsClient({ service: 'glue', region, endpoint, credentials, target: 'AWSGlue', version: '1.1', signal })
  const catalogs =
    config.catalog_ids
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean) ?? []
  const rows: Row[] = []
  for (const catalog of catalogs.length > 0 ? catalogs : [undefined]) {
    const of = catalog === undefined ? {} : { CatalogId: catalog }
    const databases: string[] = []
    for await (const { DatabaseList } of pagesOf(glue, 'GetDatabases', of, Databases))
      databases.push(...DatabaseList.map(({ Name }) => Name))
    const read = (DatabaseName: string) => columnsOf(glue, { ...of, DatabaseName })
    rows.push(...(await permittedOf(databases, 1, read, isRefusal)).flat())
  }
  return tablesOf(rows)
}

/** The columns of all tables of a database. */
async function columnsOf(glue: AwsClient, input: { DatabaseName: string }): Promise<Row[]> {
  const rows: Row[] = []
  for await (const { TableList } of pagesOf(glue, 'GetTables', input, Tables))
    for (const { Name: table, StorageDescriptor: stored, PartitionKeys: keys } of TableList)
      for (const { Name: column, Type: type } of [...stored.Columns, ...keys])
        rows.push([`${input.DatabaseName}.${table}`, column, type])
  return rows
}

async function* pagesOf<Page extends { NextToken?: string | undefined }>(
  glue: AwsClient,
  action: string,
  input: Record<string, unknown>,
  schema: z.ZodType<Page>,
): AsyncGenerator<Page, void, undefined> {
  for (let next: Record<string, unknown> | null = input; next; ) {
    const page: Page = schema.parse(await glue.call(action, next))
    yield page
    next = page.NextToken === undefined ? null : { ...input, NextToken: page.NextToken }
  }
}
