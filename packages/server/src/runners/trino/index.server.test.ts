import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { trinoServer } from '../../testing/servers/trino.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { BY_BYTES, boundRuns, itMatchesWords, wordConditions, wordRows } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { COUNTED, insertedValues, REGION } from '../conformance/explored-rows.ts'
import { describeExploredTable } from '../conformance/explored-table.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { ENDLESS, sharedCases } from '../conformance/trino-cases.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import trino from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await trinoServer.start()
  await execute('CREATE TABLE "My Orders" (id bigint, total decimal(10, 2))')
  await execute(`CREATE TABLE words AS SELECT * FROM (VALUES ${wordRows()}) AS w (id, word)`)
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.port, username: 'ada', catalog: 'memory', schema: 'default' },
  ...changes,
})
const { configOf, run, read, refusal } = sqlSource(trino, options)

/** Runs a statement that returns no rows, or the count of rows that it wrote. */
const execute = async (statement: string): Promise<unknown> =>
  read(statement).catch((error: Error) => {
    if (error.message !== NO_DATA) throw error
  })

const shared = sharedCases(options, { userHeader: 'x-trino-user', server: () => server })

describeConformance(trino, {
  ...shared,
  noResultSet: { text: 'DROP TABLE IF EXISTS nothing', message: NO_DATA },
  values: {
    ...shared.values,
    wallClocks: {
      text: `SELECT TIMESTAMP '2024-03-31 02:30:00', TIMESTAMP '2024-03-31 01:59:59.123', TIMESTAMP '2024-03-31 01:59:59.123456',
        TIMESTAMP '1900-01-01 00:00:00.5'`,
      rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123', '2024-03-31T01:59:59.123456', '1900-01-01T00:00:00.500']],
      storage: ['timestamp', 'timestamp', 'timestamp', 'timestamp'],
    },
    instants: {
      text: `SELECT TIMESTAMP '2024-03-31 01:59:59.500 Europe/Oslo', TIMESTAMP '2024-03-31 01:59:59.500 +05:30'`,
      rows: [['2024-03-31 01:59:59.500 Europe/Oslo', '2024-03-31 01:59:59.500 +05:30']],
      storage: ['text', 'text'],
    },
    strange: {
      text: `SELECT UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59', INTERVAL '1' SECOND, INTERVAL '14' MONTH, IPADDRESS '10.0.0.1',
        TIMESTAMP '2024-02-29 10:00:00.123456789', TIME '10:20:30.5', TIME '10:20:30 +02:00'`,
      rows: [
        [
          ...['12151fd2-7586-11e9-8f9e-2a86e4085a59', '0 00:00:01.000', '1-2', '10.0.0.1', '2024-02-29 10:00:00.123456789'],
          ...['10:20:30.5', '10:20:30+02:00'],
        ],
      ],
    },
  },
  failingMidway: {
    text: 'SELECT 1 / (n - 4000000) FROM (SELECT orderkey AS n FROM tpch.sf1.orders)',
    message: /^Division by zero/,
  },
  severalStatements: { text: "SET SESSION query_max_run_time = '5m'; SELECT 7 AS seven; ", rows: [[7n]] },
  schema: {
    tables: { 'default.my orders': ['id', 'total'] },
    create: (names) => severalAtATime(names, 8, (name) => execute(`CREATE TABLE ${name} (id integer)`)),
  },
})

const region = `"${REGION.replaceAll('"', '""')}"`
describeExploredTable({
  runner: trino,
  options,
  async create() {
    await execute(
      `CREATE TABLE explored (day date, at timestamp(6), ${region} varchar, amount decimal(9, 2), ratio double, "${COUNTED}" integer)`,
    )
    await execute(`INSERT INTO explored
      SELECT CAST(day AS date), CAST(at AS timestamp(6)), region, CAST(amount AS decimal(9, 2)), CAST(ratio AS double), n
      FROM (VALUES ${insertedValues(['day', 'at', 'region', 'amount', 'ratio', 'n'])}) AS t (day, at, region, amount, ratio, n)`)
    await execute(`INSERT INTO explored (${region}, ratio) VALUES ('no number', nan())`)
  },
  // Times with a zone are texts, since the zone may have a name.
  hasInstants: false,
  hasMedian: false,
})

describe('texts that are escaped in Trino (PARAM-73)', () => {
  itMatchesWords({
    runner: trino,
    run: boundRuns({ runner: trino, options, tempDir: () => '/nowhere' }),
    conditions: wordConditions(BY_BYTES),
    numRuns: 50,
  })
})

describe('Trino, the server', () => {
  it('keeps what a statement sets for the ones after it', async () => {
    expect(await read('PREPARE two FROM SELECT 2 AS n; EXECUTE two')).toEqual([[2n]])
    expect(await read('USE tpch.tiny; SELECT count(*) FROM region')).toEqual([[5n]])
  })

  it('reports a syntax error at its place in the whole text', async () => {
    const text = "SELECT 1;\nSELECT 'ü' AS a FROM) "
    const failure = await refusal(text)
    expect(failure.message).toMatch(/^line 1:\d+: mismatched input '\)'/)
    expect(failure.position).toBe(text.indexOf(')') + 1)
  })

  it('reads dates and times on the clock of the chosen zone', async () => {
    const context = { config: configOf(), signal: never, tempDir: '/nowhere', timeZone: 'Asia/Kolkata' }
    const text = "SELECT date_trunc('day', at_timezone(TIMESTAMP '2024-03-30 23:30:00 UTC', current_timezone()))"
    expect(await rowsOf(await trino.run(text, context))).toEqual([['2024-03-31 00:00:00 Asia/Kolkata']])
  })

  it('says that the catalog or the schema does not exist when the connection is tested', async () => {
    const test = (changes: Record<string, unknown>) =>
      failureOf(Promise.resolve(trino.testConnection?.({ config: configOf(changes), signal: never })))
    expect((await test({ catalog: 'nowhere' })).message).toMatch(/Catalog 'nowhere'/)
    expect((await test({ schema: 'nowhere' })).message).toBe('There is no schema "nowhere" in the catalog "memory".')
  })

  it('lists the tables of all catalogs if the source names none', async () => {
    const schema = await trino.getSchema?.({ config: configOf({ catalog: '', schema: '' }), signal: never })
    const names = schema?.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['memory.default.my orders', 'tpch.tiny.region']))
  })

  it('reports a connection that is lost for good between two pages', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    const { batches } = await run(ENDLESS, { port: proxy.port })
    const reading = (async () => {
      let isFirst = true
      for await (const _ of batches) {
        if (isFirst) await proxy.close()
        isFirst = false
      }
    })()
    expect((await failureOf(reading)).message).toMatch(/connection refused|lost/)
  })

  it('returns the count of rows that a statement has written', async () => {
    expect(await read('INSERT INTO "My Orders" VALUES (1, DECIMAL \'1.50\'), (2, NULL)')).toEqual([[2n]])
    expect(await read('SELECT id, total FROM "My Orders" ORDER BY id')).toEqual([
      [1n, '1.50'],
      [2n, null],
    ])
  })

  itReadsManyRows(() => run(`SELECT orderkey, comment FROM tpch.sf1.orders LIMIT ${MILLION}`))
})

describe('Trino behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[1n]],
      read: ({ host, port }) => read('SELECT 1', { protocol: 'https', host, port }),
    })
  })
})

describe('a login of Trino without rights (OPEN-820)', () => {
  it('reads what it may, learns what it may not, and sees only the columns that it may read', async () => {
    await execute('CREATE TABLE open (id bigint, pay bigint)')
    const denied = (what: string) => `Access Denied: Cannot select from ${what}`
    const remains = () => read("SELECT query FROM system.runtime.queries WHERE \"user\" = 'visitor' AND state = 'RUNNING'")
    await expectPlainRefusals(trino, {
      options: options({ username: 'visitor' }),
      schema: ['default.open: id'],
      allowed: 'SELECT id FROM open',
      refused: {
        'SELECT * FROM words': denied('table memory.default.words'),
        'SELECT pay FROM open': /^Access Denied: Cannot select from .*memory\.default\.open/,
        'SELECT 1; SELECT name FROM tpch.tiny.region': 'Access Denied: Cannot access catalog tpch',
        'CREATE TABLE made (id bigint)': 'Access Denied: Cannot create table memory.default.made',
      },
      remains,
    })
    const message = 'Access Denied: Cannot access catalog tpch'
    await expectPlainRefusals(trino, {
      options: options({ username: 'visitor', catalog: 'tpch', schema: 'tiny' }),
      ...{ schema: message, test: message, refused: { 'SELECT * FROM region': message }, remains },
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of Trino (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT name FROM tpch.tiny.region'),
    runLong: () => run(ENDLESS),
  })
})
