import pg from 'pg'
import { type DatabaseServer, startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { addDataSource } from './executions.ts'
import type { Row } from './measure.ts'
import type { Product } from './product.ts'

const WIDE = `SELECT i::int AS id, i::bigint * 7919 AS big, random() AS ratio, (i % 100000)::numeric / 100 AS amount,
  timestamptz '2024-01-01' + i * interval '1 second' AS at, md5(i::text) AS hash, 'name ' || (i % 1000) AS name,
  (i % 1000)::int AS bucket, i % 3 = 0 AS is_third, CASE WHEN i % 5 = 0 THEN NULL ELSE 'note ' || (i % 50) END AS note
  FROM generate_series(1, 1000000) AS i`

/** Creates the table `wide`: a million rows of ten columns of all common types. */
export async function makeWide(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE wide AS ${WIDE}`)
  await client.query('VACUUM ANALYZE wide')
}

/** Adds a PostgreSQL server as a data source and returns its id. */
export const addPostgres = (product: Product, { host, port, user, password, database }: DatabaseServer): Promise<number> =>
  addDataSource(product, 'pg', { host, port, user, password, dbname: database })

/** A PostgreSQL server with the table `wide`, and its data source. */
export interface Wide {
  client: pg.Client
  source: number
}

/** Starts a server with the table `wide` for a measurement, and stops it at the end. */
export async function onWide(product: Product, bench: (wide: Wide) => Promise<Row[]>): Promise<Row[]> {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    await makeWide(client)
    return await bench({ client, source: await addPostgres(product, server) })
  } finally {
    await client.end()
    await server.stop()
  }
}
