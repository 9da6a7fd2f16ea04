import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Query } from '@sightline/contract/queries.ts'
import pg from 'pg'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { addDataSource } from './executions.ts'
import { median, type Row, time } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const QUERIES = 500
const ALERTS_EACH = 4
const AT_A_TIME = 8
const PREVIEWS = 40
const POLL_MS = 50

/**
 * Measures two thousand alerts on five hundred queries that run at once: the longest time from a result to the check of its
 * alert, and how long the alert editor waits for a preview of a condition.
 */
export async function benchAlerts(): Promise<Row[]> {
  const server = await startPostgres()
  const product = await startProduct(mkdtempSync(join(tmpdir(), 'sightline-bench-')), { SIGHTLINE_DATABASE_URL: server.url })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
    const ids = await inSmallCrowds(Array.from({ length: QUERIES }, (_, n) => () => watchedQuery(product, source, n)))
    await inSmallCrowds(ids.map((id) => () => product.post(`/api/queries/${id}/results`, { max_age: 0, wait: 30_000 })))
    await allLooked(client)
    return [await delays(client), await previews(product, ids)]
  } finally {
    await client.end()
    await product.stop()
    await server.stop()
  }
}

async function watchedQuery(product: Product, data_source_id: number, n: number): Promise<number> {
  const text = `select i as day, ${n} + i as orders from range(100) as t(i)`
  const { id } = await product.post<Query>('/api/queries', { name: `Query ${n}`, query: text, data_source_id })
  const selectors = ['first', 'max', 'min', 'first']
  for (let alert = 0; alert < ALERTS_EACH; alert++) {
    const options = { column: 'orders', op: 'greater than', value: alert * 150, selector: selectors[alert] }
    await product.post('/api/alerts', { name: `Alert ${alert}`, query_id: id, options })
  }
  return id
}

/** Runs tasks with limited concurrency and returns their values in order. */
async function inSmallCrowds<Value>(works: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const done: Value[] = []
  const rest = works.entries()
  const take = async () => {
    for (const [index, work] of rest) done[index] = await work()
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, take))
  return done
}

async function allLooked(client: pg.Client): Promise<void> {
  const waiting = async () =>
    Number((await client.query('select count(*) from alerts where evaluated_at is null')).rows[0]?.count ?? 0)
  for (const deadline = Date.now() + 120_000; (await waiting()) > 0; ) {
    if (Date.now() > deadline) throw new Error('Not all alerts have looked at their results within two minutes.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function delays(client: pg.Client): Promise<Row> {
  const { rows } = await client.query(`
    select max(extract(epoch from alerts.evaluated_at - result.retrieved_at)) as longest, count(*)::int as looked
    from alerts join query_results result on result.id = alerts.evaluated_result_id`)
  const { longest, looked } = rows[0] ?? {}
  return {
    name: `${looked} alerts on ${QUERIES} queries, the longest from a result to the look at it`,
    value: Number(longest),
    unit: 's',
    against: null,
    goal: 20,
  }
}

async function previews(product: Product, ids: readonly number[]): Promise<Row> {
  const times: number[] = []
  for (const query_id of ids.slice(0, PREVIEWS)) {
    const options = { column: 'orders', op: 'less than', value: 5, selector: 'max' }
    times.push(await time(() => product.post('/api/alerts/preview', { query_id, options })))
  }
  return {
    name: 'what a condition finds now, for the editor of alerts',
    value: median(times),
    unit: 'ms',
    against: null,
    goal: 100,
  }
}
