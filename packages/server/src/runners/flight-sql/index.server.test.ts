import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { startPasswordSshServer } from '../../testing/password-ssh-server.ts'
import { ARROW_LOGIN, arrowGoServer, type StartedExample } from '../../testing/servers/arrow-go.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { ROAPI_LOGIN, ROAPI_TOKEN, roapiServer } from '../../testing/servers/roapi.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { listen } from '../../testing/tcp-listener.ts'
import { boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { expectCertificateChecks } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, NO_DATA, STILL_RUNNING } from '../runner.ts'
import flightSql from './index.ts'

// SQLite behind Arrow's own server streams rows, takes parameters and confirms cancels; DataFusion behind ROAPI has all types of values.

let example: StartedExample
let roapi: StartedServer
let closedPort: number
beforeAll(async () => {
  ;[example, roapi, closedPort] = await Promise.all([arrowGoServer.start(), roapiServer.start(), freePort()])
  await execute('CREATE TABLE words (id int, word varchar(99))')
  await execute(`INSERT INTO words VALUES ${wordRows()}`)
  await execute('CREATE TABLE "Orders 1" (id int, "The Total" double, note varchar(9), photo blob)')
  await execute(`INSERT INTO "Orders 1" VALUES (-9223372036854775807, -1.5e-300, '', x'00ffde'),
    (9223372036854775807, 9e999, 'naïve 🐘 漢字', x''), (NULL, NULL, NULL, NULL)`)
})
afterAll(() => Promise.all([example?.stop(), roapi?.stop()]))

type Changes = Record<string, unknown>
const options = (changes: Changes = {}) => ({ host: '127.0.0.1', port: example.port, ...ARROW_LOGIN, ...changes })
const { configOf, run, read, refusal } = sqlSource(flightSql, options)
const roapiOptions = (changes: Changes = {}) => ({ host: '127.0.0.1', port: roapi.port, ...ROAPI_LOGIN, ...changes })
const dataFusion = sqlSource(flightSql, roapiOptions)

/** Runs a statement that returns no rows. */
async function execute(statement: string): Promise<void> {
  expect((await refusal(statement)).message).toBe(NO_DATA)
}

/** The numbers from 1, up to a number or without end. */
const numbers = (count?: number) =>
  `(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c${count ? ` WHERE n < ${count}` : ''}) SELECT n FROM c)`
const ENDLESS = `SELECT n, 'some text' AS s FROM ${numbers()}`

describe('SQLite', () => {
  describeConformance(flightSql, {
    options,
    proxied: { port: () => example.port, options: (port) => options({ port }) },
    refused: {
      host: () => ({
        options: options({ port: closedPort }),
        message: /^could not connect to server at 127\.0\.0\.1:\d+: connection refused$/,
      }),
      password: () => ({
        options: options({ password: 'a wrong one' }),
        message: /^The server refused the login: wrong name or password$/,
      }),
      database: () => ({
        options: options({ catalog: 'nowhere' }),
        message: /^The server lets no catalog be chosen: leave the field empty\.$/,
      }),
    },
    columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
    repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
    noRows: { text: 'SELECT id, word FROM words WHERE id < 0', names: ['id', 'word'] },
    noResultSet: { text: 'DROP TABLE IF EXISTS no_table', message: NO_DATA },
    values: {
      nulls: { text: 'SELECT id, "The Total", note FROM "Orders 1" WHERE id IS NULL', rows: [[null, null, null]] },
      integers: {
        text: 'SELECT id FROM "Orders 1" WHERE id IS NOT NULL ORDER BY id',
        rows: [[-(2n ** 63n) + 1n], [2n ** 63n - 1n]],
        storage: ['int64'],
      },
      decimals: notApplicable('SQLite has none'),
      floats: {
        text: 'SELECT "The Total" FROM "Orders 1" WHERE id IS NOT NULL ORDER BY id',
        rows: [[-1.5e-300], [Number.POSITIVE_INFINITY]],
        storage: ['double'],
      },
      booleans: notApplicable('SQLite has none'),
      texts: {
        text: "SELECT 'two\nlines \\ ''quoted''', note FROM \"Orders 1\" WHERE id > 0",
        rows: [["two\nlines \\ 'quoted'", 'naïve 🐘 漢字']],
      },
      emptyTexts: { text: 'SELECT note FROM "Orders 1" WHERE id < 0 OR id IS NULL ORDER BY id', rows: [[null], ['']] },
      dates: notApplicable('SQLite has none'),
      wallClocks: notApplicable('SQLite has none'),
      instants: notApplicable('SQLite has none'),
      binary: { text: 'SELECT photo FROM "Orders 1" WHERE id IS NOT NULL ORDER BY id', rows: [['00ffde'], ['']] },
      nested: notApplicable('SQLite has none'),
      strange: notApplicable('SQLite has none'),
    },
    many: { text: `SELECT n FROM ${numbers(5000)} ORDER BY n`, count: 5000 },
    slow: `SELECT count(*) AS slow FROM ${numbers(10 ** 10)}`,
    endless: ENDLESS,
    isWorkingOn: (text) => example.isWorkingOn(text),
    failing: { text: "SELECT 'ü' AS x,\n  colour FROM words", message: /^SQL logic error: no such column: colour \(1\)$/ },
    failingMidway: {
      text: `SELECT CASE WHEN n < 50000 THEN n ELSE abs(-9223372036854775807 - 1) END AS n FROM ${numbers(100_000)}`,
      message: /integer overflow/,
    },
    severalStatements: { text: 'CREATE TEMPORARY TABLE answer AS SELECT 42 AS n; SELECT n FROM answer', rows: [[42n]] },
    writing: notApplicable('what a user may do is granted at the server'),
    schema: {
      create: (names) => execute(names.map((name) => `CREATE TABLE ${name} (id int)`).join(';\n')),
      tables: { words: ['id', 'word'], '"Orders 1"': ['id', '"The Total"', 'note', 'photo'] },
    },
    stoppable: false,
  })
})

describe('DataFusion', () => {
  describeConformance(flightSql, {
    options: roapiOptions,
    proxied: notApplicable('a result is whole before its first row'),
    refused: {
      host: notApplicable('as with SQLite'),
      password: () => ({
        options: roapiOptions({ password: 'a wrong one' }),
        message: /^The server refused the login: unauthorized$/,
      }),
      database: notApplicable('as with SQLite'),
    },
    columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
    repeatedNames: notApplicable('DataFusion refuses them'),
    noRows: notApplicable('ROAPI leaves the columns out'),
    noResultSet: notApplicable('whatever runs answers with rows'),
    values: {
      nulls: {
        text: `SELECT NULL AS a, CAST(NULL AS bigint) AS b, CAST(NULL AS varchar) AS c, CAST(NULL AS timestamp) AS d, CAST(NULL AS decimal(5, 1)) AS e,
          CAST(NULL AS date) AS f, CAST(NULL AS bytea) AS g, arrow_cast(NULL, 'List(Int64)') AS h`,
        rows: [[null, null, null, null, null, null, null, null]],
      },
      integers: {
        text: `SELECT column1, column2, column3, column4, column5 FROM (VALUES
          (-9223372036854775808, arrow_cast(-128, 'Int8'), arrow_cast(0, 'UInt16'), arrow_cast(0, 'UInt32'), arrow_cast(0, 'UInt64')),
          (9223372036854775807, arrow_cast(127, 'Int8'), arrow_cast(65535, 'UInt16'), arrow_cast(4294967295, 'UInt32'), arrow_cast('18446744073709551615', 'UInt64')))`,
        rows: [
          [-(2n ** 63n), -128n, 0n, 0n, '0'],
          [2n ** 63n - 1n, 127n, 65_535n, 2n ** 32n - 1n, String(2n ** 64n - 1n)],
        ],
        storage: ['int64', 'int64', 'int64', 'int64', 'decimal'],
      },
      decimals: {
        text: `SELECT CAST('-1.50' AS decimal(5, 2)), CAST('12345678901234567890123456789012345678' AS decimal(38, 0)),
          CAST('0.000000000000000001' AS decimal(38, 18)), arrow_cast('-1234567890123456789012345678901234567890.5', 'Decimal256(50, 1)')`,
        rows: [
          [
            ...['-1.50', '12345678901234567890123456789012345678', '0.000000000000000001'],
            '-1234567890123456789012345678901234567890.5',
          ],
        ],
        storage: ['decimal', 'decimal', 'decimal', 'number_text'],
      },
      floats: {
        text: `SELECT -1.5e-300, arrow_cast(0.1, 'Float32'), 0.1, CAST('NaN' AS double), CAST('Infinity' AS double), arrow_cast('-inf', 'Float32'),
          arrow_cast(0.5, 'Float16')`,
        rows: [[-1.5e-300, 0.1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.5]],
        storage: ['double', 'double', 'double', 'double', 'double', 'double', 'double'],
      },
      booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
      texts: {
        text: `SELECT 'naïve 🐘 漢字', 'two\nlines \\ ''quoted''', arrow_cast('large', 'LargeUtf8'), arrow_cast('a view that is longer than twelve', 'Utf8View'),
          arrow_cast('b', 'Dictionary(Int32, Utf8)')`,
        rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'", 'large', 'a view that is longer than twelve', 'b']],
      },
      emptyTexts: { text: "SELECT '', CAST(NULL AS varchar)", rows: [['', null]] },
      dates: {
        text: "SELECT DATE '2024-02-29', DATE '0001-01-01', arrow_cast('9999-12-31', 'Date64')",
        rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
        storage: ['date', 'date', 'date'],
      },
      wallClocks: {
        text: `SELECT arrow_cast('2024-03-31 02:30:00', 'Timestamp(Second, None)'), arrow_cast('2024-03-31 01:59:59.123', 'Timestamp(Millisecond, None)'),
          arrow_cast('1900-01-01 00:00:00.5', 'Timestamp(Microsecond, None)'), arrow_cast('2024-03-31 01:59:59.123456', 'Timestamp(Nanosecond, None)')`,
        rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123', '1900-01-01T00:00:00.500', '2024-03-31T01:59:59.123456']],
        storage: ['timestamp', 'timestamp', 'timestamp', 'timestamp'],
      },
      instants: {
        text: `SELECT arrow_cast('2024-03-31T01:59:59.5+02:00', 'Timestamp(Microsecond, Some("+00:00"))')`,
        rows: [['2024-03-30T23:59:59.500']],
        storage: ['instant'],
      },
      binary: {
        text: "SELECT decode('00ffde', 'hex'), arrow_cast(decode('00', 'hex'), 'LargeBinary'), arrow_cast(decode('ff00', 'hex'), 'FixedSizeBinary(2)')",
        rows: [['00ffde', '00', 'ff00']],
      },
      nested: {
        text: `SELECT make_array(1, NULL), make_array(9223372036854775807), MAP {'a': 1}, named_struct('a', 1, 'b', 'x'),
          make_array(CAST('NaN' AS double), 1.5), make_array(make_array('a'), make_array('b', NULL)), arrow_cast(make_array(1, 2), 'FixedSizeList(2, Int64)'),
          named_struct('d', CAST('1.50' AS decimal(5, 2)), 't', TIMESTAMP '2024-01-01 10:00:00.5')`,
        rows: [
          [
            ...[
              '[1,null]',
              '[9223372036854775807]',
              '{"a":1}',
              '{"a":1,"b":"x"}',
              '["NaN",1.5]',
              '[["a"],["b",null]]',
              '[1,2]',
            ],
            '{"d":1.50,"t":"2024-01-01 10:00:00.5"}',
          ],
        ],
        storage: ['json', 'json', 'json', 'json', 'json', 'json', 'json', 'json'],
      },
      strange: {
        text: `SELECT INTERVAL '1 month 2 days 3.5 seconds', TIME '10:11:12.345', arrow_cast(5400500, 'Duration(Millisecond)')`,
        rows: [['P1M2DT3.5S', '10:11:12.345', 'PT1H30M0.5S']],
        storage: ['text', 'text', 'text'],
      },
    },
    many: { text: 'SELECT value AS n FROM generate_series(1, 5000) ORDER BY value', count: 5000 },
    slow: notApplicable('ROAPI does not say what it works on'),
    endless: notApplicable('a result is whole before its first row'),
    isWorkingOn: notApplicable('ROAPI does not say what it works on'),
    failing: { text: "SELECT 'ü' AS x,\n  FROM FROM cities", message: /Line: 2, Column: 8/ },
    failingMidway: notApplicable('a result is whole before its first row'),
    severalStatements: notApplicable('the server decides what they mean'),
    writing: notApplicable('what a user may do is granted at the server'),
    schema: { tables: { cities: ['"City"', 'inhabitants'] } },
    stoppable: false,
  })
})

describe('texts that are bound in Arrow Flight SQL (PARAM-73)', () => {
  const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  itMatchesWords({
    runner: flightSql,
    run: boundRuns({ runner: flightSql, options, tempDir: () => '/nowhere' }),
    conditions: plainConditions({
      fold: asciiLower,
      concat: (...texts) => texts.join(' || '),
      equal: (one, other) => one === other,
    }),
    // Whether a server reads a backslash as itself is not known, so texts in which that would matter are refused.
    takes: (word) => !/\\(?:'|$)/.test(word),
    numRuns: 60,
  })
})

describe('Arrow Flight SQL, the servers', () => {
  it('lists types of columns by the names of the server (OPEN-561)', async () => {
    const schema = await flightSql.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.find(({ name }) => name === 'words')?.columns).toEqual([
      { name: 'id', type: 'int64' },
      { name: 'word', type: 'string' },
    ])
  })

  it('knows a user by a token (OPEN-561)', async () => {
    const anonymous = { username: '', password: '' }
    expect(await dataFusion.read('SELECT 1', { ...anonymous, token: ROAPI_TOKEN })).toEqual([[1n]])
    for (const [token, message] of [
      ['', 'token not found'],
      ['a wrong one', 'invalid token'],
    ])
      expect((await failureOf(dataFusion.read('SELECT 1', { ...anonymous, token }))).message).toBe(
        `The server refused the login: ${message}`,
      )
  })

  it('points to the place that DataFusion names (OPEN-562)', async () => {
    const text = "SELECT 'ü' AS x,\n  FROM FROM cities"
    const failure = await dataFusion.refusal(text)
    expect(failure.position).toBe(text.indexOf('FROM cities') + 1)
  })

  it('sends values as parameters, and the text itself where the server takes none (OPEN-563)', async () => {
    const context = { signal: never, tempDir: '/nowhere', bindsTexts: true }
    const text = "SELECT typeof('x') = 'text' AS yes, 'it''s' AS t FROM words WHERE word = '' OR id = 0 LIMIT 1"
    const { columns } = await flightSql.run(text, { config: configOf(), ...context })
    expect(columns.map(({ name }) => name)).toEqual(['yes', 't'])
    const asWritten = await flightSql.run('SELECT inhabitants FROM cities WHERE "City" = \'Oslo\'', {
      config: dataFusion.configOf(),
      ...context,
    })
    expect(asWritten.columns.map(({ name }) => name)).toEqual(['inhabitants'])
  })

  it('reports that a server has not confirmed a cancel which names its query only with the result (OPEN-564)', async () => {
    const stop = new AbortController()
    const slow = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b WHERE a.value + b.value < 0'
    const outcome = failureOf(dataFusion.run(slow, { signal: stop.signal }))
    await expect.poll(async () => dataFusion.read('SELECT 1')).toEqual([[1n]])
    stop.abort()
    expect((await outcome).message).toBe(`${CANCELLED} ${STILL_RUNNING}`)
  })

  it('trusts certificates of a known authority only, for the name of the server (OPEN-565)', async () => {
    await expectCertificateChecks([{ port: example.port, read: (at) => read('SELECT 1', { ...at, encryption: 'verified' }) }])
  })

  it('says in one sentence that another protocol or encryption answers at the port (OPEN-565)', async () => {
    const message = async (changes: Changes) => (await failureOf(read('SELECT 1', changes))).message
    expect(await message({ encryption: 'required' })).toMatch(
      /^(no secure connection to|could not connect to server at) 127\.0\.0\.1:\d+: (the server does not use TLS at this port|the connection was closed by the server)$/,
    )
    const greeter = await listen(async (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    onTestFinished(() => greeter.close())
    expect(await message({ port: greeter.port })).toBe(
      `What answers at 127.0.0.1:${greeter.port} is not a Flight SQL server, or expects encryption (TLS).`,
    )
  })

  it('says within half a minute that a server accepts connections and never answers (OPEN-565)', async () => {
    const silent = await listen(async () => {})
    onTestFinished(() => silent.close())
    expect((await failureOf(read('SELECT 1', { port: silent.port }))).message).toBe(
      `could not connect to server at 127.0.0.1:${silent.port}: no answer in time`,
    )
  })

  it('is reached through an SSH tunnel (OPEN-560)', async () => {
    const gate = await startPasswordSshServer('open sesame', { 'flight.inner': example.port })
    onTestFinished(() => gate.close())
    expect(await read('SELECT 1', { host: 'flight.inner', ssh_tunnel: gate.tunnel })).toEqual([[1n]])
  })

  itReadsManyRows(() => run(`SELECT n, 'some text' AS s FROM ${numbers(MILLION)}`))
})

// Last, since what a server has in memory is gone.
describe('a restart of the example of Arrow Flight SQL (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => example,
    read: () => read('SELECT 1'),
    runLong: () => run(ENDLESS),
  })
})
