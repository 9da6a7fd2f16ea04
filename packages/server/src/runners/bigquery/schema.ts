import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import type { GoogleClient } from '../google/client.ts'
import { detailsOf } from '../sql/schema-tables.ts'
import { bigqueryClient, type Context, projectPath } from './jobs.ts'
import { Field } from './values.ts'

const Datasets = z.object({
  datasets: z.array(z.object({ datasetReference: z.object({ datasetId: z.string() }) })).default([]),
  nextPageToken: z.string().optional(),
})
const Tables = z.object({
  tables: z.array(z.object({ tableReference: z.object({ tableId: z.string() }) })).default([]),
  nextPageToken: z.string().optional(),
})
const Table = z.object({
  description: z.string().optional(),
  schema: z.object({ fields: z.array(Field).default([]) }).default({ fields: [] }),
})

/** Tables are described one by one, this many at a time. Unlike a query on the information schema, that is free. */
const AT_A_TIME = 20

/** Tables of all datasets, named `dataset.table`; fields of records are listed as columns. Empty if the source does not load schemas. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  if (!context.config.loadSchema) return []
  const client = await bigqueryClient(context)
  const root = `${projectPath(context.config)}/datasets`
  const found: { name: string; path: string }[] = []
  for await (const { datasets } of pagesOf(client, root, Datasets))
    for (const {
      datasetReference: { datasetId: dataset },
    } of datasets)
      for await (const { tables } of pagesOf(client, `${root}/${encodeURIComponent(dataset)}/tables`, Tables))
        for (const {
          tableReference: { tableId: table },
        } of tables)
          found.push({
            name: `${dataset}.${table}`,
            path: `${root}/${encodeURIComponent(dataset)}/tables/${encodeURIComponent(table)}`,
          })
  const described: SchemaTable[] = []
  for (let start = 0; start < found.length; start += AT_A_TIME)
    described.push(
      ...(await Promise.all(
        found.slice(start, start + AT_A_TIME).map(async ({ name, path }) => {
          const { schema, description } = Table.parse(await client.send({ path, query: { fields: 'schema,description' } }))
          return { name, ...(description ? { description } : {}), columns: columnsIn(schema.fields) }
        }),
      )),
    )
  return described.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function columnsIn(fields: readonly Field[], outer = ''): SchemaTable['columns'] {
  return fields.flatMap(({ name, type, mode, description, fields: inner }) => {
    const shownType = mode === 'REPEATED' ? `${type} REPEATED` : type
    const column = { name: `${outer}${name}`, type: shownType, ...detailsOf({ comment: description }) }
    return inner ? [column, ...columnsIn(inner, `${column.name}.`)] : [column]
  })
}

async function* pagesOf<Page extends { nextPageToken?: string | undefined }>(
  client: GoogleClient,
  path: string,
  schema: z.ZodType<Page>,
): AsyncGenerator<Page, void, undefined> {
  for (let pageToken: string | undefined; ; ) {
    const page: Page = schema.parse(await client.send({ path, query: { maxResults: 1000, pageToken } }))
    yield page
    pageToken = page.nextPageToken
    if (pageToken === undefined) return
  }
}
