import { describe, expect, it, onTestFinished } from 'vitest'
import { never } from '../../testing/never.ts'
import { type StubAnswer, startPostgresStub } from '../../testing/postgres-stub.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import cockroach from '../cockroach/index.ts'
import { failureOf } from '../conformance/runs.ts'
import redshift from '../redshift/index.ts'
import risingwave from '../risingwave/index.ts'
import { type AnyRunner, CANCELLED, type Session } from '../runner.ts'

// These servers are not available here: stubs speak their protocol and know the statements of their documentation.

const INTEGER = 23
const TEXT = 25
const BOOLEAN = 16
const TIMESTAMP = 1114
const [SUPER, VARBYTE, GEOMETRY] = [4000, 6551, 3000]

const one: StubAnswer = { columns: [['?column?', INTEGER]], rows: [['1']] }
const none: StubAnswer = { columns: [['?column?', INTEGER]], rows: [] }
const listed = (...rows: string[][]): StubAnswer => ({
  columns: [
    ['schema', TEXT],
    ['table', TEXT],
    ['column', TEXT],
    ['type', TEXT],
    ['is_current', BOOLEAN],
  ],
  rows,
})

async function startSource(runner: AnyRunner, answers: (text: string) => StubAnswer | null) {
  const stub = await startPostgresStub('open sesame', (text) => answers(text) ?? { error: `unknown: ${text}`, code: '42601' })
  onTestFinished(() => stub.close())
  const options = { host: '127.0.0.1', port: stub.port, user: 'ada', password: 'open sesame', dbname: 'shop' }
  const config = runner.config.parse(options)
  const run = (text: string, more: { signal?: AbortSignal; isScheduled?: boolean; onSession?(session: Session): void } = {}) =>
    runner.run(text, { config, signal: never, tempDir: '/nowhere', ...more })
  const texts = () => stub.heard.map(({ text }) => text)
  return { stub, config, options, run, texts }
}

/** Resolves when a statement has reached the stub; by then its connection has a process id. */
async function heard({ stub }: { stub: Awaited<ReturnType<typeof startPostgresStub>> }, wanted: string): Promise<number> {
  for (;;) {
    const found = stub.heard.find(({ text }) => text === wanted)
    if (found) return found.connection
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('CockroachDB', () => {
  const answers = (isOpen: () => boolean) => (text: string) => {
    if (text === 'SHOW session_id') return { columns: [['session_id', TEXT]], rows: [['15f0']] } satisfies StubAnswer
    if (text === 'SELECT 1') return { columns: [['n', INTEGER]], rows: [['\0\0\0\x01']] } satisfies StubAnswer
    if (text === 'SELECT slow()') return 'hang'
    if (text.startsWith('SELECT 1 FROM [SHOW CLUSTER SESSIONS]')) return isOpen() ? one : none
    if (text.includes('crdb_sql_type'))
      return listed(['public', 'Orders', 'id', 'INT8', 't'], ['hr', 'staff', 'name', 'STRING', 'f'])
    return text === "CANCEL SESSION IF EXISTS '15f0'" || text === 'DISCARD ALL' ? 'done' : null
  }

  it('requests the binary formats, which it shares with PostgreSQL', async () => {
    const source = await startSource(
      cockroach,
      answers(() => false),
    )
    expect(await rowsOf(await source.run('SELECT 1'))).toEqual([[1]])
    expect(source.stub.forms.get('SELECT 1')).toEqual([1])
  })

  it('ends the session of a query that ignores cancel requests, and waits until it is gone', async () => {
    let looks = 0
    const source = await startSource(
      cockroach,
      answers(() => ++looks < 3),
    )
    const stop = new AbortController()
    const outcome = failureOf(source.run('SELECT slow()', { signal: stop.signal }).then(rowsOf))
    const connection = await heard(source, 'SELECT slow()')
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(source.stub.cancels).toContain(connection)
    expect(source.texts().filter((text) => text === "CANCEL SESSION IF EXISTS '15f0'")).toHaveLength(3)
  })

  it('ends a run from elsewhere by the id of its session', async () => {
    const source = await startSource(
      cockroach,
      answers(() => false),
    )
    await cockroach.stop?.({ backend: '15f0' }, { config: source.config, signal: never })
    expect(source.texts()).toContain("CANCEL SESSION IF EXISTS '15f0'")
  })

  it('lists tables with its own type names', async () => {
    const { config } = await startSource(
      cockroach,
      answers(() => false),
    )
    expect(await cockroach.getSchema?.({ config, signal: never })).toEqual([
      { name: '"Orders"', columns: [{ name: 'id', type: 'INT8' }] },
      { name: 'hr.staff', columns: [{ name: 'name', type: 'STRING' }] },
    ])
  })
})

describe('Redshift', () => {
  const answers = (isOpen: () => boolean) => (text: string) => {
    if (text === 'SELECT 1') return one
    if (text === 'SELECT slow()') return 'hang'
    if (text === 'SELECT sold FROM sales')
      return { columns: [['sold', TIMESTAMP]], rows: [['2024-02-29 12:30:00.5'], [null]] } satisfies StubAnswer
    if (text === 'SELECT tags, raw, place FROM sales')
      return {
        columns: [
          ['tags', SUPER],
          ['raw', VARBYTE],
          ['place', GEOMETRY],
        ],
        rows: [
          ['{"a":[1]}', '00ff', '0101000000'],
          [null, null, null],
        ],
      } satisfies StubAnswer
    if (text.startsWith('SELECT 1 FROM stv_sessions')) return isOpen() ? one : none
    if (text.includes('svv_columns')) return listed(['public', 'sales', 'sold', 'timestamp without time zone', 't'])
    return text.startsWith('SET query_group') || text.startsWith('SELECT pg_terminate_backend') ? 'done' : null
  }

  it('keeps the values of its own types: SUPER as JSON, the others as text', async () => {
    const source = await startSource(
      redshift,
      answers(() => false),
    )
    const result = await source.run('SELECT tags, raw, place FROM sales')
    expect(result.columns.map(({ sourceType, storage }) => [sourceType, storage.kind])).toEqual([
      ['super', 'json'],
      ['varbyte', 'text'],
      ['geometry', 'text'],
    ])
    expect(await rowsOf(result)).toEqual([
      ['{"a":[1]}', '00ff', '0101000000'],
      [null, null, null],
    ])
  })

  it('requests text formats', async () => {
    const source = await startSource(
      redshift,
      answers(() => false),
    )
    expect(await rowsOf(await source.run('SELECT sold FROM sales'))).toEqual([['2024-02-29T12:30:00.500'], [null]])
    expect(source.stub.forms.get('SELECT sold FROM sales')).toEqual([0])
  })

  it('runs queries of users and of schedules in their configured queues', async () => {
    const { stub, options, texts } = await startSource(
      redshift,
      answers(() => false),
    )
    const config = redshift.config.parse({ ...options, adhoc_query_group: "people's", scheduled_query_group: 'nightly' })
    for (const isScheduled of [false, true])
      await rowsOf(await redshift.run('SELECT sold FROM sales', { config, signal: never, tempDir: '/nowhere', isScheduled }))
    expect(texts().filter((text) => !text.startsWith('DISCARD'))).toEqual([
      "SET query_group TO 'people''s'",
      'SELECT sold FROM sales',
      "SET query_group TO 'nightly'",
      'SELECT sold FROM sales',
    ])
    // The stub cannot reset a connection, so the second run has a new one.
    expect(new Set(stub.heard.map(({ connection }) => connection)).size).toBe(2)
  })

  it('can be cancelled while it waits for a queue before the query has begun', async () => {
    const source = await startSource(redshift, (text) => (text.startsWith('SET query_group') ? 'hang' : null))
    const stop = new AbortController()
    const outcome = failureOf(source.run('SELECT 1', { signal: stop.signal }))
    await heard(source, "SET query_group TO 'default'")
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })

  it('terminates the process of a query, and waits until it is gone', async () => {
    let looks = 0
    const source = await startSource(
      redshift,
      answers(() => ++looks < 3),
    )
    const stop = new AbortController()
    const outcome = failureOf(source.run('SELECT slow()', { signal: stop.signal }).then(rowsOf))
    const connection = await heard(source, 'SELECT slow()')
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(source.texts().filter((text) => text === `SELECT pg_terminate_backend(${connection})`)).toHaveLength(2)
  })

  it('lists tables, including external ones', async () => {
    const { config } = await startSource(
      redshift,
      answers(() => false),
    )
    expect(await redshift.getSchema?.({ config, signal: never })).toEqual([
      { name: 'sales', columns: [{ name: 'sold', type: 'timestamp without time zone' }] },
    ])
  })

  it('reports a wrong password without showing it', async () => {
    const { options } = await startSource(
      redshift,
      answers(() => false),
    )
    const config = redshift.config.parse({ ...options, password: 'not that one' })
    await expect(redshift.testConnection?.({ config, signal: never })).rejects.toThrow(/^password authentication failed$/)
  })
})

describe('RisingWave', () => {
  it('kills a process by its name in the process list', async () => {
    let looks = 0
    let name = ''
    const source = await startSource(risingwave, (text) => {
      if (text === 'SELECT slow()') return 'hang'
      if (text === 'SHOW PROCESSLIST') return { columns: [['Id', TEXT]], rows: [['2:9'], ...(++looks < 3 ? [[name]] : [])] }
      return text === `KILL '${name}'` ? 'done' : null
    })
    const stop = new AbortController()
    const outcome = failureOf(source.run('SELECT slow()', { signal: stop.signal }).then(rowsOf))
    const connection = await heard(source, 'SELECT slow()')
    name = `7:${connection}`
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(source.texts().filter((text) => text === `KILL '${name}'`)).toHaveLength(2)
  })
})
