import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import { usePostgresSource } from '../../testing/postgres-source.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED, NO_DATA, type Session } from '../runner.ts'
import postgres from './index.ts'

const source = usePostgresSource()
const { configOf, run, read, refusal } = source

describe('PostgreSQL statements without rows', () => {
  it.each([
    'CREATE TABLE made (id int)',
    'INSERT INTO made VALUES (1)',
    '-- nothing',
    '',
    'COPY (SELECT 1) TO STDOUT',
    'SELECT',
  ])('runs %j and reports that there is no data', async (text) => {
    expect((await refusal(text)).message).toBe(NO_DATA)
  })

  it('runs them only once', async () => {
    expect((await source.admin.query('SELECT count(*)::int AS n FROM made')).rows).toEqual([{ n: 1 }])
  })

  it('refuses COPY FROM STDIN', async () => {
    expect((await refusal('COPY made FROM STDIN')).message).toContain('COPY FROM STDIN has nothing to read from here.')
    expect(await read('SELECT 1')).toEqual([[1]])
  })
})

describe('several PostgreSQL statements', () => {
  it('return the rows of the last one that may have rows', async () => {
    expect(await read('SELECT 1; SELECT 2, 3')).toEqual([[2, 3]])
    expect(await read(`CREATE TEMP TABLE t AS SELECT 7 AS x; SELECT x FROM t; DROP TABLE t;`)).toEqual([[7]])
  })

  it('are split as the server splits them', async () => {
    const text = `CREATE OR REPLACE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $body$ BEGIN /* ; */ RETURN n * 2; END $body$;
      SELECT ';' AS a, E'\\';' AS b, ";" AS c, twice(2) AS d FROM (SELECT 1 AS ";") q -- ; not here`
    expect(await read(text)).toEqual([[';', `';`, 1, 4]])
  })

  it('are one transaction', async () => {
    await source.admin.query('CREATE TABLE kept (id int)')
    expect((await refusal('INSERT INTO kept VALUES (1); SELECT 1 / 0')).message).toBe('division by zero')
    expect((await source.admin.query('SELECT count(*)::int AS n FROM kept')).rows).toEqual([{ n: 0 }])
  })

  it('report an error at its position in the whole text', async () => {
    const text = 'SELECT 1;\nSELECT 2;\nSELECT missing'
    const error = await refusal(text)
    expect(error.message).toBe('column "missing" does not exist\nLINE 3: SELECT missing\n               ^')
    expect(error.position).toBe(text.indexOf('missing') + 1)
  })
})

describe('errors of PostgreSQL', () => {
  it("have the server's message and the position", async () => {
    const text = `/* Username: ada@example.com */ SELECT '🐘', colour FROM pg_class`
    const error = await refusal(text)
    expect(error.message).toBe(
      `column "colour" does not exist\nLINE 1: SELECT '🐘', colour FROM pg_class\n                     ^`,
    )
    expect(error.position).toBe(text.indexOf('colour') + 1)
  })

  it('have the detail and the hint', async () => {
    await source.admin.query('CREATE TABLE single (id int PRIMARY KEY)')
    const error = await refusal('INSERT INTO single VALUES (1), (1) RETURNING id')
    expect(error.message).toBe(
      'duplicate key value violates unique constraint "single_pkey"\nDETAIL: Key (id)=(1) already exists.',
    )
    expect((await refusal('SELECT lenght(1)')).message).toMatch(/\nHINT: /)
  })

  it('can end a result in the middle', async () => {
    const result = await run('SELECT 1 / (50000 - i) FROM generate_series(1, 60000) i')
    expect((await failureOf(rowsOf(result))).message).toBe('division by zero')
  })

  it('are raised for parameters without values', async () => {
    expect((await refusal('SELECT $1::int')).message).toBe('there is no parameter $1')
  })
})

describe('PostgreSQL connections', () => {
  const failed = (changes: Record<string, unknown>) => failureOf(run('SELECT 1', changes)).then(({ message }) => message)

  it('say in a sentence why they cannot be opened', async () => {
    const port = await freePort()
    expect(await failed({ port })).toBe(`could not connect to server at 127.0.0.1:${port}: connection refused`)
    expect(await failed({ host: 'no-such-host.invalid' })).toBe(
      `could not connect to server at no-such-host.invalid:${source.server.port}: host name not known`,
    )
    expect(await failed({ password: 'wrong' })).toBe('password authentication failed for user "postgres"')
    expect(await failed({ dbname: 'nowhere' })).toBe('database "nowhere" does not exist')
    expect(await failed({ sslmode: 'require' })).toBe(
      `the server at 127.0.0.1:${source.server.port} does not offer SSL, which SSL mode "require" asks for`,
    )
  })

  it('pass on the connection parameters', async () => {
    const dsn = `application_name='the report' options='-c search_path=elsewhere -c work_mem=5MB'`
    const result = await run(`SELECT current_setting('application_name'), current_setting('search_path')`, { dsn })
    expect(await rowsOf(result)).toEqual([['the report', 'elsewhere']])
  })

  it('are reused without session state of the last query', async () => {
    const dsn = 'application_name=again'
    const runStatement = async (text: string) => rowsOf(await run(text, { dsn }))
    const first = await runStatement('CREATE TEMP TABLE trace (id int); SET work_mem = 12345; SELECT pg_backend_pid()')
    expect(await runStatement('SELECT pg_backend_pid()')).toEqual(first)
    expect(await runStatement(`SELECT current_setting('work_mem'), to_regclass('trace')::text`)).toEqual([['4MB', null]])
  })

  it('are closed after a query that left a transaction open', async () => {
    const dsn = 'application_name=open'
    const runStatement = async (text: string) => rowsOf(await run(text, { dsn }))
    const [first] = await runStatement('BEGIN; SELECT pg_backend_pid(), txid_current()')
    const [second] = await runStatement('SELECT pg_backend_pid(), txid_current()')
    expect(second?.[0]).not.toBe(first?.[0])
  })

  it('are replaced unnoticed if they have broken', async () => {
    const dsn = 'application_name=broken'
    const runStatement = async (text: string) => rowsOf(await run(text, { dsn }))
    const [first] = await runStatement('SELECT pg_backend_pid()')
    await source.admin.query('SELECT pg_terminate_backend($1, 5000)', [first?.[0]])
    const [second] = await runStatement('SELECT pg_backend_pid()')
    expect(second?.[0]).not.toBe(first?.[0])
  })

  it('report that they broke in the middle of a query', async () => {
    const error = await refusal('SELECT pg_terminate_backend(pg_backend_pid())')
    expect(error.message).toBe('terminating connection due to administrator command')
  })
})

describe('stopping a PostgreSQL query', () => {
  /** Whether the server is working on a query with this text. */
  async function isActive(text: string): Promise<boolean> {
    const { rows } = await source.admin.query(`SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'`, [text])
    return rows.length > 0
  }
  async function started(text: string): Promise<void> {
    await pollWhile(async () => !(await isActive(text)))
  }
  /** Resolves when a statement is sleeping; one that is only being parsed is active as well. */
  async function asleep(text: string): Promise<void> {
    const find = `SELECT 1 FROM pg_stat_activity WHERE query = $1 AND wait_event = 'PgSleep'`
    await pollWhile(async () => (await source.admin.query(find, [text])).rows.length === 0)
  }

  it.each([
    'SELECT pg_sleep(600)',
    'SELECT count(*) FROM generate_series(1, 1000000000000) i',
    'CREATE TABLE never AS SELECT pg_sleep(600)::text',
  ])('ends %s on the server before the run reports it', async (text) => {
    const stop = new AbortController()
    const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
    await started(text)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await isActive(text)).toBe(false)
  })

  describe('behind a proxy', () => {
    const CANCEL_REQUEST = 80_877_102
    const isCancelRequest = (first: Buffer) => first.length === 16 && first.readInt32BE(4) === CANCEL_REQUEST
    const proxied = async (text: string, admits: (first: Buffer) => boolean) => {
      const proxy = await startTcpProxy(source.server.port)
      onTestFinished(() => proxy.close())
      const stop = new AbortController()
      const outcome = failureOf(run(text, { signal: stop.signal, host: '127.0.0.1', port: proxy.port }).then(rowsOf))
      await asleep(text)
      proxy.admits = admits
      return { outcome, stop, proxy }
    }

    it('terminates the backend if cancel requests do not arrive', async () => {
      const text = 'SELECT pg_sleep(601)'
      const { outcome, stop } = await proxied(text, (first) => !isCancelRequest(first))
      stop.abort()
      expect((await outcome).message).toBe(CANCELLED)
      expect(await isActive(text)).toBe(false)
    })

    it('terminates the backend even if the connection has broken meanwhile', async () => {
      const text = 'SELECT pg_sleep(602)'
      const { outcome, stop, proxy } = await proxied(text, (first) => !isCancelRequest(first))
      stop.abort()
      proxy.cut()
      expect((await outcome).message).toBe(CANCELLED)
      expect(await isActive(text)).toBe(false)
    })

    it('reports that the server cannot be reached', async () => {
      const text = 'SELECT pg_sleep(603)'
      const { outcome, stop } = await proxied(text, () => false)
      stop.abort()
      expect((await outcome).message).toBe(
        'Query cancelled by user. The data source did not confirm that it has stopped: it may still be working on the query.',
      )
    })
  })

  it('ends a query that waits for a lock', async () => {
    await source.admin.query('CREATE TABLE locked (id int)')
    await source.admin.query('BEGIN; LOCK TABLE locked')
    onTestFinished(async () => {
      await source.admin.query('ROLLBACK')
    })
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT * FROM locked', { signal: stop.signal }).then(rowsOf))
    for (let waits = false; !waits; ) {
      waits = (await source.admin.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length > 0
    }
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })

  it('ends a query whose reader leaves early', async () => {
    const text = `SELECT generate_series(1, 100000000), repeat('x', 100)`
    const result = await run(text)
    for await (const batch of result.batches) {
      expect(batch.rowCount).toBeGreaterThan(0)
      break
    }
    expect(await isActive(text)).toBe(false)
  })

  it('pauses the server while the reader is slow, and loses no rows', async () => {
    const result = await run(`SELECT i, repeat('x', 1000) FROM generate_series(1, 30000) i`)
    let rows = 0
    for await (const batch of result.batches) {
      await source.admin.query('SELECT pg_sleep(0.02)')
      rows += batch.rowCount
    }
    expect(rows).toBe(30_000)
  })
})

describe('the wait state of a PostgreSQL run', () => {
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

  it('is a lock and its holder', async () => {
    await source.admin.query('CREATE TABLE held (id int)')
    await source.admin.query('BEGIN; LOCK TABLE held')
    onTestFinished(async () => {
      await source.admin.query('ROLLBACK')
    })
    expect(await waits('SELECT * FROM held')).toBe('The database waits for a lock held by postgres@127.0.0.1.')
  })

  it('is computing, or sleeping as the query asks', async () => {
    expect(await waits('SELECT count(*) FROM generate_series(1, 1000000000000) i')).toMatch(
      /^The database (is computing|is reading or writing its files \(.*\))\.$/,
    )
    expect(await waits('SELECT pg_sleep(604)')).toBe('The query sleeps, as its text asks.')
  })

  it('is null once the run has ended', async () => {
    let session: Session = {}
    const context = { config: configOf(), signal: never, tempDir: '/nowhere', onSession: (named: Session) => (session = named) }
    await rowsOf(await postgres.run('SELECT 1', context))
    expect(await postgres.waitState?.(session, { config: configOf(), signal: never })).toBeNull()
  })
})
