import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { median, type Row, time } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const QUERIES = 100_000
const RESULTS = 1_000_000
/** Number of events. Set `SIGHTLINE_BENCH_EVENTS=10000000` for ten million, which takes minutes to create. */
const EVENTS = Number(process.env.SIGHTLINE_BENCH_EVENTS ?? 1_000_000)
/** Number of users, dashboards, audit log entries and, at first, queries. */
const LISTED = 50_000
const OWNERS = 500
const ROUNDS = 40

/** Measures the list and system status pages of an installation that has been used for years. */
export async function benchStatus(): Promise<Row[]> {
  const server = await startPostgres()
  const product = await startProduct(mkdtempSync(join(tmpdir(), 'sightline-bench-')), { SIGHTLINE_DATABASE_URL: server.url })
  try {
    await within(server.url, fill)
    const listed = await measureLists(product)
    await within(server.url, (client) => addQueries(client, LISTED + 1, QUERIES))
    return [...listed, ...(await measure(product))]
  } finally {
    await product.stop()
    await server.stop()
  }
}

async function within(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Adds the queries numbered `first` to `last`, each with a result. */
async function addQueries(client: pg.Client, first: number, last: number): Promise<void> {
  await client.query(`insert into queries
      (name, query, query_hash, api_key, data_source_id, latest_query_data_id, user_id, is_draft, schedule, tags)
    select 'Query ' || i, 'select ' || i, md5(i::text), md5(i::text) || lpad(i::text, 8, '0'), 1, i,
      -- Half of them are the caller's own.
      case when i % 2 = 0 then 1 else (select min(id) from users where id > 1) + i % ${OWNERS} end, false,
      case when i % 20 = 0 then '{"interval": 604800, "time": null, "day_of_week": null, "until": null}'::jsonb end,
      case when i % 3 = 0 then '{sales}'::text[] else '{}' end
    from generate_series(${first}, ${last}) i`)
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(`insert into data_sources (name, type, encrypted_options) values ('Store', 'duckdb', 'none')`)
  // Lists show only what the user's groups may see.
  await client.query('insert into data_source_groups (data_source_id, group_id, view_only) select 1, id, false from groups')
  await client.query(`insert into users (name, email, api_key, group_ids, created_at, active_at)
    select 'User ' || i, 'user' || i || '@example.com', md5('user' || i), '{2}',
      now() - i * interval '1 hour', now() - (i % 700) * interval '1 day'
    from generate_series(1, ${LISTED}) i`)
  await client.query(`insert into query_results
      (data_source_id, query_hash, query, file, columns, row_count, size, runtime, timing, retrieved_at)
    select 1, md5(i::text), 'select ' || i, 'results/' || i || '.parquet', '[{"name": "n", "type": "integer"}]', 1000, 40000,
      random() * 60, '{}', now() - i * interval '1 second'
    from generate_series(1, ${RESULTS}) i`)
  await client.query(`insert into events (user_id, action, object_type, object_id, created_at)
    select 1, 'view', 'query', 1 + i % 5000, now() - i * interval '1 second' from generate_series(1, ${EVENTS}) i`)
  // The server maintains these totals when it stores events.
  await client.query(`insert into event_days (day, count)
    select (created_at at time zone 'UTC')::date, count(*) from events group by 1
    on conflict (day) do update set count = event_days.count + excluded.count`)
  await client.query(`insert into event_views (object_type, day, object_id, views)
    select 'query', (created_at at time zone 'UTC')::date, object_id::integer, count(*) from events group by 2, 3`)
  await client.query(`insert into dashboards (slug, name, user_id, is_draft, tags)
    select 'board-' || i, 'Board ' || i, 1, false, case when i % 3 = 0 then '{sales}'::text[] else '{}' end
    from generate_series(1, ${LISTED}) i`)
  await client.query(`insert into audit_entries (created_at, action, actor_id, actor_name, object_type, object_id, object_name)
    select now() - i * interval '1 minute', 'query.run', 1, 'Ada', 'query', i, 'Query ' || i from generate_series(1, ${LISTED}) i`)
  await addQueries(client, 1, LISTED)
  await client.query(`insert into favorites (user_id, object_type, object_id, created_at)
    select 1, type, i, now() - i * interval '1 minute' from generate_series(1, 5000) i, unnest(array['query', 'dashboard']) type`)
}

/** First pages, distant pages and searches. */
const lists = {
  'a page of the queries': '/api/queries?page=1&page_size=20&order=name',
  'a page far behind of the queries': '/api/queries?page=1200&page_size=20&order=-created_at',
  'the last page of the queries': '/api/queries?page=2500&page_size=20&order=name',
  'a search of the queries': '/api/queries?q=37123',
  'tags of the queries': '/api/queries/tags',
  'a page of the dashboards': '/api/dashboards?page=1&page_size=20&order=name',
  'a search of the dashboards': '/api/dashboards?page=1&page_size=20&q=board+123',
  'dashboards with a tag': '/api/dashboards?page=100&page_size=20&tags=sales',
  'tags of the dashboards': '/api/dashboards/tags',
  'a page far behind of the dashboards': '/api/dashboards?page=1200&page_size=20',
  'a page of the users': '/api/users?page=1&page_size=20&order=name',
  'a search of the users': '/api/users?page=1&page_size=20&q=user+123',
  'users by their last activity': '/api/users?page=1&page_size=20&order=-active_at',
  'users by their groups': '/api/users?page=1&page_size=20&order=groups',
  'a page far behind of the users': '/api/users?page=1200&page_size=20',
  'favorite dashboards': '/api/dashboards/favorites?page=1&page_size=20',
  'a page of the audit log': '/api/audit?page=2000&page_size=20',
}

/** Sort orders without an index, so all rows are sorted. */
const sorted = {
  'queries by their last execution': '/api/queries?page=1&page_size=20&order=-executed_at',
  'queries by their last execution, far behind': '/api/queries?page=1200&page_size=20&order=executed_at',
  'queries by how long they run': '/api/queries?page=1&page_size=20&order=-runtime',
  'queries by schedule': '/api/queries?page=1&page_size=20&order=schedule',
  'queries by who made them': '/api/queries?page=1&page_size=20&order=created_by',
  'queries by who made them, the last page': '/api/queries?page=2500&page_size=20&order=created_by',
  'own queries by their last execution': '/api/queries/my?page=1&page_size=20&order=-executed_at',
  'favorite queries by the time of their star': '/api/queries/favorites?page=1&page_size=20&order=-starred_at',
  'queries with a tag, by their last execution': '/api/queries?page=1&page_size=20&order=-executed_at&tags=sales',
}

/** The lists of the clean-up page. */
const cleanUps = {
  'unused queries': '/api/admin/clean_up/unused_queries?months=1',
  'broken queries': '/api/admin/clean_up/broken_queries',
  'results by size': '/api/admin/clean_up/results',
  'inactive users': '/api/admin/clean_up/inactive_users',
}

const calls = {
  'the status of the system': '/status.json',
  'what runs and what waits': '/api/admin/queries/tasks',
  'queues and workers': '/api/admin/queries/rq_status',
  'slow and failing queries': '/api/admin/queries/trouble',
  'outdated queries': '/api/admin/queries/outdated',
  'the metrics': '/metrics',
  'a page of the events': '/api/events?page=1&page_size=20',
  'what is viewed most': '/api/events/popularity',
}

const number = (count: number) => count.toLocaleString('en-US')

function measureLists(product: Product): Promise<Row[]> {
  return measureAll(product, { ...lists, ...sorted }, `${number(LISTED)} of each`, 50)
}

async function measure(product: Product): Promise<Row[]> {
  const all = `${number(QUERIES)} queries, ${number(RESULTS)} results, ${number(EVENTS)} events`
  return [
    ...(await measureAll(product, calls, all, 100)),
    ...(await measureAll(product, sorted, `${number(QUERIES)} queries`, null)),
    ...(await measureAll(product, cleanUps, all, 1000)),
  ]
}

/** @param goal milliseconds; null for a value that is only reported */
async function measureAll(
  { url, headers }: Product,
  asked: Record<string, string>,
  among: string,
  goal: number | null,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of Object.entries(asked)) {
    const ask = async () => {
      const response = await fetch(url + path, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
      await response.arrayBuffer()
    }
    const first = await time(ask)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await time(ask))
    rows.push({ name: `${name} (${among})`, value: median(times), unit: 'ms', against: null, goal })
    // The slow counts are not cached yet.
    if (goal !== null && first > 2 * goal)
      rows.push({ name: `${name}, the first time`, value: first, unit: 'ms', against: null, goal: 2000 })
  }
  return rows
}
