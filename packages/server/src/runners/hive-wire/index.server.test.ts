import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startAuthority } from '../../testing/certificate.ts'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { startPasswordSshServer } from '../../testing/password-ssh-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { hiveServer, type StartedHive } from '../../testing/servers/hive.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { startTlsProxy } from '../../testing/tls-proxy.ts'
import { BY_BYTES, boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { expectCertificateChecks } from '../conformance/certificates.ts'
import { sharedCases } from '../conformance/hive-cases.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import hive from '../hive/index.ts'
import hiveHttp from '../hive-http/index.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'

let server: StartedHive
let closedPort: number
beforeAll(async () => {
  ;[server, closedPort] = await Promise.all([hiveServer.start(), freePort()])
  // Its rows are in its folder already.
  await execute('CREATE TABLE endless (n int, s string)')
  await execute("CREATE TABLE `Orders 1` (id bigint COMMENT 'Number', total decimal(10, 2), `Größe` varchar(9))")
  // A file of text would end rows at the line breaks of words.
  await execute('CREATE TABLE words (id int, word string) STORED AS ORC')
  await execute(`INSERT INTO words VALUES ${wordRows(JSON.stringify)}`)
  await execute('CREATE DATABASE other')
  await execute('CREATE TABLE other.lines (a array<int>)')
  // The name of the first is a pattern that the second meets, too.
  await execute('CREATE TABLE a_b (id int); CREATE TABLE axb (id int)')
  for (const table of ['`orders 1`', 'a_b', 'other.lines']) await execute(`GRANT SELECT ON TABLE ${table} TO USER visitor`)
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.port, username: 'ada', password: 'a secret' },
  ...changes,
})
const httpOptions = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.httpPort, http_path: 'cliservice', http_scheme: 'http' },
  ...{ username: 'ada', http_password: 'a secret', ...changes },
})
const { configOf, run, read, refusal } = sqlSource(hive, options)
const overHttp = sqlSource(hiveHttp, httpOptions)

/** Runs a statement that returns no rows. */
async function execute(statement: string): Promise<void> {
  expect((await refusal(statement)).message).toBe(NO_DATA)
}

/** Numbers from 1 to `count`, without a table. */
const numbers = (count: number) =>
  `SELECT pos + 1 AS n FROM (SELECT 1) x LATERAL VIEW posexplode(split(repeat(',', ${count - 1}), ',')) p AS pos, v`

const tables = { endless: ['n', 's'], words: ['id', 'word'], '`orders 1`': ['id', 'total', '`größe`'], 'other.lines': ['a'] }
const shared = sharedCases(options, { server: () => server.port, closed: () => closedPort })
const cases: ConformanceSetup = {
  ...shared,
  refused: {
    ...shared.refused,
    database: () => ({ options: options({ database: 'nowhere' }), message: /^Database nowhere does not exist$/ }),
  },
  // The server itself numbers them.
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id_1', 'id_2'] },
  values: {
    ...shared.values,
    texts: {
      text: `SELECT 'naïve 🐘 漢字', 'two\nlines \\\\ \\'quoted\\'', "double", CAST('a' AS char(5)), CAST('b' AS varchar(5))`,
      rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'", 'double', 'a    ', 'b']],
    },
    wallClocks: {
      text: "SELECT TIMESTAMP '2024-03-31 02:30:00', TIMESTAMP '2024-03-31 01:59:59.123456', TIMESTAMP '1900-01-01 00:00:00.5'",
      rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123456', '1900-01-01T00:00:00.500']],
      storage: ['timestamp', 'timestamp', 'timestamp'],
    },
    instants: {
      text: "SELECT CAST('2024-03-31 01:59:59.5 Europe/Oslo' AS timestamp with local time zone)",
      rows: [['2024-03-31 00:59:59.5 UTC']],
      storage: ['text'],
    },
    nested: {
      text: `SELECT array(1, NULL), array(9223372036854775807L), map('a', 1), map(1, 'a:b'), named_struct('a', 1, 'b', 'x "y"'),
        array(CAST('NaN' AS double), CAST('-Infinity' AS double), 1.5D), map(DATE '2024-01-01', array(true))`,
      rows: [
        [
          ...['[1,null]', '[9223372036854775807]', '{"a":1}', '{"1":"a:b"}', '{"a":1,"b":"x \\"y\\""}'],
          ...['["NaN","-Infinity",1.5]', '{"2024-01-01":[true]}'],
        ],
      ],
      storage: ['json', 'json', 'json', 'json', 'json', 'json', 'json'],
    },
    strange: {
      text: `SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, TIMESTAMP '2024-02-29 10:00:00.123456789', create_union(1, 1, 'x')`,
      rows: [['1 00:00:00.000000000', '1-2', '2024-02-29 10:00:00.123456789', '{"1":"x"}']],
    },
  },
  many: { text: numbers(5000), count: 5000 },
  // Hashes ten kilobytes for each of 20 million rows.
  slow: "SELECT count(*) AS slow FROM endless WHERE sha2(repeat(s, 1000), 256) LIKE 'zz%'",
  endless: 'SELECT n, s FROM endless',
  // The server's own list shortens long texts.
  isWorkingOn: async (text) => (await server.activeQueries()).includes(text.slice(0, 22)),
  failing: {
    text: 'SELECT 1 AS x,\n  colour FROM endless',
    message: /^SemanticException \[Error 10004\]: Line 2:2 Invalid table alias or column reference 'colour'/,
    at: 'colour',
  },
  failingMidway: { text: 'SELECT assert_true(n < 400000) FROM endless', message: /ASSERT_TRUE\(\): assertion failed/ },
  severalStatements: {
    text: 'SET ROLE ADMIN; CREATE TEMPORARY MACRO twice(x int) x * 2; SELECT twice(21) AS n; ',
    rows: [[42n]],
  },
  schema: {
    tables,
    // The server asks its metastore about each table: 1,000 take it a quarter of a minute.
    count: 1000,
    create: (names) => execute(names.map((name) => `CREATE TABLE ${name} (id int)`).join(';\n')),
  },
}

describeConformance(hive, cases)
describeConformance(hiveHttp, {
  ...cases,
  options: httpOptions,
  proxied: notApplicable('each call is a request of its own, on a connection of its own'),
  // The cases above have created the many tables.
  schema: { tables },
  refused: {
    ...cases.refused,
    host: () => ({ options: httpOptions({ port: closedPort }), message: /: connection refused$/ }),
    database: () => ({ options: httpOptions({ database: 'nowhere' }), message: /^Database nowhere does not exist$/ }),
  },
})

describe('texts that are escaped in Hive (PARAM-73)', () => {
  itMatchesWords({
    runner: hive,
    run: boundRuns({ runner: hive, options, tempDir: () => '/nowhere' }),
    conditions: plainConditions(BY_BYTES),
    numRuns: 30,
  })
})

describe('Hive, the server', () => {
  it('lists types and comments of columns (OPEN-390)', async () => {
    const schema = await hive.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.find(({ name }) => name === '`orders 1`')?.columns).toEqual([
      { name: 'id', type: 'bigint', comment: 'Number' },
      { name: 'total', type: 'decimal(10,2)' },
      { name: '`größe`', type: 'varchar(9)' },
    ])
    expect(schema?.find(({ name }) => name === 'other.lines')?.columns).toEqual([{ name: 'a', type: 'array<int>' }])
  })

  it('reports a syntax error at its place in the whole text (OPEN-392)', async () => {
    const text = "SELECT 1;\nSELECT 'ü' AS a FROM ) "
    const failure = await refusal(text)
    expect(failure.message).toBe("ParseException line 1:21 cannot recognize input near ')' '<EOF>' '<EOF>' in join source")
    expect(failure.position).toBe(text.indexOf(')') + 1)
  })

  it('reads times in the chosen zone (OPEN-390)', async () => {
    const context = { config: configOf(), signal: never, tempDir: '/nowhere', timeZone: 'Asia/Kolkata' }
    const text = "SELECT CAST('2024-03-30 23:30:00 UTC' AS timestamp with local time zone)"
    expect(await rowsOf(await hive.run(text, context))).toEqual([['2024-03-31 05:00:00.0 Asia/Kolkata']])
  })

  it('ends its session with each run, also when rows are left (OPEN-391)', async () => {
    await read('SELECT 1')
    for await (const _ of (await run('SELECT n, s FROM endless')).batches) break
    await refusal('SELECT nothing')
    expect(await server.activeQueries()).toBe('[]')
  })

  it('trusts certificates of a known authority only, for the name of the server (OPEN-393)', async () => {
    await expectCertificateChecks([
      { port: server.port, read: (at) => read('SELECT 1', { ...at, encryption: 'verified' }) },
      { port: server.httpPort, read: (at) => overHttp.read('SELECT 1', { ...at, http_scheme: 'https' }) },
    ])
  })

  it('trusts any certificate if encryption alone is required (OPEN-393)', async () => {
    const authority = await startAuthority('Unknown in the tests')
    const proxy = await startTlsProxy(server.port, await authority.issue('other.example'))
    onTestFinished(() => proxy.close())
    expect(await read('SELECT 1', { host: 'localhost', port: proxy.port, encryption: 'required' })).toEqual([[1n]])
  })

  it('says in one sentence that the other mode or encryption answers at the port (OPEN-393)', async () => {
    const message = async (outcome: Promise<unknown>) => (await failureOf(outcome)).message
    const secured = /^no secure connection to 127\.0\.0\.1:\d+: the server does not use TLS at this port$/
    const other = /is not HiveServer2\.$|: the connection was closed by the server$/
    expect(await message(read('SELECT 1', { encryption: 'required' }))).toMatch(/closed by the server$|does not use TLS/)
    expect(await message(read('SELECT 1', { port: server.httpPort, encryption: 'required' }))).toMatch(secured)
    expect(await message(overHttp.read('SELECT 1', { http_scheme: 'https' }))).toMatch(secured)
    expect(await message(read('SELECT 1', { port: server.httpPort }))).toMatch(other)
    expect(await message(overHttp.read('SELECT 1', { port: server.port }))).toMatch(other)
  })

  it('fetches fewer rows at a time where they are long (OPEN-390)', async () => {
    const counts: number[] = []
    const { batches } = await run("SELECT n, repeat('x', 100000) AS long FROM endless LIMIT 1200")
    for await (const { rowCount } of batches) counts.push(rowCount)
    expect(counts.slice(0, 3)).toEqual([1000, 41, 41])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1200)
  })

  it('is reached through an SSH tunnel, in both modes and for a cancel (OPEN-390)', async () => {
    const gate = await startPasswordSshServer('open sesame', { 'hive.inner': server.port, 'http.inner': server.httpPort })
    onTestFinished(() => gate.close())
    const ssh_tunnel = gate.tunnel
    expect(await read('SELECT 1', { host: 'hive.inner', ssh_tunnel })).toEqual([[1n]])
    expect(await overHttp.read('SELECT 1', { host: 'http.inner', ssh_tunnel })).toEqual([[1n]])
    const stop = new AbortController()
    const { batches } = await run('SELECT n, s FROM endless', { host: 'hive.inner', ssh_tunnel, signal: stop.signal })
    const before = gate.entries()
    const reading = (async () => {
      for await (const _ of batches) stop.abort()
    })()
    expect((await failureOf(reading)).message).toBe(CANCELLED)
    expect(gate.entries()).toBeGreaterThan(before)
    expect(await server.activeQueries()).toBe('[]')
  })

  itReadsManyRows(() => run(`SELECT n, s FROM endless LIMIT ${MILLION}`))
})

const denied = (name: string, operation: string, object: string) =>
  `Permission denied: Principal [name=${name}, type=USER] does not have following privileges for operation ${operation} [${object}]`
const table = (name: string) => `[SELECT] on Object [type=TABLE_OR_VIEW, name=${name}]`

describe.each([
  ['Hive', hive, options],
  ['Hive over HTTP', hiveHttp, httpOptions],
] as const)('a login of %s without rights (OPEN-820)', (_, runner, optionsOf) => {
  const remains = async () => JSON.parse(await server.activeQueries())

  it('reads what it may, learns what it may not, and sees only the tables that it may read (OPEN-835)', async () => {
    const selecting = (name: string) => denied('visitor', 'QUERY', table(name))
    await expectPlainRefusals(runner, {
      options: optionsOf({ username: 'visitor' }),
      schema: ['`orders 1`: id, total, `größe`', 'a_b: id', 'other.lines: a'],
      allowed: 'SELECT a FROM other.lines',
      refused: {
        'SELECT * FROM words': selecting('default.words'),
        'SELECT 1; SELECT word FROM words': selecting('default.words'),
        'SELECT a_b.id FROM a_b JOIN axb ON a_b.id = axb.id': selecting('default.axb'),
        'DESCRIBE words': denied('visitor', 'DESCTABLE', table('default.words')),
        'DROP DATABASE other': denied('visitor', 'DROPDATABASE', '[OBJECT OWNERSHIP] on Object [type=DATABASE, name=other]'),
        'SET ROLE ADMIN': "visitor doesn't belong to role admin",
        'SET hive.exec.pre.hooks=x': /^Cannot modify hive\.exec\.pre\.hooks at runtime\./,
      },
      remains,
    })
  })

  it('learns that it may read no table', async () => {
    await expectPlainRefusals(runner, {
      options: optionsOf({ username: 'stranger', database: 'other' }),
      schema: /^Permission denied: Principal \[name=stranger, type=USER\] .* for operation GET_COLUMNS \[.* name=[\w. ]+\]\]$/,
      // Its databases have no rights of their own: everybody may choose one.
      allowed: 'SELECT 1',
      refused: { 'SELECT * FROM lines': denied('stranger', 'QUERY', table('other.lines')) },
      remains,
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of Hive (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT 1'),
    runLong: () => run('SELECT n, s FROM endless'),
  })
})
