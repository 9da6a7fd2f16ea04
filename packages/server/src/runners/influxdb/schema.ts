import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { SourceContext } from '../runner.ts'
import { type InfluxOptions, send } from './server.ts'

type Context = Pick<SourceContext<InfluxOptions>, 'config' | 'signal'>

export async function testConnection(context: Context): Promise<void> {
  for await (const _ of send('SHOW MEASUREMENTS LIMIT 1', context));
}

/** Measurements with their fields and tags. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  const tables = new Map<string, SchemaTable>()
  for await (const { statement, series } of send('SHOW FIELD KEYS; SHOW TAG KEYS', context)) {
    for (const { name = '', values } of series) {
      const table = tables.get(name) ?? { name, columns: [{ name: 'time', type: 'time' }] }
      for (const [column, type] of values)
        table.columns.push({ name: String(column), type: statement === 0 ? String(type) : 'tag' })
      tables.set(name, table)
    }
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
