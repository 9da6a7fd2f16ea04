import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { MessageReader, type Schema } from 'apache-arrow'
import { type ColumnRow, identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { FlightClient } from './client.ts'
import { columnOf } from './columns.ts'
import { tablesQuery } from './messages.ts'
import type { FlightOptions } from './options.ts'
import { readResult } from './results.ts'

/** Schemas of the servers themselves. */
const OWN = new Set(['information_schema', 'pg_catalog', 'sys', 'system'])
/** Schemas that queries need not name: of SQLite and DuckDB, DataFusion, InfluxDB. */
const DEFAULTS = new Set(['', 'main', 'public', 'iox'])
const nameOf = identifierQuoter(/^[a-z_][a-z0-9_]*$/, '"')

/** A table in a listing. */
interface Listed {
  catalog: string
  schema: string
  table: string
  columns: Schema | undefined
}

/** Tables of all catalogs. Names have a catalog if there are several, and a schema unless it is a usual default. */
export async function readSchema(
  options: FlightOptions,
  { signal, sourceNetworks: networks = [] }: { signal: AbortSignal; sourceNetworks?: readonly string[] | undefined },
): Promise<SchemaTable[]> {
  const client = await FlightClient.open(options, signal)
  try {
    const listing = await readResult(await client.infoOf(tablesQuery()), { client, options, networks, signal })
    const listed: Listed[] = []
    for await (const batch of listing?.batches ?? [])
      for (const { catalog_name, db_schema_name, table_name, table_schema } of batch) {
        const schema = String(db_schema_name ?? '')
        if (OWN.has(schema.toLowerCase())) continue
        const columns = new MessageReader(table_schema).readSchema()
        listed.push({ catalog: String(catalog_name ?? ''), schema, table: String(table_name), columns })
      }
    const hasCatalogs = new Set(listed.map(({ catalog }) => catalog)).size > 1
    return tablesOfColumns(listed.flatMap((table) => columnsOf(table, hasCatalogs)))
  } finally {
    client.close()
  }
}

function columnsOf({ catalog, schema, table, columns }: Listed, hasCatalogs: boolean): ColumnRow[] {
  const parts = [...(hasCatalogs ? [catalog, schema] : DEFAULTS.has(schema) ? [] : [schema]), table]
  const name = parts
    .filter((part) => part !== '')
    .map(nameOf)
    .join('.')
  const found = (columns?.fields ?? []).map((field) => ({
    table: name,
    column: nameOf(field.name),
    type: columnOf(field).sourceType ?? '',
  }))
  return found.length > 0 ? found : [{ table: name, column: null, type: '' }]
}
