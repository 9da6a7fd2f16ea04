import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type DatabaseServer, freePort, startPostgres } from '../../testing/postgres-server.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { CANCELLED, NO_DATA, QueryError, type RunnerResult, type Session } from '../runner.ts'
import postgres from './index.ts'

let server: DatabaseServer
let admin: pg.Client

beforeAll(async () => {
  server = await startPostgres()
  admin = new pg.Client(server.url)
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const configOf = (changes: Record<string, unknown> = {}) =>
  postgres.config.parse({
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    dbname: server.database,
    ...changes,
  })

const never = new AbortController().signal

const run = (text: string, { signal = never, ...changes }: { signal?: AbortSignal; [option: string]: unknown } = {}) =>
  postgres.run(text, { config: configOf(changes), signal, tempDir: '/nowhere' })

const read = async (text: string) => rowsOf(await run(text))
const values = async (text: string): Promise<ReadValue[]> => (await read(text))[0] ?? []

async function failureOf(promise: Promise<unknown>): Promise<QueryError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error('It did not fail.')
}
const refusal = async (text: string) => failureOf(run(text).then(rowsOf))

const described = ({ columns }: RunnerResult) =>
  columns.map(({ type, storage, sourceType }) => [storage.kind, type, sourceType])

describe('values', () => {
  it('keeps whole numbers exact, up to the ends of their types', async () => {
    const text = `SELECT '-32768'::int2, 32767::int2, '-2147483648'::int4, 2147483647::int4,
      '-9223372036854775808'::int8, 9223372036854775807::int8, 4294967295::oid`
    const result = await run(text)
    expect(described(result).map(([storage]) => storage)).toEqual([
      'int32',
      'int32',
      'int32',
      'int32',
      'int64',
      'int64',
      'int64',
    ])
    expect(await rowsOf(result)).toEqual([
      [-32768, 32767, -2147483648, 2147483647, -9223372036854775808n, 9223372036854775807n, 4294967295n],
    ])
  })

  it('keeps floating point numbers as the server shows them', async () => {
    const text = `SELECT 0.1::float4, 0.1::float8, '-1.5e-300'::float8, 'NaN'::float8, '-Infinity'::float4`
    expect(await values(text)).toEqual([0.1, 0.1, -1.5e-300, Number.NaN, Number.NEGATIVE_INFINITY])
  })

  it.each([
    ['numeric(38,10)', '1234567890123456789012345678.0123456789'],
    ['numeric(38,10)', '-9999999999999999999999999999.9999999999'],
    ['numeric(38,10)', '0.0000000001'],
    ['numeric(38,10)', '-0.0000000001'],
    ['numeric(38,0)', '99999999999999999999999999999999999999'],
    ['numeric(38,38)', '-0.99999999999999999999999999999999999999'],
    ['numeric(20,0)', '-18446744073709551616'],
    ['numeric(12,2)', '-42.50'],
    ['numeric(12,2)', '0.00'],
    ['numeric(12,3)', '999999999.999'],
    ['numeric(15,5)', '10000.00001'],
    ['numeric(5,1)', '1000.0'],
    ['numeric(4,0)', '-4294'],
    ['numeric(10,0)', '-4294967296'],
  ])('keeps %s %s exact', async (type, digits) => {
    const result = await run(`SELECT '${digits}'::${type} AS amount`)
    expect(described(result)).toEqual([['decimal', 'float', type]])
    expect(await rowsOf(result)).toEqual([[digits]])
  })

  it.each([
    '0',
    '-1',
    '0.000',
    '10000',
    '100000000',
    '100000000.00000000',
    '-0.00001',
    '0.0001000',
    '1234567890123456789012345678901234567890123456789.5',
    '12345.678901234567890',
    'NaN',
    'Infinity',
    '-Infinity',
  ])('keeps the digits of %s, of a numeric without precision', async (digits) => {
    const result = await run(`SELECT '${digits}'::numeric AS amount`)
    expect(described(result)).toEqual([['number_text', 'float', 'numeric']])
    expect(await rowsOf(result)).toEqual([[digits]])
  })

  it('agrees with the server on numerics of many sizes', async () => {
    const text = `SELECT n::numeric(38,10) AS n, n::numeric(38,10)::text AS shown, -n AS free, (-n)::text AS free_shown
      FROM (SELECT (power(1.37::numeric, i) * sin(i)::numeric / 1e9)::numeric AS n FROM generate_series(1, 200) i) q`
    for (const [n, shown, free, freeShown] of await read(text)) expect([n, free]).toEqual([shown, freeShown])
  })

  it('leaves NaN in a numeric with precision empty, and says so', async () => {
    const result = await run(`SELECT amount::numeric(10,2) FROM (VALUES ('NaN'::numeric), (1.5)) AS t(amount)`)
    expect(await rowsOf(result)).toEqual([[null], ['1.50']])
    expect(result.log?.()).toEqual(['amount: NaN in 1 rows is left empty.'])
  })

  it('tells wall clocks from instants, whatever zone the session has', async () => {
    const result = await run(`SET TIME ZONE 'Asia/Kathmandu';
      SELECT '2024-03-31 01:59:59.123456'::timestamp, '2024-03-31 01:59:59.123456+02'::timestamptz, '2024-02-29'::date`)
    expect(described(result)).toEqual([
      ['timestamp', 'datetime', 'timestamp without time zone'],
      ['instant', 'datetime', 'timestamp with time zone'],
      ['date', 'date', 'date'],
    ])
    expect(await rowsOf(result)).toEqual([['2024-03-31T01:59:59.123456', '2024-03-30T23:59:59.123456', '2024-02-29']])
  })

  it('reaches the ends of time', async () => {
    const text = `SELECT '1969-12-31 23:59:59.999999'::timestamp, '0044-03-15 BC'::date, '4713-01-01 BC'::timestamp,
      'infinity'::timestamptz, '-infinity'::timestamp, '294276-12-31'::timestamp, 'infinity'::date, '-infinity'::date`
    const largest = 9223372036854775807n
    expect(await values(text)).toEqual([
      '1969-12-31T23:59:59.999999',
      '-000043-03-15',
      '-004712-01-01T00:00:00.000',
      String(largest),
      String(-largest),
      String(largest),
      String(2147483647n * 86_400_000_000n),
      String(-2147483647n * 86_400_000_000n),
    ])
  })

  it('hands on texts of any length in UTF-8', async () => {
    const long = 'naïve 🐘 '.repeat(20_000)
    const result = await run(`SELECT '' AS empty, 'é🐘' AS short, repeat('naïve 🐘 ', 20000) AS long, 'ab'::char(4) AS padded,
      'x'::varchar(7) AS limited, 'n'::name AS name`)
    expect(described(result).map(([, type, sourceType]) => [type, sourceType])).toEqual([
      [null, 'text'],
      [null, 'text'],
      [null, 'text'],
      [null, 'character(4)'],
      ['string', 'character varying(7)'],
      [null, 'name'],
    ])
    expect(await rowsOf(result)).toEqual([['', 'é🐘', long, 'ab  ', 'x', 'n']])
  })

  it('hands on JSON as it is written', async () => {
    const result = await run(`SELECT '{"b": 1.10,  "a": [null]}'::json, '{"b": 1.10, "a": 12345678901234567890}'::jsonb`)
    expect(described(result).map(([storage, type]) => [storage, type])).toEqual([
      ['json', null],
      ['json', null],
    ])
    expect(await rowsOf(result)).toEqual([['{"b": 1.10,  "a": [null]}', '{"a": 12345678901234567890, "b": 1.10}']])
  })

  it('turns arrays into JSON', async () => {
    const result = await run(`SELECT ARRAY[1,NULL,3], ARRAY[[1.5,'NaN'],[2,3]]::numeric[], ARRAY[true,false],
      ARRAY['a,b','"c"','{}','\\','NULL',NULL,''], ARRAY['{"a": 1}'::jsonb], '{}'::text[], '[0:1]={1,2}'::bigint[]`)
    expect(described(result).map(([storage]) => storage)).toEqual(Array(7).fill('json'))
    expect(await rowsOf(result)).toEqual([
      [
        '[1,null,3]',
        '[[1.5,"NaN"],[2,3]]',
        '[true,false]',
        '["a,b","\\"c\\"","{}","\\\\","NULL",null,""]',
        '[{"a": 1}]',
        '[]',
        '[1,2]',
      ],
    ])
  })

  it('shows other types in the words of the server', async () => {
    const text = `SELECT true, '\\xDEADbeef'::bytea, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid, '1 day 02:03:04'::interval,
      '10:20:30.5'::time, '10:20+02'::timetz, '10.0.0.0/8'::cidr, 12.5::money, '[1,5)'::int4range, B'101', '<a/>'::xml,
      '(1,2)'::point, 'x'::"char"`
    expect(await values(text)).toEqual([
      true,
      'deadbeef',
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      '1 day 02:03:04',
      '10:20:30.5',
      '10:20:00+02',
      '10.0.0.0/8',
      '$12.50',
      '[1,5)',
      '101',
      '<a/>',
      '(1,2)',
      'x',
    ])
  })

  it('shows enumerations, domains and composites', async () => {
    await admin.query(`CREATE TYPE mood AS ENUM ('sad', 'happy'); CREATE DOMAIN cents AS int CHECK (VALUE >= 0);`)
    const result = await run(
      `SELECT 'happy'::mood AS mood, 5::cents AS price, ROW(1, 'a b') AS pair, ARRAY['sad']::mood[] AS moods`,
    )
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(['text', 'int32', 'text', 'text'])
    expect(await rowsOf(result)).toEqual([['happy', 5, '(1,"a b")', '{sad}']])
  })

  it('keeps nulls apart in every type', async () => {
    const types =
      `bool int2 int4 int8 float4 float8 numeric numeric(10,2) date timestamp timestamptz text varchar uuid json jsonb
      bytea int4[] interval`.split(/\s+/)
    const list = types.map((type) => `CASE WHEN i % 2 = 0 THEN NULL::${type} END`).join(', ')
    expect(await read(`SELECT ${list} FROM generate_series(1, 3) i`)).toEqual(Array(3).fill(types.map(() => null)))
    const mixed = await read(`SELECT CASE WHEN i % 3 = 0 THEN i END, CASE WHEN i % 3 = 1 THEN 't' || i END,
      CASE WHEN i % 3 = 2 THEN i::numeric(10,1) END FROM generate_series(1, 7000) i`)
    expect(mixed).toEqual(
      Array.from({ length: 7000 }, (_, index) => index + 1).map((i) => [
        i % 3 === 0 ? i : null,
        i % 3 === 1 ? `t${i}` : null,
        i % 3 === 2 ? `${i}.0` : null,
      ]),
    )
  })
})

describe('results', () => {
  it('have unique column names', async () => {
    const { columns } = await run('SELECT 1 AS id, 2 AS id, 3 AS id1, 4 AS id, 5')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id1', 'id11', 'id2', '?column?'])
  })

  it('arrive whole, in order and in batches', async () => {
    const result = await run(`SELECT i, 'row ' || i FROM generate_series(1, 100000) i`)
    const sizes: number[] = []
    let last: ReadValue[] = []
    for await (const batch of result.batches) {
      const rows = await rowsOf({ columns: result.columns, batches: [batch] })
      expect(rows[0]?.[0]).toBe(sizes.reduce((sum, size) => sum + size, 0) + 1)
      last = rows.at(-1) ?? []
      sizes.push(batch.rowCount)
    }
    expect(last).toEqual([100_000, 'row 100000'])
    expect(sizes.length).toBeGreaterThan(3)
  })

  it('have values larger than what is read at a time', async () => {
    const rows = await read(`SELECT i, repeat('x', 3000000) FROM generate_series(1, 4) i`)
    expect(rows.map(([i, text]) => [i, String(text).length])).toEqual([1, 2, 3, 4].map((i) => [i, 3_000_000]))
  })

  it('have as many columns as the server allows', async () => {
    const names = Array.from({ length: 1600 }, (_, index) => index)
    const rows = await read(`SELECT ${names.map((n) => `i + ${n}`).join(', ')} FROM generate_series(0, 50) i`)
    expect(rows[50]).toEqual(names.map((n) => n + 50))
  })

  it('come from EXPLAIN, SHOW, VALUES, TABLE and data-changing statements that return rows', async () => {
    expect(await read('SHOW server_encoding')).toEqual([['UTF8']])
    expect(await read('EXPLAIN (COSTS off) SELECT 1')).toEqual([['Result']])
    expect(await read(`VALUES (1, 'a'), (2, 'b')`)).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
    await admin.query('CREATE TABLE counted (id int)')
    expect(await read('WITH added AS (INSERT INTO counted VALUES (1), (2) RETURNING id) SELECT * FROM added')).toEqual([
      [1],
      [2],
    ])
    expect(await read('DELETE FROM counted WHERE id = 1 RETURNING id')).toEqual([[1]])
    expect(await read('TABLE counted')).toEqual([[2]])
  })
})

describe('statements without rows', () => {
  it.each([
    'CREATE TABLE made (id int)',
    'INSERT INTO made VALUES (1)',
    '-- nothing',
    '',
    'COPY (SELECT 1) TO STDOUT',
    'SELECT',
  ])('%j has run and says that there is no data', async (text) => {
    expect((await refusal(text)).message).toBe(NO_DATA)
  })

  it('have run once', async () => {
    expect((await admin.query('SELECT count(*)::int AS n FROM made')).rows).toEqual([{ n: 1 }])
  })

  it('cannot read from a client that has nothing to give', async () => {
    expect((await refusal('COPY made FROM STDIN')).message).toContain('COPY FROM STDIN has nothing to read from here.')
    expect(await read('SELECT 1')).toEqual([[1]])
  })
})

describe('several statements', () => {
  it('answer with the last one that may have rows', async () => {
    expect(await read('SELECT 1; SELECT 2, 3')).toEqual([[2, 3]])
    expect(await read(`CREATE TEMP TABLE t AS SELECT 7 AS x; SELECT x FROM t; DROP TABLE t;`)).toEqual([[7]])
  })

  it('are split where the server would', async () => {
    const text = `CREATE OR REPLACE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $body$ BEGIN /* ; */ RETURN n * 2; END $body$;
      SELECT ';' AS a, E'\\';' AS b, ";" AS c, twice(2) AS d FROM (SELECT 1 AS ";") q -- ; not here`
    expect(await read(text)).toEqual([[';', `';`, 1, 4]])
  })

  it('are one transaction', async () => {
    await admin.query('CREATE TABLE kept (id int)')
    expect((await refusal('INSERT INTO kept VALUES (1); SELECT 1 / 0')).message).toBe('division by zero')
    expect((await admin.query('SELECT count(*)::int AS n FROM kept')).rows).toEqual([{ n: 0 }])
  })

  it('point into the whole text when one fails', async () => {
    const text = 'SELECT 1;\nSELECT 2;\nSELECT missing'
    const error = await refusal(text)
    expect(error.message).toBe('column "missing" does not exist\nLINE 3: SELECT missing\n               ^')
    expect(error.position).toBe(text.indexOf('missing') + 1)
  })
})

describe('what the server refuses', () => {
  it('is told in its words, with the place', async () => {
    const text = `/* Username: ada@example.com */ SELECT '🐘', colour FROM pg_class`
    const error = await refusal(text)
    expect(error.message).toBe(
      `column "colour" does not exist\nLINE 1: SELECT '🐘', colour FROM pg_class\n                     ^`,
    )
    expect(error.position).toBe(text.indexOf('colour') + 1)
  })

  it('is told with detail and hint', async () => {
    await admin.query('CREATE TABLE single (id int PRIMARY KEY)')
    const error = await refusal('INSERT INTO single VALUES (1), (1) RETURNING id')
    expect(error.message).toBe(
      'duplicate key value violates unique constraint "single_pkey"\nDETAIL: Key (id)=(1) already exists.',
    )
    expect((await refusal('SELECT lenght(1)')).message).toMatch(/\nHINT: /)
  })

  it('ends a result in the middle', async () => {
    const result = await run('SELECT 1 / (50000 - i) FROM generate_series(1, 60000) i')
    expect((await failureOf(rowsOf(result))).message).toBe('division by zero')
  })

  it('includes parameters that nobody gives', async () => {
    expect((await refusal('SELECT $1::int')).message).toBe('there is no parameter $1')
  })
})

describe('connections', () => {
  const failed = (changes: Record<string, unknown>) => failureOf(run('SELECT 1', changes)).then(({ message }) => message)

  it('say in a sentence why there is none', async () => {
    const port = await freePort()
    expect(await failed({ port })).toBe(`could not connect to server at 127.0.0.1:${port}: connection refused`)
    expect(await failed({ host: 'no-such-host.invalid' })).toBe(
      `could not connect to server at no-such-host.invalid:${server.port}: host name not known`,
    )
    expect(await failed({ password: 'wrong' })).toBe('password authentication failed for user "postgres"')
    expect(await failed({ dbname: 'nowhere' })).toBe('database "nowhere" does not exist')
    expect(await failed({ sslmode: 'require' })).toBe(
      `the server at 127.0.0.1:${server.port} does not offer SSL, which SSL mode "require" asks for`,
    )
  })

  it('carry the parameters', async () => {
    const dsn = `application_name='the report' options='-c search_path=elsewhere -c work_mem=5MB'`
    const result = await run(`SELECT current_setting('application_name'), current_setting('search_path')`, { dsn })
    expect(await rowsOf(result)).toEqual([['the report', 'elsewhere']])
  })

  it('are used again, without traces of the last query', async () => {
    const dsn = 'application_name=again'
    const ask = async (text: string) => rowsOf(await run(text, { dsn }))
    const first = await ask('CREATE TEMP TABLE trace (id int); SET work_mem = 12345; SELECT pg_backend_pid()')
    expect(await ask('SELECT pg_backend_pid()')).toEqual(first)
    expect(await ask(`SELECT current_setting('work_mem'), to_regclass('trace')::text`)).toEqual([['4MB', null]])
  })

  it('do not outlive an open transaction', async () => {
    const dsn = 'application_name=open'
    const ask = async (text: string) => rowsOf(await run(text, { dsn }))
    const [first] = await ask('BEGIN; SELECT pg_backend_pid(), txid_current()')
    const [second] = await ask('SELECT pg_backend_pid(), txid_current()')
    expect(second?.[0]).not.toBe(first?.[0])
  })

  it('are replaced unnoticed when they have broken', async () => {
    const dsn = 'application_name=broken'
    const ask = async (text: string) => rowsOf(await run(text, { dsn }))
    const [first] = await ask('SELECT pg_backend_pid()')
    await admin.query('SELECT pg_terminate_backend($1, 5000)', [first?.[0]])
    const [second] = await ask('SELECT pg_backend_pid()')
    expect(second?.[0]).not.toBe(first?.[0])
  })

  it('that break in the middle say so', async () => {
    const error = await refusal('SELECT pg_terminate_backend(pg_backend_pid())')
    expect(error.message).toBe('terminating connection due to administrator command')
  })
})

describe('stopping', () => {
  /** Whether the server is at work on a query with this text. */
  async function isActive(text: string): Promise<boolean> {
    const { rows } = await admin.query(`SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'`, [text])
    return rows.length > 0
  }
  async function started(text: string): Promise<void> {
    while (!(await isActive(text)));
  }
  /** Resolves when a statement is under way that sleeps: one that is only parsed is active as well. */
  async function asleep(text: string): Promise<void> {
    const find = `SELECT 1 FROM pg_stat_activity WHERE query = $1 AND wait_event = 'PgSleep'`
    while ((await admin.query(find, [text])).rows.length === 0);
  }

  it.each([
    'SELECT pg_sleep(600)',
    'SELECT count(*) FROM generate_series(1, 1000000000000) i',
    'CREATE TABLE never AS SELECT pg_sleep(600)::text',
  ])('ends %s on the server before it says so', async (text) => {
    const stop = new AbortController()
    const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
    await started(text)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await isActive(text)).toBe(false)
  })

  describe('where something stands between', () => {
    const CANCEL_REQUEST = 80_877_102
    const isCancelRequest = (first: Buffer) => first.length === 16 && first.readInt32BE(4) === CANCEL_REQUEST
    const proxied = async (text: string, admits: (first: Buffer) => boolean) => {
      const proxy = await startTcpProxy(server.port)
      onTestFinished(() => proxy.close())
      const stop = new AbortController()
      const outcome = failureOf(run(text, { signal: stop.signal, host: '127.0.0.1', port: proxy.port }).then(rowsOf))
      await asleep(text)
      proxy.admits = admits
      return { outcome, stop, proxy }
    }

    it('ends the backend when requests to cancel do not come through', async () => {
      const text = 'SELECT pg_sleep(601)'
      const { outcome, stop } = await proxied(text, (first) => !isCancelRequest(first))
      stop.abort()
      expect((await outcome).message).toBe(CANCELLED)
      expect(await isActive(text)).toBe(false)
    })

    it('ends it also when the connection broke meanwhile', async () => {
      const text = 'SELECT pg_sleep(602)'
      const { outcome, stop, proxy } = await proxied(text, (first) => !isCancelRequest(first))
      stop.abort()
      proxy.cut()
      expect((await outcome).message).toBe(CANCELLED)
      expect(await isActive(text)).toBe(false)
    })

    it('says so when the server cannot be asked', async () => {
      const text = 'SELECT pg_sleep(603)'
      const { outcome, stop } = await proxied(text, () => false)
      stop.abort()
      expect((await outcome).message).toBe(
        'Query cancelled by user. The data source did not confirm that it has stopped: it may still be working on the query.',
      )
    })
  })

  it('ends a query that waits for a lock', async () => {
    await admin.query('CREATE TABLE locked (id int)')
    await admin.query('BEGIN; LOCK TABLE locked')
    onTestFinished(async () => {
      await admin.query('ROLLBACK')
    })
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT * FROM locked', { signal: stop.signal }).then(rowsOf))
    for (let waits = false; !waits; ) {
      waits = (await admin.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length > 0
    }
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })

  it('ends a query whose reader has had enough', async () => {
    const text = `SELECT generate_series(1, 100000000), repeat('x', 100)`
    const result = await run(text)
    for await (const batch of result.batches) {
      expect(batch.rowCount).toBeGreaterThan(0)
      break
    }
    expect(await isActive(text)).toBe(false)
  })

  it('holds the server back while the reader is slow, and loses nothing', async () => {
    const result = await run(`SELECT i, repeat('x', 1000) FROM generate_series(1, 30000) i`)
    let rows = 0
    for await (const batch of result.batches) {
      await admin.query('SELECT pg_sleep(0.02)')
      rows += batch.rowCount
    }
    expect(rows).toBe(30_000)
  })
})

describe('what a run waits for', () => {
  const waits = async (text: string): Promise<string | null> => {
    const stop = new AbortController()
    const { promise, resolve: onSession } = Promise.withResolvers<Session>()
    const outcome = postgres
      .run(text, { config: configOf(), signal: stop.signal, tempDir: '/nowhere', onSession })
      .then(rowsOf)
      .catch(() => [])
    const session = await promise
    let state: string | null | undefined = null
    while (state === null) state = await postgres.waitState?.(session, { config: configOf(), signal: never })
    stop.abort()
    await outcome
    return state ?? null
  }

  it('is a lock, and who holds it', async () => {
    await admin.query('CREATE TABLE held (id int)')
    await admin.query('BEGIN; LOCK TABLE held')
    onTestFinished(async () => {
      await admin.query('ROLLBACK')
    })
    expect(await waits('SELECT * FROM held')).toBe('The database waits for a lock held by postgres@127.0.0.1.')
  })

  it('is the processor, or the text itself', async () => {
    expect(await waits('SELECT count(*) FROM generate_series(1, 1000000000000) i')).toMatch(
      /^The database (is computing|is reading or writing its files \(.*\))\.$/,
    )
    expect(await waits('SELECT pg_sleep(604)')).toBe('The query sleeps, as its text asks.')
  })

  it('is nothing once the run has ended', async () => {
    let session: Session = {}
    const context = { config: configOf(), signal: never, tempDir: '/nowhere', onSession: (named: Session) => (session = named) }
    await rowsOf(await postgres.run('SELECT 1', context))
    expect(await postgres.waitState?.(session, { config: configOf(), signal: never })).toBeNull()
  })
})

describe('the schema', () => {
  it('has every kind of table, named as SQL names it, with columns by name', async () => {
    await admin.query(`
      CREATE DATABASE catalogue`)
    const client = new pg.Client({ ...server, database: 'catalogue' })
    await client.connect()
    await client.query(`
      CREATE SCHEMA sales;
      CREATE TABLE "My Orders" (id int, "Total €" numeric(10,2), placed timestamptz);
      CREATE TABLE sales.lines (b text, a varchar(3)[]);
      CREATE VIEW sales.summary AS SELECT count(*) AS n FROM sales.lines;
      CREATE MATERIALIZED VIEW cached AS SELECT 1 AS one;
      CREATE TABLE events (day date) PARTITION BY RANGE (day);
      CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE TABLE "order" ();
      INSERT INTO sales.lines SELECT i::text FROM generate_series(1, 42) i;
      ANALYZE sales.lines;
    `)
    await client.end()
    const schema = await postgres.getSchema?.({ config: configOf({ dbname: 'catalogue' }), signal: never })
    expect(schema?.map(({ name, columns }) => [name, columns.map(({ name, type }) => `${name} ${type}`)])).toEqual([
      ['"My Orders"', ['Total € numeric(10,2)', 'id integer', 'placed timestamp with time zone']],
      ['"order"', []],
      ['cached', ['one integer']],
      ['events', ['day date']],
      ['sales.lines', ['a character varying(3)[]', 'b text']],
      ['sales.summary', ['n bigint']],
    ])
    expect(schema?.find(({ name }) => name === 'sales.lines')?.size).toBe(42)
  })

  it('leaves out what the user may not read', async () => {
    await admin.query(`CREATE ROLE visitor LOGIN PASSWORD 'visitor'; CREATE TABLE hidden (id int); CREATE TABLE open (id int);
      GRANT SELECT ON open TO visitor`)
    const config = configOf({ user: 'visitor', password: 'visitor' })
    const names = (await postgres.getSchema?.({ config, signal: never }))?.map(({ name }) => name)
    expect(names).toEqual(['open'])
  })
})
