import { Double, Long, MongoClient } from 'mongodb'
import { ferretdbServer } from '../packages/server/src/testing/servers/ferretdb.ts'
import { trinoServer } from '../packages/server/src/testing/servers/trino.ts'
import type { Row } from './measure.ts'
import { byRunner, measured, ROWS } from './reading.ts'

/** FerretDB takes minutes for more. */
const DOCUMENTS = 20_000

/**
 * Measures types whose servers `npm run test:servers` fetches, with Go and Java: batches of their runners against rows of the bare
 * driver.
 */
export async function benchServers(): Promise<Row[]> {
  await ferretdbServer.fetch()
  await trinoServer.fetch()
  return [await ofMongodb(), await ofTrino()]
}

async function ofMongodb(): Promise<Row> {
  const server = await ferretdbServer.start()
  const connectionString = `mongodb://127.0.0.1:${server.port}/`
  const client = new MongoClient(connectionString)
  try {
    const wide = client.db('shop').collection('wide')
    await wide.insertMany(Array.from({ length: DOCUMENTS }, (_, at) => documentOf(at + 1)))
    const bare = async () => (await wide.find({}, { projection: { _id: 0 } }).toArray()).length
    const query = JSON.stringify({ collection: 'wide', fields: { _id: 0 } })
    const ours = byRunner('mongodb', { connectionString, dbName: 'shop' }, query)
    return await measured('MongoDB', 'mongodb', ours, bare, { rows: DOCUMENTS })
  } finally {
    await client.close()
    await server.stop()
  }
}

const documentOf = (i: number) => ({
  id: i,
  big: Long.fromNumber(i * 7919),
  ratio: new Double(i / 7),
  bucket: i % 1000,
  is_third: i % 3 === 0,
  name: `name ${i % 1000}`,
  note: `note ${i}`,
  gap: i % 5 === 0 ? null : i,
  small: i % 50,
  letter: 'x',
})

const TRINO_ROWS = `SELECT CAST(i AS bigint) AS id, i * 7919 AS big, i / 7e0 AS ratio, CAST(i % 1000 AS integer) AS bucket,
    i % 3 = 0 AS is_third, 'name ' || CAST(i % 1000 AS varchar) AS name, 'note ' || CAST(i AS varchar) AS note,
    CASE WHEN i % 5 = 0 THEN NULL ELSE i END AS gap, CAST(i % 50 AS smallint) AS small, 'x' AS letter
  FROM (SELECT orderkey AS i FROM tpch.sf1.orders LIMIT ${ROWS})`

/** A page of Trino's protocol (https://trino.io/docs/current/develop/client-protocol.html). */
interface Page {
  nextUri?: string
  data?: unknown[][]
}

/** No driver is used for Trino, so the reference is a client that requests page after page and parses their JSON. */
async function ofTrino(): Promise<Row> {
  const server = await trinoServer.start()
  const url = `http://127.0.0.1:${server.port}`
  const options = { host: '127.0.0.1', port: server.port, username: 'ada', catalog: 'memory', schema: 'default' }
  try {
    const ours = byRunner('trino', options, TRINO_ROWS)
    return await measured('Trino', 'fetch and JSON', ours, () => rowsOf(url, TRINO_ROWS))
  } finally {
    await server.stop()
  }
}

async function rowsOf(url: string, statement: string): Promise<number> {
  let answer = await fetch(`${url}/v1/statement`, { method: 'POST', body: statement, headers: { 'x-trino-user': 'ada' } })
  for (let rows = 0; ; ) {
    const page = (await answer.json()) as Page
    rows += page.data?.length ?? 0
    if (page.nextUri === undefined) return rows
    answer = await fetch(page.nextUri)
  }
}
