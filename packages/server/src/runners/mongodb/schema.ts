import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Db } from 'mongodb'
import { cellText } from '../values/cells.ts'
import { flattenObject, type ObjectRow } from '../values/objects.ts'
import { type MongodbContext, withServer } from './server.ts'
import { plainDocument } from './values.ts'

/** Documents to sample per collection. */
const SAMPLE = 20
/** Collections to sample at a time. */
const CONCURRENCY = 8

/** Lists the collections that the user may read. It needs authentication, unlike a ping. */
async function namesIn(db: Db): Promise<string[]> {
  const listed = await db.listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray()
  return listed.map(({ name }) => name)
}

export async function testConnection(context: MongodbContext): Promise<void> {
  await withServer(context, (client) => namesIn(client.db(context.config.dbName)))
}

/** Lists collections with the fields of sample documents; nested fields have their path. */
export function readSchema(context: MongodbContext): Promise<SchemaTable[]> {
  return withServer(context, async (client) => {
    const db = client.db(context.config.dbName)
    const names = (await namesIn(db)).filter((name) => !name.startsWith('system.')).sort()
    const tables: SchemaTable[] = []
    for (let start = 0; start < names.length; start += CONCURRENCY)
      tables.push(...(await Promise.all(names.slice(start, start + CONCURRENCY).map((name) => collectionIn(db, name)))))
    return tables
  })
}

async function collectionIn(db: Db, name: string): Promise<SchemaTable> {
  const documents = await db.collection(name).find({}, { limit: SAMPLE }).toArray()
  const types = new Map<string, string>()
  for (const document of documents)
    for (const [field, value] of Object.entries(flattenObject(plainDocument(document) as ObjectRow, true)))
      if (!types.get(field)) types.set(field, typeOf(value))
  return { name, columns: [...types].map(([column, type]) => ({ name: column, type })) }
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object')
    return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : typeof value === 'number' ? 'float' : typeof value
  if (value instanceof Date) return 'datetime'
  return Array.isArray(value)
    ? 'array'
    : value instanceof Uint8Array
      ? 'binary'
      : /^-?\d/.test(cellText(value))
        ? 'float'
        : 'object'
}
