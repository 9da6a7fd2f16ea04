import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { ClientSession, Db, Document, MongoClient } from 'mongodb'
import type { RunContext, RunnerResult } from '../runner.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { cellText } from '../values/cells.ts'
import { flattenObject, type ObjectRow, objectsResult } from '../values/objects.ts'
import { rowsResult } from '../values/rows.ts'
import type { MongodbOptions } from './index.ts'
import { type MongoQuery, mongoQuery } from './query.ts'
import { connect, type MongodbContext, stop, toQueryError, withServer } from './server.ts'
import { flattenAll, plainDocument } from './values.ts'

const BATCH = 1000

export async function run(text: string, { config, signal, onSession }: RunContext<MongodbOptions>): Promise<RunnerResult> {
  const query = mongoQuery(text, new Date())
  let session: ClientSession | undefined
  const stoppableRun = new StoppableRun(signal, async () => {
    if (session) await stop({ session: sessionId(session) }, { config, signal: stopTimeout() })
  })
  return stoppableRun.result(async () => {
    const client = await connect({ config, signal: stoppableRun.signal })
    try {
      session = client.startSession()
      onSession?.({ session: sessionId(session) })
      return closeAfter(
        client,
        stoppableRun.signal,
        await runQuery(client.db(config.dbName), query, { session, signal: stoppableRun.signal }, config),
      )
    } catch (error) {
      await client.close()
      throw toQueryError(error, stoppableRun.signal)
    }
  })
}

const sessionId = ({ id }: ClientSession): string => id?.id.toUUID().toString() ?? ''

async function runQuery(
  db: Db,
  query: MongoQuery,
  callOptions: { session: ClientSession; signal: AbortSignal },
  { flatten }: MongodbOptions,
): Promise<RunnerResult> {
  const collection = db.collection(query.collection)
  const { query: filter, fields, sort, skip, limit, aggregate, allowDiskUse } = query
  if (aggregate)
    return documentRows(collection.aggregate(aggregate, { ...callOptions, allowDiskUse, batchSize: BATCH }), query, flatten)
  if (query.isCount)
    return rowsResult([{ name: 'count', as: 'integer' }], [[[await collection.countDocuments(filter, callOptions)]]])
  const cursor = collection.find(filter, {
    ...callOptions,
    batchSize: BATCH,
    ...(fields ? { projection: fields } : {}),
    ...(sort ? { sort } : {}),
    ...(skip === undefined ? {} : { skip }),
    ...(limit === undefined ? {} : { limit }),
  })
  return documentRows(cursor, query, flatten)
}

interface Cursor extends AsyncIterable<Document> {
  readBufferedDocuments(): Document[]
}

function documentRows(cursor: Cursor, query: MongoQuery, flatten: MongodbOptions['flatten']): Promise<RunnerResult> {
  const open = flatten === 'True' ? flattenAll : (row: ObjectRow) => row
  const groups = async function* () {
    for await (const first of cursor)
      yield [first, ...cursor.readBufferedDocuments()].map((document) => open(plainDocument(document)))
  }
  return objectsResult(groups(), { flatten: 'deep', arrange: (names) => orderColumns(names, query) })
}

/** Orders columns by their numbers in `fields`, then as found; or by name if the query asks for that. */
function orderColumns(names: readonly string[], { fields = {}, sortColumns }: MongoQuery): readonly string[] {
  if (sortColumns) return [...names].sort((one, other) => (one < other ? -1 : 1) * (sortColumns === 'asc' ? 1 : -1))
  const rank = (name: string): number => {
    const field = Object.keys(fields).find((known) => name === known || name.startsWith(`${known}.`))
    const number = field === undefined ? Number.NaN : Number(fields[field])
    return number > 0 ? number : Number.POSITIVE_INFINITY
  }
  return [...names].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))
}

/** Closes the connection when the result has been read. */
function closeAfter(client: MongoClient, signal: AbortSignal, result: RunnerResult): RunnerResult {
  const batches = async function* () {
    try {
      yield* result.batches
    } catch (error) {
      throw toQueryError(error, signal)
    } finally {
      await client.close()
    }
  }
  return { ...result, batches: batches() }
}

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
    return severalAtATime(names, CONCURRENCY, (name) => collectionIn(db, name))
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
