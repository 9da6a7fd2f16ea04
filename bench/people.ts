import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { inTurn, median, type Row, time } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const USERS = 50_000
const ROUNDS = 60
const CHECK_ROUNDS = 1500

/** Measures fifty thousand users: pages, searches and sort orders of their list, and the cost of authenticating a request. */
export async function benchPeople(): Promise<Row[]> {
  const server = await startPostgres()
  const product = await startProduct(mkdtempSync(join(tmpdir(), 'sightline-bench-')), { SIGHTLINE_DATABASE_URL: server.url })
  try {
    await fill(server.url)
    return [...(await pages(product)), await checks(product)]
  } finally {
    await product.stop()
    await server.stop()
  }
}

/** Adds users in groups as in a real installation: some pending, some disabled, most of them active recently. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`insert into groups (name, permissions)
      select 'Team ' || i, (select permissions from groups where name = 'default') from generate_series(1, 200) i`)
    await client.query(`insert into users
        (name, email, api_key, group_ids, is_invitation_pending, is_email_verified, disabled_at, active_at, created_at)
      select 'Person ' || md5(i::text), 'person-' || i || '@example.com', md5(i::text) || lpad(i::text, 8, '0'),
        array[2, 3 + i % 200], i % 50 = 0, true, case when i % 20 = 0 then now() end,
        case when i % 3 > 0 then now() - i * interval '1 minute' end, now() - i * interval '1 hour'
      from generate_series(1, ${USERS}) i`)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

const lists = {
  'the newest': '',
  'the last page': '&page=1900',
  'by name': '&order=name',
  'by last activity': '&order=-active_at',
  'by groups': '&order=groups',
  'found by a part of name or email': '&q=ab12',
}

async function pages({ url, headers }: Product): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, query] of Object.entries(lists)) {
    const ask = () => read(`${url}/api/users?disabled=false&pending=false&page_size=20${query}`, headers)
    await ask()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await time(ask))
    rows.push({
      name: `a page of ${USERS.toLocaleString('en-US')} users, ${name}`,
      value: median(times),
      unit: 'ms',
      against: null,
      goal: 50,
    })
  }
  return rows
}

/** Sends the same request with and without a session; the difference is the cost of authentication and permissions. */
async function checks({ url, headers }: Product): Promise<Row> {
  const bare = () => read(`${url}/api/config`, {})
  const guarded = () => read(`${url}/api/config`, headers)
  for (let warm = 0; warm < 300; warm++) {
    await bare()
    await guarded()
  }
  const { ours, raw } = await inTurn(CHECK_ROUNDS, guarded, bare)
  return {
    name: `checking who calls, on top of a call (${ours.toFixed(2)} ms against ${raw.toFixed(2)} ms)`,
    value: ours - raw,
    unit: 'ms',
    against: 'the same call by nobody',
    goal: 0.3,
  }
}

async function read(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { headers })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  await response.arrayBuffer()
}
