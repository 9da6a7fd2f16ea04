import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { addDataSource, runQuery } from './executions.ts'
import { inTurn, type Row } from './measure.ts'
import type { Product } from './product.ts'
import { addPostgres, makeWide } from './wide.ts'

const ROWS = 1_000_000
const ROUNDS = 5

const SCORES = `SELECT i AS id, (i * 31) % 97 AS score, 'group ' || (i % 20) AS team FROM range(1, ${ROWS + 1}) t(i)`

/** Queries on the two tables: a summary of the join, and all of its rows. */
const questions = [
  {
    name: 'summed up',
    goal: 3,
    text: (one: string, other: string) =>
      `SELECT team, count(*) AS rows, sum(amount::DECIMAL(18, 2)) AS amount, avg(score) AS score FROM ${one} a JOIN ${other} b USING (id) GROUP BY team`,
  },
  {
    name: 'row by row',
    goal: 3,
    text: (one: string, other: string) => `SELECT id, name, amount, "at", team, score FROM ${one} a JOIN ${other} b USING (id)`,
  },
]

/**
 * Measures a join of two stored results of a million rows, one from PostgreSQL and one from DuckDB: in the DuckDB dialect,
 * against DuckDB on the same Parquet files, and in the SQLite dialect.
 */
export async function benchQueryResults(product: Product): Promise<Row[]> {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const bare = await (await DuckDBInstance.create(':memory:')).connect()
  try {
    await makeWide(client)
    const wide = await storeQuery(product, await addPostgres(product, server), 'SELECT * FROM wide', folder)
    const duckdb = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
    const scores = await storeQuery(product, duckdb, SCORES, folder)
    const results = await addDataSource(product, 'results', {})
    const rows: Row[] = []
    for (const { name, goal, text } of questions) {
      const ours = () => runQuery(product, results, text(wide.table, scores.table), { dialect: 'duckdb' })
      const raw = () => readAll(bare, text(wide.file, scores.file))
      await ours()
      const { ours: own, raw: plain } = await inTurn(ROUNDS, ours, raw)
      const against = `DuckDB on the same files, ${Math.round(plain)} ms`
      rows.push(
        { name: `join of two cached results of 1,000,000 rows, ${name}`, value: own / 1000, unit: 's', against: null, goal: 2 },
        { name: `the same, until stored and readable (${Math.round(own)} ms)`, value: own / plain, unit: 'x', against, goal },
      )
    }
    return [...rows, ...(await benchSqlite(product, results, wide, scores))]
  } finally {
    bare.closeSync()
    rmSync(folder, { recursive: true })
    await client.end()
    await server.stop()
  }
}

const sqliteQuestions = [
  {
    name: 'summed up',
    text: (one: string, other: string) =>
      `SELECT team, count(*) AS rows, sum(amount) AS amount, avg(score) AS score FROM ${one} a JOIN ${other} b ON b.id = a.id GROUP BY team`,
  },
  {
    name: 'row by row',
    text: (one: string, other: string) =>
      `SELECT a.id, a.name, a.amount, a."at", b.team, b.score FROM ${one} a JOIN ${other} b ON b.id = a.id`,
  },
]

const SQLITE_ROUNDS = 3

/**
 * The same in the SQLite dialect, against the method of Redash: insert all rows of both results from JSON one by one into
 * in-memory SQLite, and write the result rows as JSON.
 */
async function benchSqlite(product: Product, results: number, wide: StoredQuery, scores: StoredQuery): Promise<Row[]> {
  const rows: Row[] = []
  const texts = [await jsonOf(product, wide), await jsonOf(product, scores)]
  for (const { name, text } of sqliteQuestions) {
    const ours = () => runQuery(product, results, text(wide.table, scores.table), { dialect: 'sqlite' })
    const raw = async () => likeRedash(texts, text('one', 'other'))
    await ours()
    const { ours: own, raw: plain } = await inTurn(SQLITE_ROUNDS, ours, raw)
    const against = `JSON into SQLite in memory, ${Math.round(plain)} ms`
    rows.push({
      name: `the join in SQLite's dialect, ${name} (${Math.round(own)} ms)`,
      value: own / plain,
      unit: 'x',
      against,
      goal: 1,
    })
  }
  return rows
}

async function jsonOf(product: Product, { result }: StoredQuery): Promise<string> {
  const answer = await fetch(`${product.url}/api/query_results/${result}.json`, { headers: product.headers })
  return answer.text()
}

interface JsonResult {
  query_result: { data: { columns: { name: string }[]; rows: Record<string, SQLInputValue | boolean>[] } }
}

/** @returns the length of the rows as JSON, in characters */
function likeRedash(texts: readonly string[], sql: string): number {
  const database = new DatabaseSync(':memory:')
  for (const [index, table] of ['one', 'other'].entries()) {
    const { data } = (JSON.parse(texts[index] ?? '') as JsonResult).query_result
    const names = data.columns.map(({ name }) => name)
    database.exec(`CREATE TABLE ${table} (${names.map((name) => `"${name}"`).join(', ')})`)
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`)
    database.exec('BEGIN')
    for (const row of data.rows) {
      const values = names.map((name) => row[name] ?? null)
      insert.run(...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
    }
    database.exec('COMMIT')
  }
  const found = database.prepare(sql).all()
  database.close()
  return JSON.stringify(found).length
}

interface StoredQuery {
  /** Table name in Sightline. */
  table: string
  /** Table expression in plain DuckDB, which reads the Parquet file. */
  file: string
  /** Id of its latest result. */
  result: number
}

/** Runs a query text and saves it. */
async function storeQuery(product: Product, source: number, text: string, folder: string): Promise<StoredQuery> {
  const { window } = await runQuery(product, source, text)
  if (window.total !== ROWS) throw new Error(`Expected a million rows, got ${window.total}.`)
  const query = await product.post<{ id: number }>('/api/queries', {
    name: 'A million rows',
    query: text,
    data_source_id: source,
    options: {},
    latest_query_data_id: window.result.id,
  })
  const path = join(folder, `${query.id}.parquet`)
  const answer = await fetch(`${product.url}/api/query_results/${window.result.id}.parquet`, { headers: product.headers })
  if (!answer.ok) throw new Error(`The download answered ${answer.status}.`)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  return { table: `cached_query_${query.id}`, file: `read_parquet('${path}')`, result: window.result.id }
}

async function readAll(connection: DuckDBConnection, text: string): Promise<void> {
  const result = await connection.stream(text)
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk());
}
