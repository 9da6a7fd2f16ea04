import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { createClient } from '@redis/client'
import mysqlDriver from 'mysql2'
import pg from 'pg'
import { close, open } from '../packages/server/src/runners/firebird/connection.ts'
import { startClickhouse } from '../packages/server/src/testing/clickhouse-server.ts'
import { startFirebird } from '../packages/server/src/testing/firebird-server.ts'
import { startMariadb } from '../packages/server/src/testing/mariadb-server.ts'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { startRedis } from '../packages/server/src/testing/redis-server.ts'
import { inTurn, type Row } from './measure.ts'
import { byRunner, measured, ROUNDS, ROWS } from './reading.ts'

/** The drivers of MySQL and SQLite need little time for a row, and neither should we. */
const NEAR_GOAL = 1.2

/** SQL of ten columns of the usual types, computed from a number `i`. */
const COLUMNS = `i AS id, i * 7919 AS big, i / 7.0 AS ratio, i % 1000 AS bucket, i % 3 = 0 AS is_third, 'name ' || (i % 1000) AS name,
  'note ' || i AS note, CASE WHEN i % 5 = 0 THEN NULL ELSE i END AS gap, i % 50 AS small, 'x' AS letter`
const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${ROWS})`

/**
 * Measures each engine that runs locally: batches of its runner against rows of its bare driver, for 200,000 rows of ten
 * columns or a hash of 200,000 keys.
 */
export async function benchSources(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-sources-'))
  try {
    return [
      ...(await ofPostgres()),
      ...(await ofMariadb()),
      ...(await ofFirebird()),
      ...(await ofClickhouse()),
      ...(await ofRedis()),
      ...(await ofSqlite(join(folder, 'wide.db'))),
      ...(await ofDuckdb(join(folder, 'wide.duckdb'), folder)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ofPostgres(): Promise<Row[]> {
  const server = await startPostgres()
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    await client.query(`CREATE TABLE wide AS SELECT ${COLUMNS} FROM generate_series(1::bigint, ${ROWS}) i`)
    const { host, port, user, password, database: dbname } = server
    const bare = async () => (await client.query({ text: 'SELECT * FROM wide', rowMode: 'array' })).rows.length
    const ours = (type: string) => byRunner(type, { host, port, user, password, dbname }, 'SELECT * FROM wide')
    return [
      await measured('PostgreSQL', 'pg', ours('pg'), bare),
      // The runners of RisingWave and Redshift request text values; other differences do not matter here.
      await measured('PostgreSQL in texts', 'pg', ours('risingwave'), bare),
    ]
  } finally {
    await client.end()
    await server.stop()
  }
}

async function ofMariadb(): Promise<Row[]> {
  const server = await startMariadb()
  const connection = mysqlDriver.createConnection(server.url)
  const rowsOf = (sql: string): Promise<number> =>
    new Promise((resolve, reject) =>
      connection.query({ sql, rowsAsArray: true }, (error: Error | null, rows: unknown) =>
        error ? reject(error) : resolve(Array.isArray(rows) ? rows.length : 0),
      ),
    )
  try {
    await rowsOf(`SET sql_mode = 'PIPES_AS_CONCAT'`)
    await rowsOf(`CREATE TABLE wide AS SELECT ${COLUMNS} FROM (SELECT seq AS i FROM seq_1_to_${ROWS}) n`)
    const { host, port, user, password: passwd, database: db } = server
    const ours = byRunner('mysql', { host, port, user, passwd, db }, 'SELECT * FROM wide')
    return [await measured('MariaDB', 'mysql2', ours, () => rowsOf('SELECT * FROM wide'), { goal: NEAR_GOAL })]
  } finally {
    connection.destroy()
    await server.stop()
  }
}

async function ofFirebird(): Promise<Row[]> {
  const server = await startFirebird()
  const { host, port, user, password, database } = server
  const connection = await open(server, new AbortController().signal)
  try {
    await connection.queryAsync(`CREATE TABLE WIDE (ID BIGINT, BIG BIGINT, RATIO DOUBLE PRECISION, BUCKET INTEGER, IS_THIRD BOOLEAN,
      NAME VARCHAR(20), NOTE VARCHAR(20), GAP INTEGER, SMALL SMALLINT, LETTER CHAR(1))`)
    await connection.queryAsync(`EXECUTE BLOCK AS DECLARE I BIGINT = 1; BEGIN
      WHILE (I <= ${ROWS}) DO BEGIN
        INSERT INTO WIDE VALUES (:I, :I * 7919, :I / 7e0, MOD(:I, 1000), MOD(:I, 3) = 0, 'name ' || MOD(:I, 1000), 'note ' || :I,
          IIF(MOD(:I, 5) = 0, NULL, :I), MOD(:I, 50), 'x');
        I = I + 1;
      END END`)
    const bare = async () => (await connection.executeAsync('SELECT * FROM WIDE')).length
    const ours = byRunner('firebird', { host, port, user, password, database }, 'SELECT * FROM WIDE')
    return [await measured('Firebird', 'node-firebird', ours, bare)]
  } finally {
    await close(connection)
    await server.stop()
  }
}

/** No driver is used for ClickHouse, so the reference is an HTTP request whose response is parsed as JSON. */
async function ofClickhouse(): Promise<Row[]> {
  const server = await startClickhouse()
  const { url, user, password } = server
  const ask = async (text: string) => {
    const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password }
    const answer = await fetch(url, { method: 'POST', body: text, headers })
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  try {
    await ask(`CREATE TABLE wide ENGINE = Log AS SELECT toInt64(number + 1) AS id, id * 7919 AS big, id / 7 AS ratio,
      toInt32(id % 1000) AS bucket, toUInt8(id % 3 = 0) AS is_third, concat('name ', toString(id % 1000)) AS name,
      concat('note ', toString(id)) AS note, if(id % 5 = 0, NULL, id) AS gap, toInt16(id % 50) AS small, 'x' AS letter
      FROM numbers(${ROWS})`)
    const bare = async () => {
      const answer = (await (await ask('SELECT * FROM wide FORMAT JSONCompact')).json()) as { data: unknown[][] }
      return answer.data.length
    }
    const options = { url, user, password, dbname: 'default' }
    await ask(`CREATE TABLE long ENGINE = Log AS SELECT wide.* FROM wide ARRAY JOIN range(${COPIES}) AS copy`)
    const ours = byRunner('clickhouse', options, 'SELECT * FROM wide')
    return [await measured('ClickHouse', 'fetch and JSON', ours, bare), await byColumns(options)]
  } finally {
    await server.stop()
  }
}

/** How often the long table has each row of the wide one. */
const COPIES = 5
/** By columns, rows are to be read in half of the time. */
const COLUMNS_GOAL = 0.5

/** A million rows that the runner reads by columns, against the same rows as text, as it reads them in other statements. */
async function byColumns(options: Record<string, unknown>): Promise<Row> {
  const reading = (query: string) => {
    const read = byRunner('clickhouse', options, query)
    return async () => {
      const rows = await read()
      if (rows !== COPIES * ROWS) throw new Error(`ClickHouse answered ${rows} rows.`)
    }
  }
  const ours = reading('SELECT * FROM long')
  const raw = reading('SELECT * FROM long FORMAT TabSeparatedWithNamesAndTypes')
  await ours()
  await raw()
  const figures = await inTurn(ROUNDS, ours, raw)
  return {
    name: `ClickHouse, 1,000,000 × 10 by columns (${Math.round(figures.ours)} ms against ${Math.round(figures.raw)} ms)`,
    value: figures.ours / figures.raw,
    unit: 'x',
    against: 'the same rows as text',
    goal: COLUMNS_GOAL,
  }
}

/** A hash has two columns, keys and values. */
async function ofRedis(): Promise<Row[]> {
  const server = await startRedis()
  const { port, password } = server
  const client = createClient({ socket: { host: '127.0.0.1', port }, password })
  try {
    await client.connect()
    const fields = Array.from({ length: ROWS }, (_, index): [string, string] => [`key ${index}`, `note ${index}`])
    for (let at = 0; at < ROWS; at += 10_000) await client.hSet('wide', fields.slice(at, at + 10_000).flat())
    const bare = async () => Object.keys(await client.hGetAll('wide')).length
    const ours = byRunner('redis', { host: '127.0.0.1', port, password }, 'HGETALL wide')
    return [await measured('Redis', '@redis/client', ours, bare, { columns: 2 })]
  } finally {
    client.destroy()
    await server.stop()
  }
}

async function ofSqlite(dbpath: string): Promise<Row[]> {
  const database = new DatabaseSync(dbpath)
  database.exec(`CREATE TABLE wide AS ${NUMBERS} SELECT ${COLUMNS} FROM n`)
  const bare = async () => database.prepare('SELECT * FROM wide').all().length
  try {
    const ours = byRunner('sqlite', { dbpath }, 'SELECT * FROM wide')
    return [await measured('SQLite', 'node:sqlite', ours, bare, { goal: NEAR_GOAL })]
  } finally {
    database.close()
  }
}

async function ofDuckdb(dbpath: string, folder: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(dbpath)
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE wide AS SELECT ${COLUMNS} FROM range(1, ${ROWS + 1}) t(i)`)
  connection.closeSync()
  instance.closeSync()
  const bare = async () => {
    const reading = await DuckDBInstance.create(dbpath, { access_mode: 'READ_ONLY' })
    const reader = await reading.connect()
    const rows = (await (await reader.run('SELECT * FROM wide')).getRows()).length
    reader.closeSync()
    reading.closeSync()
    return rows
  }
  return [await measured('DuckDB', '@duckdb/node-api', byRunner('duckdb', { dbpath }, 'SELECT * FROM wide', folder), bare)]
}
