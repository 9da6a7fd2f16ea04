import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { open, rm, truncate, writeFile } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Job } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { sheetOf, unzipped } from '../../testing/unzipped.ts'
import { dataSourceGroups } from '../data-sources/tables.ts'
import { events } from '../events/tables.ts'
import { queryResults } from './tables.ts'

const TYPES = ['json', 'csv', 'tsv', 'xlsx', 'parquet'] as const
/** 300,000 rows of 32 random letters: 10 MB as CSV, and little less compressed. */
const MANY = 'select md5(i::varchar) as hash from range(300000) as t(i)'
const MANY_ROWS = 300_000

// Hundreds of thousands of rows, several times.
vi.setConfig({ testTimeout: 90_000 })
let server: TestServer
let ada: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

async function run(query: Query, person: TestClient = ada): Promise<number> {
  const { body } = await person.post<{ job: Job }>(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
  return body.job.query_result_id ?? 0
}

async function stored(text: string, name = 'Some query'): Promise<{ query: Query; id: number }> {
  const query = await buildQuery(ada, { data_source_id: source, name, query: text })
  return { query, id: await run(query) }
}

/** The local file of a stored result, in the store that this server uses. */
async function fileOf(id: number): Promise<{ path: string; size: number; name: string }> {
  const [row] = await server.services.db.select().from(queryResults).where(eq(queryResults.id, id))
  if (!row) throw new Error('There is no such result.')
  return { path: await server.services.files.open(row.file), size: row.size, name: row.file }
}

const addressesOf = ({ query, id }: { query: Query; id: number }, type: string) => [
  `/api/query_results/${id}.${type}`,
  `/api/queries/${query.id}/results.${type}`,
  `/api/queries/${query.id}/results/${id}.${type}`,
]

describe('a CSV download for Excel', () => {
  it('is marked as UTF-8 and guards texts that look like formulas, while numbers stay', async () => {
    const hostile = await stored(`select '=1+1' as "+name", -5 as n, '東京' as place`)
    for (const path of addressesOf(hostile, 'csv')) {
      const response = await ada.fetch(`${path}?excel=1`)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.toString('utf8')).toBe("\uFEFF'+name,n,place\r\n'=1+1,-5,東京\r\n")
      expect((await ada.get(path)).body).toBe('+name,n,place\r\n=1+1,-5,東京\r\n')
      expect((await ada.get(`${path}?excel=0`)).body).toBe('+name,n,place\r\n=1+1,-5,東京\r\n')
    }
    const tsv = await ada.fetch(`/api/query_results/${hostile.id}.tsv?excel=true`)
    expect(Buffer.from(await tsv.arrayBuffer())).toEqual(Buffer.from("\uFEFF'+name\tn\tplace\r\n'=1+1\t-5\t東京\r\n"))
  })

  it('is refused in one sentence for other types and for what is neither yes nor no', async () => {
    const { id } = await stored('select 1 as n')
    for (const type of ['json', 'xlsx', 'parquet'])
      expect(await ada.get(`/api/query_results/${id}.${type}?excel=1`)).toMatchObject({
        status: 400,
        body: { message: `The option "excel" is for csv and tsv, and not for ${type}.` },
      })
    expect(await ada.get(`/api/query_results/${id}.csv?excel=perhaps`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^"excel" is not valid: /) },
    })
  })
})

describe('a download', () => {
  it.each(TYPES)('is told by HEAD without being made: %s', async (type) => {
    const some = await stored(`select 1 as "of ${type}"`)
    for (const path of addressesOf(some, type)) {
      const head = await ada.fetch(path, { method: 'HEAD' })
      const got = await ada.fetch(path)
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['content-type', 'content-disposition', 'etag', 'cache-control'])
        expect(head.headers.get(name)).toBe(got.headers.get(name))
      const bytes = (await got.arrayBuffer()).byteLength
      if (type === 'parquet')
        expect([head.headers.get('content-length'), got.headers.get('content-length')]).toEqual([`${bytes}`, `${bytes}`])
    }
    expect((await ada.fetch('/api/query_results/999999.csv', { method: 'HEAD' })).status).toBe(404)
  })

  it.each(TYPES)('is not sent again to who has it: %s', async (type) => {
    const some = await stored(`select 2 as "of ${type}"`)
    for (const [path, caching] of [
      [`/api/query_results/${some.id}.${type}`, 'private,max-age=31557600'],
      [`/api/queries/${some.query.id}/results.${type}`, 'private, no-cache'],
    ] as const) {
      const tag = (await ada.fetch(path)).headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"/)
      for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const again = await ada.fetch(path, { method, headers: { 'if-none-match': known } })
          expect([again.status, await again.text()]).toEqual([304, ''])
          expect(again.headers.get('etag')).toBe(tag)
          expect(again.headers.get('cache-control')).toBe(caching)
        }
      expect((await ada.fetch(path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
    }
  })

  it.each(['gzip', 'zstd'])('is compressed as the caller takes it: %s', async (coding) => {
    const { id } = await stored(`select repeat('many words ', 500) as words, '${coding}' as coding`)
    const undo = coding === 'gzip' ? gunzipSync : zstdDecompressSync
    for (const type of ['json', 'csv']) {
      const plain = await bytesOf(`/api/query_results/${id}.${type}`, 'identity')
      // Twice: made and compressed for the first, from memory for the second.
      for (let round = 0; round < 2; round++) {
        const { headers, bytes } = await bytesOf(`/api/query_results/${id}.${type}`, coding)
        expect(headers['content-encoding']).toBe(coding)
        expect(headers.vary).toContain('accept-encoding')
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(undo(bytes)).toEqual(plain.bytes)
      }
    }
  })

  it.each([
    ['東京 — прибыль', '__', '%E6%9D%B1%E4%BA%AC_%E2%80%94_%D0%BF%D1%80%D0%B8%D0%B1%D1%8B%D0%BB%D1%8C_'],
    ['שלום عالم', '_', '%D7%A9%D7%9C%D7%95%D7%9D_%D8%B9%D8%A7%D9%84%D9%85_'],
    ['Prix “été” 😀', 'Prix_ete_', 'Prix_%E2%80%9C%C3%A9t%C3%A9%E2%80%9D_%F0%9F%98%80_'],
  ])('has a name in any script: %s', async (name, folded, encoded) => {
    const { query, id } = await stored('select 3 as n', name)
    for (const type of TYPES) {
      const { headers } = await ada.fetch(`/api/queries/${query.id}/results/${id}.${type}`, { method: 'HEAD' })
      const disposition = headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*\d{4}_\d\d_\d\d\.\w+"; filename\*=UTF-8''/)
      expect(disposition).toContain(`filename="${folded}_20`)
      expect(disposition).toContain(`filename*=UTF-8''${encoded}`)
      expect(disposition.endsWith(`.${type}`)).toBe(true)
    }
  })

  it('DL-07 is refused in one sentence when a sheet of Excel cannot hold the result, and is whole in other types', async () => {
    const { id } = await stored(`select 'short' as note union all select repeat('y', 40000)`)
    const sentence =
      'A cell of Excel holds 32,767 characters, and row 2 of "note" has more. Download it as CSV or Parquet instead.'
    const refused = await ada.get(`/api/query_results/${id}.xlsx`)
    expect(refused).toMatchObject({ status: 400, body: { message: sentence } })
    expect(refused.headers.get('cache-control')).toBeNull()
    expect((await ada.fetch(`/api/query_results/${id}.xlsx`, { method: 'HEAD' })).status).toBe(400)
    expect((await ada.get<string>(`/api/query_results/${id}.csv`)).body).toHaveLength('note\r\nshort\r\n\r\n'.length + 40_000)
  })
})

/** The answer as it goes over the wire. */
async function bytesOf(path: string, coding: string) {
  const response = await begun(path, { 'accept-encoding': coding })
  return { headers: response.headers, bytes: await buffer(response) }
}

const begun = (path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    httpGet(server.url + path, { headers: { authorization: `Key ${ada.apiKey}`, ...headers } }, resolve).once('error', reject)
  })

describe('a download of many rows', () => {
  let many: { query: Query; id: number }
  beforeAll(async () => {
    many = await stored(MANY)
  })

  it('DL-06 DL-07 DL-08 has all of them in each type', async () => {
    const csv = await ada.get<string>(`/api/query_results/${many.id}.csv`)
    expect(csv.body.split('\r\n')).toHaveLength(MANY_ROWS + 2)
    const json = await ada.get<{ query_result: { data: { rows: unknown[] } } }>(`/api/query_results/${many.id}.json`)
    expect(json.body.query_result.data.rows).toHaveLength(MANY_ROWS)
    const xlsx = await ada.fetch(`/api/query_results/${many.id}.xlsx`)
    const rows = sheetOf(unzipped(Buffer.from(await xlsx.arrayBuffer())))
    expect([rows.length, rows[0]]).toEqual([MANY_ROWS + 1, ['hash']])
  })

  it('waits for a caller who stops reading, and goes on with them', async () => {
    const response = await begun(`/api/query_results/${many.id}.csv`)
    response.pause()
    // All that the server would do meanwhile, it has the time to do.
    for (let n = 0; n < 30; n++) await ada.get(`/api/query_results/${many.id}/window?offset=${n}&limit=1`)
    const whole = (await begun(`/api/query_results/${many.id}.csv`)).pipe(await counting())
    await new Promise((resolve) => whole.once('finish', resolve))
    expect(response.socket.bytesRead).toBeLessThan(whole.bytes / 2)
    expect((await buffer(response)).length).toBe(whole.bytes)
  })

  it.each(TYPES)('leaves nothing behind when the caller goes away in its midst: %s', async (type) => {
    const linesBefore = server.log.length
    const { name } = await fileOf(many.id)
    for (const coding of ['identity', 'gzip']) {
      const response = await begun(`/api/query_results/${many.id}.${type}`, { 'accept-encoding': coding })
      await new Promise((resolve) => response.once('data', resolve))
      response.destroy()
    }
    // What is being read at that moment is read to its end.
    await vi.waitFor(() => expect(openFiles(name)).toEqual([]), { timeout: 30_000 })
    expect((await ada.get(`/api/query_results/${many.id}/window?limit=1`)).status).toBe(200)
    expect(server.log.slice(linesBefore)).toEqual([])
  })
})

async function counting() {
  const { Writable } = await import('node:stream')
  const sink = Object.assign(
    new Writable({
      write(chunk: Buffer, _, done) {
        sink.bytes += chunk.length
        done()
      },
    }),
    { bytes: 0 },
  )
  return sink
}

/** Open files of this process, which is the server's too, that have this name (proc(5)). */
function openFiles(name: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.endsWith(name) ? [path] : []
    } catch {
      // Closed since the listing.
      return []
    }
  })
}

describe('pages of other sites', () => {
  const wiki = 'https://wiki.example.com'
  const paths = (id: number, query: Query) => [
    `/api/query_results/${id}`,
    ...TYPES.flatMap((type) => addressesOf({ id, query }, type)),
    `/api/queries/${query.id}/results`,
  ]
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

  it('may read no result until the settings name them, and may always ask beforehand', async () => {
    const { id, query } = await stored('select 4 as n')
    for (const path of paths(id, query)) {
      expect(corsOf(await ada.fetch(path, { headers: { origin: wiki } }))).toEqual({})
      const preflight = await server.anonymous.fetch(path, { method: 'OPTIONS', headers: { origin: wiki } })
      expect([preflight.status, await preflight.text()]).toEqual([200, ''])
      expect(corsOf(preflight)).toEqual({
        'access-control-request-method': 'GET, POST, PUT',
        'access-control-allow-headers': 'Content-Type',
      })
    }
  })

  describe('that the settings name', () => {
    let open: TestServer
    let query: Query
    let id: number
    let owner: Person
    beforeAll(async () => {
      open = await startTestServer({ config: { corsOrigins: [wiki] } })
      owner = await open.person()
      query = await buildQuery(owner, { data_source_id: (await buildDataSource(open)).id })
      id = await run(query, owner)
    })
    afterAll(() => open.close())
    const granted = { 'access-control-allow-origin': wiki, 'access-control-allow-credentials': 'false' }

    it('may read results, and why there is none, with a key', async () => {
      for (const path of [...paths(id, query), '/api/query_results/999999'])
        expect(corsOf(await owner.fetch(path, { headers: { origin: wiki } }))).toEqual(granted)
      const started = await owner.fetch(`/api/queries/${query.id}/results`, { method: 'POST', headers: { origin: wiki } })
      expect(corsOf(started)).toEqual(granted)
      expect(started.headers.get('vary')).toContain('Origin')
      const preflight = await open.anonymous.fetch('/api/query_results', { method: 'OPTIONS', headers: { origin: wiki } })
      expect(corsOf(preflight)).toMatchObject(granted)
    })

    it('are the only ones, and results the only thing', async () => {
      for (const origin of ['https://evil.example.com', 'http://wiki.example.com', 'null', `${wiki}.evil.com`])
        expect(corsOf(await owner.fetch(`/api/query_results/${id}`, { headers: { origin } }))).toEqual({})
      for (const path of ['/api/session', `/api/queries/${query.id}`, `/api/query_results/${id}/window`])
        expect(corsOf(await owner.fetch(path, { headers: { origin: wiki } }))).toEqual({})
    })
  })

  it('may all read results when the settings say *', async () => {
    const open = await startTestServer({ config: { corsOrigins: ['*'] } })
    const response = await open.anonymous.fetch('/api/query_results/1', { headers: { origin: wiki } })
    expect(corsOf(response)).toEqual({ 'access-control-allow-origin': wiki, 'access-control-allow-credentials': 'false' })
    await open.close()
  })
})

describe('a stored result whose rows are lost', () => {
  const UNAVAILABLE = 'Cached query result unavailable, please execute again.'
  const DAMAGED = 'The stored result cannot be read. Please execute the query again.'
  let asked = 0
  const fresh = () => stored(`select i as n, md5(i::varchar) as hash from range(2000) as t(i) where ${++asked} > 0`)
  const faults: [string, (file: { path: string; size: number; name: string }) => Promise<void>, number, string][] = [
    ['missing', ({ name, path }) => lose(name, path), 404, UNAVAILABLE],
    ['cut short', ({ path, size }) => truncate(path, Math.floor(size / 2)), 500, DAMAGED],
    ['garbage of the same length', ({ path, size }) => writeFile(path, randomBytes(size)), 500, DAMAGED],
    ['bad in its midst', ({ path }) => scratch(path, 2000), 500, DAMAGED],
  ]

  async function lose(name: string, path: string) {
    await server.services.files.remove(name)
    await rm(path, { force: true })
  }

  async function scratch(path: string, at: number) {
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(500, 0xff), 0, 500, at)
    await file.close()
  }

  it.each(faults)('is told in one sentence, whatever is asked of it: %s', async (fault, damage, status, message) => {
    const one = await fresh()
    await damage(await fileOf(one.id))
    const read = fault === 'bad in its midst' ? TYPES.filter((type) => type !== 'parquet') : TYPES
    for (const path of [
      ...read.flatMap((type) => addressesOf(one, type)),
      `/api/query_results/${one.id}/window`,
      `/api/query_results/${one.id}/window?sort=0`,
      `/api/query_results/${one.id}/distinct?column=0`,
      `/api/query_results/${one.id}/columns?columns=0,1`,
    ]) {
      const reply = await ada.get(path)
      expect(reply, path).toMatchObject({ status, body: { message } })
      expect(reply.headers.get('cache-control')).toBeNull()
      expect(reply.headers.get('content-disposition')).toBeNull()
      expect(reply.headers.get('content-encoding')).toBeNull()
    }
  })

  it.each(faults)('answers no run: the next one makes it anew: %s', async (fault, damage) => {
    const one = await fresh()
    await damage(await fileOf(one.id))
    // What only shows while it is read is known from the first reading on.
    if (!['missing', 'cut short'].includes(fault)) await ada.get(`/api/query_results/${one.id}.csv`)
    const { body } = await ada.post<{ job: Job }>(`/api/queries/${one.query.id}/results`, { max_age: -1, wait: 20_000 })
    expect(body.job.query_result_id).not.toBe(one.id)
    const again = await ada.post(`/api/queries/${one.query.id}/results`, {})
    expect(again).toMatchObject({ status: 200, body: { query_result: { id: body.job.query_result_id } } })
    const latest = await ada.get<string>(`/api/queries/${one.query.id}/results.csv`)
    expect(latest.body.split('\r\n')).toHaveLength(2002)
  })

  it.each(['csv', 'json'])('ends the connection when that shows after the first bytes: %s', async (type) => {
    const { id } = await stored(`${MANY} where ${++asked} > 0`)
    const { path, size } = await fileOf(id)
    await scratch(path, Math.floor(size * 0.95))
    for (const coding of ['identity', 'gzip']) {
      const response = await begun(`/api/query_results/${id}.${type}`, { 'accept-encoding': coding })
      expect(response.statusCode).toBe(200)
      await expect(buffer(response)).rejects.toThrow('aborted')
    }
    expect(server.log.some((line) => line.includes('The rows of a stored result are lost.') && line.includes(`${id}`))).toBe(
      true,
    )
    await vi.waitFor(async () => {
      const [row] = await server.services.db.select().from(queryResults).where(eq(queryResults.id, id))
      expect(row?.is_lost).toBe(true)
    })
  })
})

describe('an answer from memory', () => {
  it('is for those alone who may see the result at that moment', async () => {
    const group = await buildGroup(server)
    const shared = await buildDataSource(server, { groups: { [group]: false } })
    const eve = await server.person({ groups: [group] })
    const query = await buildQuery(eve, { data_source_id: shared.id, query: 'select 5 as five' })
    const id = await run(query, eve)
    const path = `/api/query_results/${id}`
    for (let round = 0; round < 3; round++) expect((await eve.get(path)).status).toBe(200)
    expect((await ada.get(path)).status).toBe(403)

    await server.services.db.delete(dataSourceGroups).where(eq(dataSourceGroups.data_source_id, shared.id))
    expect((await eve.get(path)).status).toBe(403)
    expect((await eve.post(`/api/queries/${query.id}/results`, {})).status).toBe(403)
    expect((await server.admin.get(path)).status).toBe(200)
    await server.admin.delete(`/api/data_sources/${shared.id}`)
    expect((await server.admin.get(path)).status).toBe(404)
  })

  it('has all of the result for people, and the data alone for a key that runs the query', async () => {
    const { query, id } = await stored('select 6 as six')
    const key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    for (let round = 0; round < 2; round++) {
      const own = await ada.post<{ query_result: object }>(`/api/queries/${query.id}/results`, {})
      expect(own.body.query_result).toMatchObject({ id, data: { rows: [{ six: 6 }] } })
      const keyed = await key.post<{ query_result: object }>(`/api/queries/${query.id}/results`, {})
      expect(Object.keys(keyed.body.query_result)).toEqual(['data', 'retrieved_at'])
    }
  })
})

describe('windows, filters and different values', () => {
  it('are answered together, and say what is wrong with a question', async () => {
    const { id } = await stored(`select i as n, case when i % 2 = 0 then 'even' else 'odd' end as kind from range(10) as t(i)`)
    const ask = (filters: unknown, rest = '') =>
      ada.get(`/api/query_results/${id}/window?filters=${encodeURIComponent(JSON.stringify(filters))}${rest}`)
    expect(
      await ask(
        [
          { column: 0, min: 3, max: 8 },
          { column: 1, one_of: ['even'] },
        ],
        '&sort=-0',
      ),
    ).toMatchObject({
      status: 200,
      body: {
        total: 3,
        rows: [
          [8, 'even'],
          [6, 'even'],
          [4, 'even'],
        ],
      },
    })
    expect((await ada.get(`/api/query_results/${id}/distinct?column=1&search=EV`)).body).toEqual({
      total: 1,
      values: [{ value: 'even', count: 5 }],
    })
    for (const [reply, message] of [
      [await ask([{ column: 0 }]), '"filters.0" is not valid: says nothing but its column.'],
      [await ask([{ column: 7, is_null: true }]), 'Column 7 does not exist; the result has 2.'],
      [await ask([{ column: 0, one_of: ['x'] }]), '"x" is no value that column "n" can hold.'],
      [await ask('x'), '"filters" is not valid: invalid input: expected array, received string.'],
      [await ada.get(`/api/query_results/${id}/window?filters=%5B`), '"filters" is not valid: it is no JSON.'],
      [await ada.get(`/api/query_results/${id}/distinct?column=7`), 'Column 7 does not exist; the result has 2.'],
      [
        await ada.get(`/api/query_results/${id}/distinct`),
        '"column" is not valid: invalid input: expected number, received NaN.',
      ],
    ] as const)
      expect(reply).toMatchObject({ status: 400, body: { message } })
  })

  it('never change, and are not sent again to who has them', async () => {
    const { id } = await stored('select 7 as n')
    for (const part of ['window?limit=5', 'distinct?column=0', 'columns?columns=0']) {
      const first = await ada.get(`/api/query_results/${id}/${part}`)
      expect(first.headers.get('cache-control')).toBe('private,max-age=31557600')
      const tag = first.headers.get('etag') ?? ''
      expect(await ada.get(`/api/query_results/${id}/${part}`, { 'if-none-match': tag })).toMatchObject({
        status: 304,
        body: undefined,
      })
    }
    const [one, other] = await Promise.all([
      ada.get(`/api/query_results/${id}/window?limit=5`),
      ada.get(`/api/query_results/${id}/window?limit=6`),
    ])
    expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'))
  })
})

describe('the key of a query', () => {
  it('API-37 is noted among the events when it reads a result', async () => {
    const { query, id } = await stored('select 8 as n')
    const key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    await ada.get(`/api/queries/${query.id}/results.json`)
    await key.get(`/api/queries/${query.id}/results.json`)
    await key.get(`/api/queries/${query.id}/results/${id}.csv`)
    const noted = await server.services.db
      .select()
      .from(events)
      .where(eq(events.object_id, String(query.id)))
    expect(noted.filter(({ action }) => action === 'api_get')).toMatchObject([
      { object_type: 'query', user_id: null, additional_properties: { api_key_of_query: query.id } },
      { object_type: 'query', user_id: null, additional_properties: { api_key_of_query: query.id } },
    ])
  })

  it('API-31 API-35 API-36 API-37 opens the results of its query, and nothing else there is or is not', async () => {
    const own = await stored('select 9 as own')
    const foreign = await stored('select 10 as foreign_one')
    const key = clientOf(server.url, () => ({ authorization: `Key ${own.query.api_key}` }))
    const q = own.query.id
    const cases: [string, number][] = [
      [`/api/queries/${q}/results`, 200],
      [`/api/queries/${q}/results.json`, 200],
      [`/api/queries/${q}/results.csv?excel=1`, 200],
      [`/api/queries/${q}/results/${own.id}.csv`, 200],
      [`/api/queries/${q}/results/${own.id}.parquet`, 200],
      // Results of another query, of no query, and by themselves.
      [`/api/queries/${q}/results/${foreign.id}.json`, 404],
      [`/api/queries/${foreign.query.id}/results.json`, 404],
      [`/api/queries/${foreign.query.id}/results/${own.id}.json`, 404],
      [`/api/query_results/${own.id}`, 404],
      [`/api/query_results/${own.id}.csv`, 404],
      [`/api/query_results/${own.id}/window`, 404],
      [`/api/query_results/${own.id}/distinct?column=0`, 404],
      [`/api/query_results/${own.id}/columns?columns=0`, 404],
      ['/api/queries', 404],
    ]
    const ids = [
      '0',
      '-1',
      '999999',
      '2147483648',
      '99999999999999',
      '9'.repeat(40),
      'abc',
      '1e3',
      '0x1',
      '1.5',
      "1'--",
      '%00',
      '%F0%9F%98%80',
    ]
    for (const id of ids) {
      cases.push(
        [`/api/queries/${q}/results/${id}.json`, 404],
        [`/api/queries/${id}/results.json`, 404],
        [`/api/queries/${id}/results/${own.id}.csv`, 404],
      )
    }
    for (const [path, status] of cases) expect((await key.get(path)).status, path).toBe(status)
    // The same addresses for somebody who may see everything.
    for (const id of ids)
      for (const path of [
        `/api/query_results/${id}`,
        `/api/query_results/${id}.csv`,
        `/api/query_results/${id}/window`,
        `/api/query_results/${id}/distinct?column=0`,
        `/api/queries/${id}/results`,
        `/api/queries/${id}/results.csv`,
        `/api/queries/${q}/results/${id}.json`,
      ])
        expect(await server.admin.get(path), path).toMatchObject({ status: 404, body: { message: expect.any(String) } })
  })
})
