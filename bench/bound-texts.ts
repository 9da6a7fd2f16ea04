import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import mysql from 'mysql2'
import pg from 'pg'
import { startMariadb } from '../packages/server/src/testing/mariadb-server.ts'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { addDataSource, runQuery } from './executions.ts'
import { inTurn, type Row } from './measure.ts'
import type { Product } from './product.ts'
import { addPostgres } from './wide.ts'

/** Two conditions with a text, which every row meets. */
const CONDITION = "hash <> '{{ text }}' AND hash NOT LIKE '%{{ text }}'"
const SMALL_ROUNDS = 300
const LARGE_ROUNDS = 10

/**
 * Measures queries whose texts are passed apart from the query, relative to the same queries with quoted texts, in each way that
 * types have: parameters of PostgreSQL, DuckDB and SQLite, and digits of MariaDB.
 */
export async function benchBoundTexts(product: Product): Promise<Row[]> {
  return [
    ...(await inPostgres(product)),
    ...(await inMariadb(product)),
    ...(await inDuckdb(product)),
    ...(await inSqlite(product)),
  ]
}

async function inPostgres(product: Product): Promise<Row[]> {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    await client.query('CREATE TABLE hashes AS SELECT i AS id, md5(i::text) AS hash FROM generate_series(1, 1000000) AS i')
    await client.query('VACUUM ANALYZE hashes')
    return await measured(product, await addPostgres(product, server), 'hashes', 'PostgreSQL')
  } finally {
    await client.end()
    await server.stop()
  }
}

async function inMariadb(product: Product): Promise<Row[]> {
  const server = await startMariadb()
  const { host, port, user, password, database } = server
  const connection = mysql.createConnection({ host, port, user, password, database })
  try {
    const run = promisify((text: string, done: (error: Error | null) => void) => connection.query(text, done))
    await run('CREATE TABLE hashes AS SELECT seq AS id, md5(seq) AS hash FROM seq_1_to_1000000')
    const source = await addDataSource(product, 'mysql', { host, port, user, passwd: password, db: database })
    return await measured(product, source, 'hashes', 'MariaDB')
  } finally {
    connection.destroy()
    await server.stop()
  }
}

const HASHES = '(SELECT i AS id, md5(i::VARCHAR) AS hash FROM range(1000000) t(i)) hashes'

const inDuckdb = async (product: Product): Promise<Row[]> =>
  measured(product, await addDataSource(product, 'duckdb', { dbpath: ':memory:' }), HASHES, 'DuckDB')

async function inSqlite(product: Product): Promise<Row[]> {
  const dbpath = join(product.sourceFolder, 'hashes.sqlite')
  const database = new DatabaseSync(dbpath)
  database.exec(`CREATE TABLE hashes AS WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids LIMIT 1000000)
    SELECT id, printf('%032x', id * 2654435761) AS hash FROM ids`)
  database.close()
  return measured(product, await addDataSource(product, 'sqlite', { dbpath }), 'hashes', 'SQLite')
}

/** @param table a million rows with a column `hash`, as a table in SQL */
async function measured(product: Product, source: number, table: string, type: string): Promise<Row[]> {
  const run = (query: string, passAsValue: boolean) => () =>
    runQuery(product, source, query, {
      parameters: { text: "it isn't a hash" },
      parameter_definitions: [{ name: 'text', type: 'text', passAsValue }],
    })
  const few = `SELECT * FROM (SELECT * FROM ${table} LIMIT 10) ten WHERE ${CONDITION}`
  const all = `SELECT * FROM ${table} WHERE ${CONDITION}`
  for (let warm = 0; warm < 20; warm++) await Promise.all([run(few, true)(), run(few, false)()])
  const small = await inTurn(SMALL_ROUNDS, run(few, true), run(few, false))
  const large = await inTurn(LARGE_ROUNDS, run(all, true), run(all, false))
  const against = 'the same texts in quotes'
  return [
    {
      name: `${type}, 10 rows with bound texts, over quoted texts (${small.ours.toFixed(1)} ms against ${small.raw.toFixed(1)} ms)`,
      value: small.ours - small.raw,
      unit: 'ms',
      against,
      goal: 1,
    },
    {
      name: `${type}, 1,000,000 rows with bound texts (${Math.round(large.ours)} ms against ${Math.round(large.raw)} ms)`,
      value: large.ours / large.raw,
      unit: 'x',
      against,
      goal: 1.1,
    },
  ]
}
