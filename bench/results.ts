import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { DistinctValues, ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import type pg from 'pg'
import { readCopy } from './copy.ts'
import { runQuery } from './executions.ts'
import { answersPerSecond, type Shot } from './load.ts'
import { growthDuring, inTurn, MB, median, percentile, type Row, time } from './measure.ts'
import type { Product } from './product.ts'
import { onWide } from './wide.ts'

const ROWS = 1_000_000
const CONNECTIONS = 32
const ROUND_MS = 3000
const ROUNDS = 5
/** Steps of an exploration: enough for a percentile. */
const EXPLORED = 40
/** Upper limit of what a download of a million rows may add to the memory of the server. */
const MILLION_GROWTH_MB = 150

/** Measures stored results: served from memory, downloaded, and read in windows. */
export async function benchResults(product: Product): Promise<Row[]> {
  return onWide(product, async ({ client, source }) => {
    const { window } = await runQuery(product, source, 'SELECT * FROM wide')
    if (window.total !== ROWS) throw new Error(`Expected a million rows, got ${window.total}.`)
    return [
      ...(await cached(product, source)),
      ...(await csv(product, client, window.result.id)),
      ...(await memoryOfDownloads(product, source)),
      ...(await windows(product, window.result.id)),
    ]
  })
}

/** Measures a stored result of 1,000 rows against a bare route that sends the same bytes. */
async function cached(product: Product, source: number): Promise<Row[]> {
  const text = 'SELECT * FROM wide LIMIT 1000'
  const { window } = await runQuery(product, source, text)
  const query = await product.post<{ id: number }>('/api/queries', {
    name: 'A thousand rows',
    query: text,
    data_source_id: source,
    options: {},
    latest_query_data_id: window.result.id,
  })
  const { headers } = product
  const path = `/api/query_results/${window.result.id}`
  const answer = await fetch(product.url + path, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const file = join(mkdtempSync(join(tmpdir(), 'sightline-bench-')), 'answer.json')
  const bytes = Buffer.from(await answer.arrayBuffer())
  writeFileSync(file, bytes)
  const bare = fork(new URL('./bare-server.ts', import.meta.url), [file])
  const [bareUrl] = (await once(bare, 'message')) as [string]
  try {
    const rows: Row[] = []
    const shots: [string, Shot][] = [
      ['GET of a stored result', { method: 'GET', path, headers }],
      ['POST that finds a stored result', { method: 'POST', path: `/api/queries/${query.id}/results`, headers, body: {} }],
    ]
    for (const [name, shot] of shots) {
      const { ours, raw } = await rates(
        () => answersPerSecond(product.url, shot, CONNECTIONS, ROUND_MS),
        () => answersPerSecond(bareUrl, { method: 'GET', path: '/', headers: {} }, CONNECTIONS, ROUND_MS),
      )
      rows.push({
        name: `${name}, 1,000 rows of ${Math.round(bytes.length / 1024)} kB, ${CONNECTIONS} callers (${Math.round(ours)} a second against ${Math.round(raw)})`,
        value: raw / ours,
        unit: 'x',
        against: 'a bare Fastify route with the same bytes',
        goal: 1.1,
      })
    }
    return rows
  } finally {
    bare.kill()
  }
}

/** Alternates between both, so that noise affects both alike. @returns the medians, in responses per second */
async function rates(ours: () => Promise<number>, raw: () => Promise<number>): Promise<{ ours: number; raw: number }> {
  const figures = { ours: [] as number[], raw: [] as number[] }
  await ours()
  for (let round = 0; round < ROUNDS; round++) {
    figures.raw.push(await raw())
    figures.ours.push(await ours())
  }
  return { ours: median(figures.ours), raw: median(figures.raw) }
}

async function csv(product: Product, client: pg.Client, id: number): Promise<Row[]> {
  const ours = () => download(product, `/api/query_results/${id}.csv`)
  const raw = () => readCopy(client, 'COPY wide TO STDOUT CSV')
  let figures = { ours: 0, raw: 0 }
  const growth = await growthDuring(product.memory, async () => {
    figures = await inTurn(ROUNDS, ours, raw)
  })
  return [
    {
      name: `CSV of 1,000,000 × 10 (${Math.round(figures.ours)} ms against ${Math.round(figures.raw)} ms)`,
      value: figures.ours / figures.raw,
      unit: 'x',
      against: 'COPY … TO STDOUT CSV',
      goal: 2,
    },
    { name: 'memory growth during these downloads', value: growth / MB, unit: 'MB', against: null, goal: 300 },
  ]
}

/** Measures downloads of several sizes; their memory must not grow with the number of rows. */
async function memoryOfDownloads(product: Product, source: number): Promise<Row[]> {
  const growthOf = async (rows: string, id: number, type: 'csv' | 'tsv' | 'json' | 'xlsx', goal = 300): Promise<Row> => {
    let duration = 0
    const growth = await growthDuring(product.memory, async () => {
      duration = await time(() => download(product, `/api/query_results/${id}.${type}`))
    })
    const name = `memory growth with ${type} of ${rows} × 10 (${(duration / 1000).toFixed(1)} s)`
    return { name, value: growth / MB, unit: 'MB', against: null, goal }
  }
  const stored = async (text: string) => (await runQuery(product, source, text)).window.result.id
  const someOf = (rows: number) => stored(`SELECT * FROM wide LIMIT ${rows}`)
  await growthOf('20,000', await someOf(20_000), 'xlsx')
  const million = await stored('SELECT * FROM wide')
  const millions: Row[] = []
  for (const type of ['csv', 'tsv', 'json', 'xlsx'] as const)
    millions.push(await growthOf('1,000,000', million, type, MILLION_GROWTH_MB))
  return [
    ...millions,
    await growthOf('200,000', await someOf(200_000), 'xlsx'),
    await growthOf('800,000', await someOf(800_000), 'xlsx'),
    await growthOf('4,000,000', await stored('SELECT w.* FROM wide w, generate_series(1, 4)'), 'csv'),
  ]
}

async function windows(product: Product, id: number): Promise<Row[]> {
  const rows: Row[] = []
  const growth = await growthDuring(product.memory, async () => {
    // The first read of a process starts the engine.
    await window(product, id, {})
    const plain: number[] = []
    for (const part of [0, 0.25, 0.5, 0.75, 0.9999])
      for (let round = 0; round < ROUNDS; round++)
        plain.push(await time(() => window(product, id, { offset: Math.floor(ROWS * part) + round })))
    rows.push(row('100 rows at any offset of 1,000,000, slowest of 25', Math.max(...plain), 50))
    const arranged: [string, Asked][] = [
      ['sorted by a float', { sort: '2' }],
      ['sorted by a text, descending', { sort: '-5' }],
      ['sorted by three columns', { sort: '8,7,-2' }],
      ['searched in all columns', { search: 'note 4' }],
      // As the table does: matches are shown before all of them are counted.
      ['searched for digits in all columns', { search: '123', total: 'later' }],
      ['filtered by a range of times', { filters: [{ column: 4, min: '2024-01-03', max: '2024-01-05' }] }],
      ['filtered by values', { filters: [{ column: 6, one_of: ['name 1', 'name 2', 'name 999'] }] }],
      ['filtered by a part of a text', { filters: [{ column: 5, contains: 'abc' }] }],
    ]
    for (const [name, asked] of arranged) {
      rows.push(row(`100 rows of 1,000,000, ${name}, first time`, await time(() => window(product, id, asked)), 200))
      const again: number[] = []
      for (let offset = 100; offset <= 1000; offset += 100)
        again.push(await time(() => window(product, id, { ...asked, offset })))
      rows.push(row(`100 rows of 1,000,000, ${name}, next ones`, median(again), 200))
    }
    const counted = await time(() => window(product, id, { search: '124' }))
    rows.push({
      name: 'all rows with some digits in any of ten columns counted',
      value: counted,
      unit: 'ms',
      against: null,
      goal: null,
    })
    for (const [name, column] of [
      ['few numbers', 7],
      ['1,000 texts', 6],
      ['1,000,000 texts', 5],
    ] as const) {
      const taken = await time(() => product.get<DistinctValues>(`/api/query_results/${id}/distinct?column=${column}`))
      rows.push(row(`different values of 1,000,000 rows: ${name}`, taken, 200))
      const profiled = await time(() => product.get(`/api/query_results/${id}/profile?column=${column}`))
      rows.push(row(`what a column of 1,000,000 rows contains: ${name}`, profiled, 300))
    }
    rows.push(...(await explored(product, id)))
  })
  return [...rows, { name: 'memory growth during these windows', value: growth / MB, unit: 'MB', against: null, goal: 300 }]
}

/** Measures steps of an exploration of a million rows. */
export async function explored(product: Product, id: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const timeZone of ['UTC', 'Europe/Berlin']) {
    const steps: number[] = []
    for (let round = 0; round < EXPLORED; round++) steps.push(await time(() => explore(product, id, timeZone)))
    const name = `1,000,000 rows explored by month and a text, in ${timeZone}`
    rows.push(row(`${name}, median`, median(steps), 100), row(`${name}, 95th percentile`, percentile(steps, 0.95), 250))
  }
  return rows
}

export const row = (name: string, value: number, goal: number): Row => ({ name, value, unit: 'ms', against: null, goal })

interface Asked {
  offset?: number
  sort?: string
  search?: string
  total?: 'later'
  filters?: RowFilter[]
}

async function window(product: Product, id: number, { filters, ...asked }: Asked): Promise<void> {
  const search = new URLSearchParams({ limit: '100', ...(filters ? { filters: JSON.stringify(filters) } : {}) })
  for (const [name, value] of Object.entries(asked)) search.set(name, String(value))
  const { rows, total } = await product.get<ResultWindow>(`/api/query_results/${id}/window?${search}`)
  if (rows.length === 0) throw new Error(`No rows of ${total} came back for ${search}.`)
}

/** Groups by the month of a time and by a text, with the count of rows and a sum. */
async function explore(product: Product, id: number, timeZone: string): Promise<void> {
  const ask: GroupsRequest = {
    sets: [[4, 6]],
    measures: [
      { kind: 'count', column: null },
      { kind: 'sum', column: 3 },
    ],
    limit: 1000,
    units: [{ column: 4, unit: 'month' }],
    time_zone: timeZone,
    order: { by: 'key', index: 0, descending: false },
  }
  const path = `/api/query_results/${id}/groups?ask=${encodeURIComponent(JSON.stringify(ask))}`
  const { sets } = await product.get<ResultGroups>(path)
  if (sets[0]?.total !== 1000) throw new Error(`Expected 1,000 groups, got ${sets[0]?.total}.`)
}

/** Reads a response to its end and discards it. @returns the number of bytes */
function download(product: Product, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(product.url + path, { headers: product.headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('error', reject)
      response.once('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path} answered ${response.statusCode}.`)),
      )
    })
    request.once('error', reject)
  })
}
