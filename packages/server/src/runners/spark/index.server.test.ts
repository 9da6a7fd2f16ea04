import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { startPasswordSshServer } from '../../testing/password-ssh-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StartedSpark, sparkServer } from '../../testing/servers/spark.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { BY_BYTES, boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { expectCertificateChecks } from '../conformance/certificates.ts'
import { sharedCases } from '../conformance/hive-cases.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { failureOf } from '../conformance/runs.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'
import spark from './index.ts'

let server: StartedSpark
let closedPort: number
beforeAll(async () => {
  ;[server, closedPort] = await Promise.all([sparkServer.start(), freePort()])
  await execute("CREATE TABLE orders (id bigint COMMENT 'Number', Total decimal(10, 2), `Größe` varchar(9)) USING parquet")
  await execute('CREATE TABLE words (id int, word string) USING parquet')
  await execute(`INSERT INTO words VALUES ${wordRows(JSON.stringify)}`)
  await execute('CREATE DATABASE other')
  await execute('CREATE TABLE other.lines (a array<int>) USING parquet')
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.port, username: 'ada', password: 'a secret' },
  ...changes,
})
const overHttp = (changes: Record<string, unknown> = {}) => ({ transport_mode: 'http', port: server.httpPort, ...changes })
const { configOf, run, read, refusal } = sqlSource(spark, options)

/** Runs a statement that returns no rows. */
async function execute(statement: string): Promise<void> {
  expect((await refusal(statement)).message).toBe(NO_DATA)
}

/** Rows of many partitions, each of which is computed when it is fetched. */
const INCREMENTAL = 'SET spark.sql.thriftServer.incrementalCollect=true;\n'
const ENDLESS = "SELECT id AS n, 'some text' AS s FROM range(0, 20000000, 1, 2000)"

const shared = sharedCases(options, { server: () => server.port, closed: () => closedPort })
describeConformance(spark, {
  ...shared,
  refused: {
    ...shared.refused,
    database: () => ({
      options: options({ database: 'nowhere' }),
      message: /^\[SCHEMA_NOT_FOUND\] The schema `nowhere` cannot be found\.$/,
    }),
  },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  values: {
    ...shared.values,
    texts: {
      text: `SELECT 'naïve 🐘 漢字', 'two\nlines \\\\ \\'quoted\\'', "double", r'raw \\n', CAST('b' AS varchar(5))`,
      rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'", 'double', 'raw \\n', 'b']],
    },
    wallClocks: {
      text: "SELECT TIMESTAMP_NTZ '2024-03-31 02:30:00', TIMESTAMP_NTZ '2024-03-31 01:59:59.123456', TIMESTAMP_NTZ '1900-01-01 00:00:00.5'",
      rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123456', '1900-01-01T00:00:00.500']],
      storage: ['timestamp', 'timestamp', 'timestamp'],
    },
    instants: {
      text: "SELECT TIMESTAMP '2024-03-31 01:59:59.5 Europe/Oslo'",
      rows: [['2024-03-31T00:59:59.500']],
      storage: ['timestamp'],
    },
    nested: {
      text: `SELECT array(1, NULL), array(9223372036854775807L), map('a', 1), map(1, 'a:b'), named_struct('a', 1, 'b', 'x'),
        array(CAST('NaN' AS double), CAST('-Infinity' AS double), 1.5D), map(DATE '2024-01-01', array(TIMESTAMP '2024-01-01 10:00:00.5'))`,
      rows: [
        [
          ...['[1,null]', '[9223372036854775807]', '{"a":1}', '{"1":"a:b"}', '{"a":1,"b":"x"}'],
          ...['["NaN","-Infinity",1.5]', '{"2024-01-01":["2024-01-01 10:00:00.5"]}'],
        ],
      ],
      storage: ['json', 'json', 'json', 'json', 'json', 'json', 'json'],
    },
    strange: {
      text: `SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, named_struct('a', 'x "y"'), to_json(named_struct('a', 'x "y"'))`,
      rows: [['1 00:00:00.000000000', '1-2', '"{\\"a\\":\\"x \\"y\\"\\"}"', '{"a":"x \\"y\\""}']],
    },
  },
  many: { text: 'SELECT id + 1 AS n FROM range(5000)', count: 5000 },
  // Hashes ten kilobytes for each of 20 million rows.
  slow: "SELECT count(*) AS slow FROM range(0, 20000000, 1, 2000) WHERE sha2(repeat(CAST(id AS string), 1000), 256) LIKE 'zz%'",
  endless: INCREMENTAL + ENDLESS,
  isWorkingOn: async (text) => server.isWorkingOn(text.slice(0, 22)),
  failing: {
    text: 'SELECT 1 AS x,\n  colour FROM words',
    message: /^\[UNRESOLVED_COLUMN\.WITH_SUGGESTION\] A column .* \(line 2, pos 2\)$/,
    at: 'colour',
  },
  failingMidway: {
    text: `${INCREMENTAL}SELECT assert_true(id < 400000) FROM range(0, 1000000, 1, 100)`,
    message: /^'\(id#\d+L < (?:cast\(400000 as bigint\)|400000)\)' is not true!$/,
  },
  severalStatements: { text: 'CREATE TEMPORARY VIEW answer AS SELECT 42 AS n; SELECT n FROM answer; ', rows: [[42n]] },
  schema: {
    tables: { orders: ['id', 'Total', '`Größe`'], words: ['id', 'word'], 'other.lines': ['a'] },
    // Each takes the server a tenth of a second.
    count: 500,
    create: (names) => execute(names.map((name) => `CREATE TABLE ${name} (id int) USING parquet`).join(';\n')),
  },
})

describe('texts that are escaped in Spark (PARAM-73)', () => {
  itMatchesWords({
    runner: spark,
    run: boundRuns({ runner: spark, options, tempDir: () => '/nowhere' }),
    conditions: plainConditions(BY_BYTES),
    patternError: /^\[INVALID_FORMAT\.ESC_\w+\] /,
    numRuns: 60,
  })
})

describe('Spark, the server', () => {
  it('lists types and comments of columns (OPEN-533)', async () => {
    const schema = await spark.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.find(({ name }) => name === 'orders')?.columns).toEqual([
      { name: 'id', type: 'bigint', comment: 'Number' },
      { name: 'Total', type: 'decimal(10,2)' },
      { name: '`Größe`', type: 'varchar(9)' },
    ])
    expect(schema?.find(({ name }) => name === 'other.lines')?.columns).toEqual([{ name: 'a', type: 'array<int>' }])
  })

  it('shows times in the chosen zone (OPEN-533)', async () => {
    const context = { config: configOf(), signal: never, tempDir: '/nowhere', timeZone: 'Asia/Kolkata' }
    const text = "SELECT current_timezone(), TIMESTAMP '2024-03-30 23:30:00 UTC'"
    expect(await rowsOf(await spark.run(text, context))).toEqual([['Asia/Kolkata', '2024-03-31T05:00:00.000']])
  })

  it('has no data after a statement without rows, but the columns of a query without rows (OPEN-534)', async () => {
    await execute('CREATE OR REPLACE TEMPORARY VIEW nothing AS SELECT 1 AS n')
    const { columns, batches } = await run("SELECT 'x' AS Result WHERE false")
    expect(columns.map(({ name }) => name)).toEqual(['Result'])
    for await (const { rowCount } of batches) expect(rowCount).toBe(0)
  })

  it.each([
    ["SELECT 1;\nSELECT 'ü' AS a FROM ) ", ')', "[PARSE_SYNTAX_ERROR] Syntax error at or near ')'. (line 1, pos 21)"],
    ["SELECT '🐘', 1 2", '2', "[PARSE_SYNTAX_ERROR] Syntax error at or near '2': extra input '2'. (line 1, pos 14)"],
    [
      'SELECT *\nFROM nowhere',
      'nowhere',
      '[TABLE_OR_VIEW_NOT_FOUND] The table or view `nowhere` cannot be found. (line 2, pos 5)',
    ],
  ])('reports an error in one line, at its place in the whole text (OPEN-535): %j', async (text, at, message) => {
    const failure = await refusal(text)
    expect(failure.message).toBe(message)
    expect(failure.position).toBe(text.indexOf(at) + 1)
  })

  it('reports where a value cannot be computed, and what an author has raised (OPEN-535)', async () => {
    const text = 'SET spark.sql.ansi.enabled=true;\nSELECT\n  1 / 0'
    const failure = await refusal(text)
    expect(failure.message).toMatch(/^\[DIVIDE_BY_ZERO\] Division by zero\. .*\(line 2, pos 2\)$/)
    expect(failure.position).toBe(text.indexOf('1 / 0') + 1)
    expect((await refusal("SELECT raise_error('no luck')")).message).toBe('no luck')
  })

  it('ends its session with each run, also when rows are left (OPEN-536)', async () => {
    for await (const _ of (await run(INCREMENTAL + ENDLESS)).batches) break
    expect(await server.isWorkingOn('FROM range')).toBe(false)
  })

  it('is reached in HTTP mode, which a cancel uses as well (OPEN-533)', async () => {
    expect(await read('SELECT 1', overHttp())).toEqual([[1n]])
    const stop = new AbortController()
    const { batches } = await run(INCREMENTAL + ENDLESS, overHttp({ signal: stop.signal }))
    const reading = (async () => {
      for await (const _ of batches) stop.abort()
    })()
    expect((await failureOf(reading)).message).toBe(CANCELLED)
    expect((await failureOf(read('SELECT 1', overHttp({ database: 'nowhere' })))).message).toMatch(/^\[SCHEMA_NOT_FOUND\]/)
  })

  it('trusts certificates of a known authority only, for the name of the server (OPEN-536)', async () => {
    await expectCertificateChecks(
      [{ port: server.port }, overHttp()].map(({ port, ...mode }) => ({
        port,
        read: (at) => read('SELECT 1', { ...mode, ...at, encryption: 'verified' }),
      })),
    )
  })

  it('says in one sentence that the other mode or encryption answers at the port (OPEN-536)', async () => {
    const message = async (changes: Record<string, unknown>) => (await failureOf(read('SELECT 1', changes))).message
    const secured = /^no secure connection to 127\.0\.0\.1:\d+: the server does not use TLS at this port$/
    const other = /is not Spark's Thrift server\.$|connection (to the server was lost\.|was closed by the server)$/
    expect(await message({ encryption: 'required' })).toMatch(/closed by the server$|does not use TLS/)
    expect(await message(overHttp({ encryption: 'required' }))).toMatch(secured)
    expect(await message({ port: server.httpPort })).toMatch(other)
    // Depends on whether the server closes the connection before it answers something.
    expect(await message(overHttp({ port: server.port }))).toMatch(
      /is not an HTTP server, or expects encryption|connection (to|was)/,
    )
  })

  it('is reached through an SSH tunnel (OPEN-533)', async () => {
    const gate = await startPasswordSshServer('open sesame', { 'spark.inner': server.port, 'http.inner': server.httpPort })
    onTestFinished(() => gate.close())
    const ssh_tunnel = gate.tunnel
    expect(await read('SELECT 1', { host: 'spark.inner', ssh_tunnel })).toEqual([[1n]])
    expect(await read('SELECT 1', overHttp({ host: 'http.inner', ssh_tunnel }))).toEqual([[1n]])
  })

  itReadsManyRows(() => run(`${INCREMENTAL}SELECT id, 'some text' AS s FROM range(0, ${MILLION}, 1, 100)`))
})

// Last, since what a server has in memory is gone.
describe('a restart of Spark (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT 1'),
    runLong: () => run(INCREMENTAL + ENDLESS),
  })
})
