import pg from 'pg'
import Cursor from 'pg-cursor'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { runQuery } from './executions.ts'
import { growthDuring, inTurn, MB, median, type Row, time } from './measure.ts'
import type { Product } from './product.ts'
import { addPostgres, makeWide } from './wide.ts'

const SMALL = 'SELECT i AS id, md5(i::text) AS name FROM generate_series(1, 10) AS i'

/** Measures PostgreSQL: a small query, a million rows and five million rows, relative to `pg` on an open connection. */
export async function benchPostgres(product: Product): Promise<Row[]> {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const source = await addPostgres(product, server)
    // Measured before the large table exists, because PostgreSQL vacuums it in the background for a while.
    const smallRows = await small(product, source, client)
    await makeWide(client)
    const largeRows = await million(product, source, client)
    return [...smallRows, ...largeRows, ...(await fiveMillion(product, source))]
  } finally {
    await client.end()
    await server.stop()
  }
}

async function small(product: Product, source: number, client: pg.Client): Promise<Row[]> {
  const ours = () => runQuery(product, source, SMALL)
  const raw = () => client.query({ text: SMALL, rowMode: 'array' })
  for (let warm = 0; warm < 20; warm++) await Promise.all([ours(), raw()])
  const { ours: own, raw: bare } = await inTurn(300, ours, raw)
  return [
    {
      name: `10 rows, POST to rows in hand, over the raw driver (${own.toFixed(1)} ms against ${bare.toFixed(1)} ms)`,
      value: own - bare,
      unit: 'ms',
      against: 'pg',
      goal: 6,
    },
  ]
}

async function million(product: Product, source: number, client: pg.Client): Promise<Row[]> {
  const firstRows: number[] = []
  const firstRaw: number[] = []
  const ours = async () => {
    const answer = await runQuery(product, source, 'SELECT * FROM wide')
    if (answer.window.total !== 1_000_000) throw new Error(`Expected a million rows, got ${answer.window.total}.`)
    if (answer.firstRows !== null) firstRows.push(answer.firstRows)
  }
  const raw = async () => firstRaw.push(await readByCursor(client, 'SELECT * FROM wide'))
  let figures = { ours: 0, raw: 0 }
  // The first run counts too, because memory that it keeps is growth.
  const growth = await growthDuring(product.memory, async () => {
    await ours()
    await raw()
    figures = await inTurn(5, ours, raw)
  })
  return [
    {
      name: `1,000,000 × 10 until stored and readable (${Math.round(figures.ours)} ms against ${Math.round(figures.raw)} ms)`,
      value: figures.ours / figures.raw,
      unit: 'x',
      against: 'pg-cursor, 10,000 rows at a time',
      goal: 1.5,
    },
    {
      name: 'first rows of them at the client, after the first rows of the raw read',
      value: median(firstRows) - median(firstRaw),
      unit: 'ms',
      against: 'pg-cursor, first 10,000 rows',
      goal: 50,
    },
    { name: 'memory growth during these runs', value: growth / MB, unit: 'MB', against: null, goal: 200 },
  ]
}

async function fiveMillion(product: Product, source: number): Promise<Row[]> {
  const text = 'SELECT w.* FROM wide w, generate_series(1, 5)'
  let duration = 0
  const growth = await growthDuring(product.memory, async () => {
    duration = await time(() => runQuery(product, source, text))
  })
  return [
    {
      name: `memory growth with 5,000,000 rows (stored in ${(duration / 1000).toFixed(1)} s)`,
      value: growth / MB,
      unit: 'MB',
      against: null,
      goal: 200,
    },
  ]
}

/** @returns the milliseconds until the first rows */
async function readByCursor(client: pg.Client, text: string): Promise<number> {
  const started = performance.now()
  const cursor = client.query(new Cursor(text, [], { rowMode: 'array' }))
  let first: number | null = null
  for (let rows = await cursor.read(10_000); rows.length > 0; rows = await cursor.read(10_000))
    first ??= performance.now() - started
  await cursor.close()
  return first ?? 0
}
