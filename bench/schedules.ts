import type { Query, QueryListItem } from '@sightline/contract/queries.ts'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { addDataSource } from './executions.ts'
import type { Row } from './measure.ts'
import type { Product } from './product.ts'

const SCHEDULES = 500
const PAGE_SIZE = 250
/** Default number of concurrent executions of a worker. */
const CONCURRENCY = 4
const LIMIT_SECONDS = 60
const POLL_MS = 500

/** A query that returns the number of scheduled runs active in its database and is slow enough to overlap with others. */
const countingText = (n: number) =>
  `WITH waited AS MATERIALIZED (SELECT pg_sleep(0.05)) SELECT ${n} AS n, count(*)::int AS active FROM waited, pg_stat_activity
   WHERE state = 'active' AND query LIKE '/* %Scheduled: True%'`

/**
 * Measures 500 schedules due at the same time: how long until the last one has started, and how many run at once.
 * They wait for a paused data source and all become due when it is resumed.
 */
export async function benchSchedules(product: Product): Promise<Row[]> {
  const server = await startPostgres()
  try {
    const { host, port, user, password, database: dbname } = server
    const source = await addDataSource(product, 'pg', { host, port, user, password, dbname })
    await product.post(`/api/data_sources/${source}/pause`)
    for (let n = 0; n < SCHEDULES; n++) {
      const fields = { name: `Schedule ${n}`, query: countingText(n), schedule: { interval: 3600 } }
      await product.post<Query>('/api/queries', { data_source_id: source, ...fields })
    }
    const due = Date.now()
    const resumed = await fetch(`${product.url}/api/data_sources/${source}/pause`, {
      method: 'DELETE',
      headers: product.headers,
    })
    if (!resumed.ok) throw new Error(`Resuming answered ${resumed.status}.`)
    const ran = await allRan(product, due)
    const starts = ran.map(({ retrieved_at, runtime }) => Date.parse(retrieved_at ?? '') - (runtime ?? 0) * 1000 - due)
    const active = await Promise.all(ran.map((query) => activeWith(product, query)))
    return [
      {
        name: `${SCHEDULES} schedules due at once, until the last has started (first after ${(Math.min(...starts) / 1000).toFixed(1)} s)`,
        value: Math.max(...starts) / 1000,
        unit: 's',
        against: null,
        goal: LIMIT_SECONDS,
      },
      {
        name: `most of them running at once (${Math.max(...active)} of ${CONCURRENCY})`,
        value: Math.max(...active) / CONCURRENCY,
        unit: 'x',
        against: 'the configured concurrency',
        goal: 1,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function allRan(product: Product, since: number): Promise<QueryListItem[]> {
  while (Date.now() - since < 2 * LIMIT_SECONDS * 1000) {
    const ran: QueryListItem[] = []
    for (let page = 1; page <= SCHEDULES / PAGE_SIZE; page++) {
      const { results } = await product.get<{ results: QueryListItem[] }>(`/api/queries?page=${page}&page_size=${PAGE_SIZE}`)
      ran.push(...results.filter(({ retrieved_at }) => retrieved_at !== null))
    }
    if (ran.length === SCHEDULES) return ran
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`Not all of ${SCHEDULES} scheduled queries ran within two minutes.`)
}

async function activeWith(product: Product, { latest_query_data_id: id }: QueryListItem): Promise<number> {
  const { query_result } = await product.get<{ query_result: { data: { rows: { active: number }[] } } }>(
    `/api/query_results/${id}`,
  )
  return query_result.data.rows[0]?.active ?? 0
}
