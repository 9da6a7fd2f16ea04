import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { linesOf } from '../http/response-body.ts'
import type { ObjectRow } from '../values/objects.ts'
import { tableRows } from './annotated-csv.ts'
import { type Context, send } from './server.ts'

export async function testConnection(context: Context): Promise<void> {
  await rowsOf('buckets() |> limit(n: 1)', context)
}

/** Measurements, each as `bucket.measurement`, with their fields. Buckets of the system itself are left out. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  const buckets = (await rowsOf('buckets() |> keep(columns: ["name"])', context)).map(({ name }) => String(name))
  const tables: SchemaTable[] = []
  for (const bucket of buckets.filter((name) => !name.startsWith('_')).sort()) {
    const fields = await rowsOf(fieldsOf(bucket), context)
    const columns = new Map<string, string[]>()
    for (const { _measurement: name, _field: field } of fields)
      columns.set(String(name), [...(columns.get(String(name)) ?? []), String(field)])
    for (const [name, found] of columns)
      tables.push({ name: `${bucket}.${name}`, columns: found.sort().map((column) => ({ name: column, type: 'field' })) })
  }
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The last value of every series of a month tells which fields there are. */
const fieldsOf = (bucket: string) => `from(bucket: ${JSON.stringify(bucket)})
  |> range(start: -30d) |> last() |> group(columns: ["_measurement", "_field"]) |> first(column: "_field") |> group() |> keep(columns: ["_measurement", "_field"])`

async function rowsOf(script: string, context: Context): Promise<ObjectRow[]> {
  const rows: ObjectRow[] = []
  const answer = await send(script, context)
  for await (const group of tableRows(linesOf(answer.body))) rows.push(...group)
  return rows
}
