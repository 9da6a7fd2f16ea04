import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { median, type Row, time } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const QUERIES = 100_000
const RESULTS = 1_000_000
/** Ten million take minutes to be made: `SIGHTLINE_BENCH_EVENTS=10000000` for whoever has them. */
const EVENTS = Number(process.env.SIGHTLINE_BENCH_EVENTS ?? 1_000_000)
/** Users, dashboards and entries of the audit log, which are read by pages. */
const LISTED = 50_000
const ROUNDS = 40

/** The pages about the system, in an installation that has been used for years. */
export async function benchStatus(): Promise<Row[]> {
  const server = await startPostgres()
  const product = await startProduct(mkdtempSync(join(tmpdir(), 'sightline-bench-')), { SIGHTLINE_DATABASE_URL: server.url })
  try {
    await fill(server.url)
    return await measure(product)
  } finally {
    await product.stop()
    await server.stop()
  }
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`insert into data_sources (name, type, encrypted_options) values ('Store', 'duckdb', 'none')`)
    // Lists show what the caller's groups may see.
    await client.query('insert into data_source_groups (data_source_id, group_id, view_only) select 1, id, false from groups')
    await client.query(`insert into queries
        (name, query, query_hash, api_key, data_source_id, latest_query_data_id, user_id, is_draft, schedule)
      select 'Query ' || i, 'select ' || i, md5(i::text), md5(i::text) || lpad(i::text, 8, '0'), 1, i, 1, false,
        case when i % 20 = 0 then '{"interval": 604800, "time": null, "day_of_week": null, "until": null}'::jsonb end
      from generate_series(1, ${QUERIES}) i`)
    await client.query(`insert into query_results
        (data_source_id, query_hash, query, file, columns, row_count, size, runtime, timing, retrieved_at)
      select 1, md5(i::text), 'select ' || i, 'results/' || i || '.parquet', '[{"name": "n", "type": "integer"}]', 1000, 40000,
        random() * 60, '{}', now() - i * interval '1 second'
      from generate_series(1, ${RESULTS}) i`)
    await client.query(`insert into events (user_id, action, object_type, object_id, created_at)
      select 1, 'view', 'query', 1 + i % 5000, now() - i * interval '1 second' from generate_series(1, ${EVENTS}) i`)
    // What the server itself notes along with each event.
    await client.query(`insert into event_days (day, count)
      select (created_at at time zone 'UTC')::date, count(*) from events group by 1
      on conflict (day) do update set count = event_days.count + excluded.count`)
    await client.query(`insert into event_views (object_type, day, object_id, views)
      select 'query', (created_at at time zone 'UTC')::date, object_id::integer, count(*) from events group by 2, 3`)
    await client.query(`insert into users (name, email, api_key, group_ids, created_at, active_at)
      select 'User ' || i, 'user' || i || '@example.com', md5('user' || i), '{2}',
        now() - i * interval '1 hour', now() - (i % 700) * interval '1 day'
      from generate_series(1, ${LISTED}) i`)
    await client.query(`insert into dashboards (slug, name, user_id, is_draft, tags)
      select 'board-' || i, 'Board ' || i, 1, false, case when i % 3 = 0 then '{sales}'::text[] else '{}' end
      from generate_series(1, ${LISTED}) i`)
    await client.query(`insert into audit_entries (created_at, action, actor_id, actor_name, object_type, object_id, object_name)
      select now() - i * interval '1 minute', 'query.run', 1, 'Ada', 'query', i, 'Query ' || i from generate_series(1, ${LISTED}) i`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** The first page, one far behind, and what is searched for. */
const lists = {
  'a page of the queries': '/api/queries?page=1&page_size=20&order=name',
  'a page far behind of the queries': '/api/queries?page=2000&page_size=20&order=-created_at',
  'a search of the queries': '/api/queries?q=77123',
  'tags of the queries': '/api/queries/tags',
  'a page of the dashboards': '/api/dashboards?page=1&page_size=20&order=name',
  'a search of the dashboards': '/api/dashboards?page=1&page_size=20&q=board+123',
  'dashboards with a tag': '/api/dashboards?page=100&page_size=20&tags=sales',
  'tags of the dashboards': '/api/dashboards/tags',
  'a page far behind of the dashboards': '/api/dashboards?page=2000&page_size=20',
  'a page of the users': '/api/users?page=1&page_size=20&order=name',
  'a search of the users': '/api/users?page=1&page_size=20&q=user+123',
  'users by their last activity': '/api/users?page=1&page_size=20&order=-active_at',
  'a page far behind of the users': '/api/users?page=2000&page_size=20',
  'a page of the audit log': '/api/audit?page=2000&page_size=20',
}

/** Orders that no index has at hand: all that is listed is sorted. */
const sorted = {
  'queries by their last execution': '/api/queries?page=1&page_size=20&order=-executed_at',
  'queries by who made them': '/api/queries?page=1&page_size=20&order=created_by',
}

/** What is looked for in a clean-up. */
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

async function measure(product: Product): Promise<Row[]> {
  const number = (count: number) => count.toLocaleString('en-US')
  const all = `${number(QUERIES)} queries, ${number(RESULTS)} results, ${number(EVENTS)} events`
  const listed = `${number(QUERIES)} queries, ${number(LISTED)} of the others`
  return [
    ...(await measureAll(product, calls, all, 100)),
    ...(await measureAll(product, lists, listed, 50)),
    ...(await measureAll(product, sorted, all, 200)),
    ...(await measureAll(product, cleanUps, all, 1000)),
  ]
}

/** @param goal milliseconds */
async function measureAll(
  { url, headers }: Product,
  asked: Record<string, string>,
  among: string,
  goal: number,
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
    // Nothing is kept yet of what takes long to count.
    if (first > 2 * goal) rows.push({ name: `${name}, the first time`, value: first, unit: 'ms', against: null, goal: 2000 })
  }
  return rows
}
