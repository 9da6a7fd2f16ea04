import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { stubbedSource } from '../../testing/stubbed-source.ts'
import clickhouse from './index.ts'
import { block, type WrittenColumn } from './testing/blocks.ts'

const TEXT = 'TabSeparatedWithNamesAndTypes'
const FORBIDDEN = 'Code: 497. DB::Exception: reader: Not enough privileges. (ACCESS_DENIED)'
const one: WrittenColumn = ['n', 'UInt8', Buffer.from([1])]

/** Sends bytes as a server does that has chosen a format itself. */
const sent = (format: string, bytes: Buffer | string, headers: Record<string, string> = {}): StubAnswer => ({
  headers: { 'x-clickhouse-format': format, 'x-clickhouse-timezone': 'Asia/Tokyo', ...headers },
  body: Readable.from([Buffer.from(bytes)]),
})

const source = (answer: (call: StubCall) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(clickhouse, ({ url }) => ({ url, dbname: 'default' }), answer)
const formatsOf = (calls: readonly StubCall[]) => calls.map(({ query }) => query.get('default_format'))

describe('a statement of ClickHouse (OPEN-480)', () => {
  it.each([
    ['a SELECT', 'SELECT 1 AS n', 'Native'],
    ['a statement that is no SELECT', 'SHOW TABLES', TEXT],
    ['one with totals', 'SELECT 1 AS n GROUP BY n WITH TOTALS', TEXT],
    ['one with a time zone', "SELECT 1 AS n SETTINGS session_timezone = 'UTC'", TEXT],
    ['the last of several', 'SET max_threads = 1; SELECT 1 AS n', TEXT],
  ])('is sent with the format of its rows: %s', async (_, text, format) => {
    const { run, stub } = await source(({ query }) =>
      query.get('default_format') === 'Native' ? sent('Native', block(1, one)) : sent(TEXT, 'n\nUInt8\n1\n'),
    )
    expect(await rowsOf(await run(text))).toEqual([[1n]])
    expect(formatsOf(stub.calls).at(-1)).toBe(format)
  })

  it('is read as text if it names a format itself', async () => {
    for (const headers of [{ 'x-clickhouse-format': TEXT }, { 'x-clickhouse-query-id': 'of an old server' }] as Record<
      string,
      string
    >[]) {
      const { run } = await source(() => ({ headers, body: 'n\nUInt8\n1\n' }))
      expect(await rowsOf(await run(`SELECT 1 AS n FORMAT ${TEXT}`))).toEqual([[1n]])
    }
  })

  it('is read when a proxy has compressed the response', async () => {
    const { run } = await source(() => sent('Native', gzipSync(block(1, one)), { 'content-encoding': 'gzip' }))
    expect(await rowsOf(await run('SELECT 1 AS n'))).toEqual([[1n]])
  })

  it('runs again as text, once the server has stopped it, if the format of a type is not known', async () => {
    const { run, stub } = await source(({ body, query }) => {
      if (body.startsWith('KILL QUERY')) return sent('TabSeparated', '')
      if (body.includes('system.processes')) return sent('TabSeparated', '0\n')
      if (query.get('default_format') === TEXT) return sent(TEXT, 'n\tv\nUInt8\tJSON\n1\t{"a":1}\n')
      return sent('Native', block(1, one, ['v', 'JSON', Buffer.alloc(9)]))
    })
    const result = await run('SELECT n, v FROM t')
    expect(await rowsOf(result)).toEqual([[1n, '{"a":1}']])
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(['int64', 'json'])
    const [first, kill, look, again] = stub.calls
    expect([first?.body, again?.body]).toEqual(['SELECT n, v FROM t', 'SELECT n, v FROM t'])
    const ids = [first, again].map((call) => `'${call?.query.get('query_id')}'`)
    expect(new Set(ids).size).toBe(2)
    for (const stop of [kill, look]) expect(stop?.body).toContain(`query_id IN (${ids.join(', ')})`)
    expect(look?.body).toContain('system.processes')
  })

  it('runs again as text also for a user who may not ask whether the server has stopped it', async () => {
    const { run } = await source(({ body, query }) => {
      if (body.includes('system.processes')) return { ...sent('TabSeparated', FORBIDDEN), status: 403 }
      if (body.startsWith('KILL QUERY')) return { ...sent('TabSeparated', FORBIDDEN), status: 403 }
      if (query.get('default_format') === TEXT) return sent(TEXT, 'v\nJSON\n{"a":1}\n')
      return sent('Native', block(1, ['v', 'JSON', Buffer.alloc(9)]))
    })
    expect(await rowsOf(await run('SELECT v FROM t'))).toEqual([['{"a":1}']])
  })

  it('without rows has the columns that the server describes', async () => {
    const { run, stub } = await source(({ body }) =>
      body.startsWith('DESCRIBE') ? sent('TabSeparated', "n\tUInt8\t\t\na b\tDateTime(\\'UTC\\')\t\t\n") : sent('Native', ''),
    )
    const result = await run('SELECT n, t AS `a b` FROM t WHERE 0')
    expect(await rowsOf(result)).toEqual([])
    expect(result.columns.map(({ name, sourceType }) => [name, sourceType])).toEqual([
      ['n', 'UInt8'],
      ['a b', "DateTime('UTC')"],
    ])
    expect(stub.calls.map(({ body }) => body)).toEqual([
      'SELECT n, t AS `a b` FROM t WHERE 0',
      'DESCRIBE TABLE (SELECT n, t AS `a b` FROM t WHERE 0)',
    ])
  })

  it('shows times in the zone of their column, of the session or of the server', async () => {
    const noon = Buffer.alloc(4)
    noon.writeUInt32LE(Date.UTC(2024, 1, 29, 12) / 1000)
    const { run } = await source(({ body, query }) => {
      if (body.startsWith('DESCRIBE')) return sent('TabSeparated', "a\tDateTime(\\'Asia/Kolkata\\')\nb\tDateTime\n")
      const session = query.get('session_timezone')
      const rows = block(1, ['a', 'DateTime', noon], ['b', 'DateTime', noon])
      return sent('Native', rows, session ? { 'x-clickhouse-timezone': session } : {})
    })
    const [kolkata, tokyo, utc] = ['2024-02-29T17:30:00.000', '2024-02-29T21:00:00.000', '2024-02-29T12:00:00.000']
    expect(await rowsOf(await run('SELECT a, b FROM t'))).toEqual([[kolkata, tokyo]])
    expect(await rowsOf(await run('SELECT a, b FROM t', { timeZone: 'UTC' }))).toEqual([[kolkata, utc]])
  })

  it('runs again as text if the server does not describe it', async () => {
    const { run } = await source(({ body, query }) => {
      if (body.startsWith('DESCRIBE')) return { ...sent('TabSeparated', 'Code: 62. DB::Exception: Syntax error.'), status: 400 }
      if (body.includes('system.processes')) return sent('TabSeparated', '0\n')
      return query.get('default_format') === TEXT ? sent(TEXT, 'n\nUInt8\n') : sent('Native', '')
    })
    const result = await run('SELECT n FROM t')
    expect(await rowsOf(result)).toEqual([])
    expect(result.columns.map(({ name }) => name)).toEqual(['n'])
  })
})

describe('a statement of ClickHouse that takes long (OPEN-530)', () => {
  const CANCELLED = {
    ...sent('TabSeparated', 'Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)'),
    status: 500,
  }

  it('is stopped and runs again as text as soon as its columns are described, if the format of a type is not known', async () => {
    const killed = Promise.withResolvers<void>()
    const { run, stub } = await source(async ({ body, query }) => {
      if (body.startsWith('DESCRIBE')) return sent('TabSeparated', 'v\tDynamic\t\t\n')
      if (body.startsWith('KILL QUERY')) {
        killed.resolve()
        return sent('TabSeparated', '')
      }
      if (body.includes('system.processes')) return sent('TabSeparated', '0\n')
      if (query.get('default_format') === TEXT) return sent(TEXT, 'v\nDynamic\n42\n')
      await killed.promise
      return CANCELLED
    })
    expect(await rowsOf(await run('SELECT doc.a AS v FROM t'))).toEqual([['42']])
    expect(stub.calls.filter(({ body }) => body === 'SELECT doc.a AS v FROM t')).toHaveLength(2)
  })

  it.each([
    ['if it can be read by columns', sent('TabSeparated', 'n\tUInt8\t\t\n')],
    ['if the server does not describe it', { ...sent('TabSeparated', FORBIDDEN), status: 403 }],
  ])('runs once %s', async (_, description) => {
    const described = Promise.withResolvers<void>()
    const { run, stub } = await source(async ({ body }) => {
      if (body.startsWith('DESCRIBE')) {
        described.resolve()
        return description
      }
      await described.promise
      return sent('Native', block(1, one))
    })
    expect(await rowsOf(await run('SELECT n FROM t'))).toEqual([[1n]])
    expect(stub.calls.map(({ body }) => body)).toEqual(['SELECT n FROM t', 'DESCRIBE TABLE (SELECT n FROM t)'])
  })
})
