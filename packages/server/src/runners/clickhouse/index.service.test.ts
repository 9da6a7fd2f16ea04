import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickhouseForTests, startClickhouse } from '../../testing/clickhouse-server.ts'
import { withTextAsValue } from '../../testing/hostile-values.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import clickhouse from './index.ts'
import { quoted } from './server.ts'
import { expectSameRows, PLAIN_QUERIES } from './testing/column-cases.ts'

let server: ClickhouseForTests
beforeAll(async () => {
  server = await startClickhouse()
  await sql('CREATE DATABASE shop')
  await sql('CREATE TABLE words (id UInt32, word String) ENGINE = Memory')
  await sql(`INSERT INTO words VALUES ${wordRows(quoted)}`)
  await sql('CREATE TABLE shop.orders (id UInt32, placed DateTime) ENGINE = Memory')
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  url: server.url,
  user: server.user,
  password: server.password,
  dbname: 'default',
  ...changes,
})
const run = (text: string, changes: Record<string, unknown> = {}) =>
  clickhouse.run(text, { config: clickhouse.config.parse(options(changes)), signal: never, tempDir: '/nowhere' })
const sql = (statement: string) =>
  run(statement)
    .then(rowsOf)
    .catch(() => {})

const SLOW = 'SELECT sum(sipHash64(number, 1)) AS slow FROM system.numbers'
const ENDLESS = 'SELECT number, toString(number) AS endless FROM system.numbers'

async function isWorkingOn(text: string): Promise<boolean> {
  const marker = text.includes('endless') ? 'endless' : 'slow'
  const like = `%AS ${marker}%`
  const rows = await rowsOf(
    await run(`SELECT count() FROM system.processes WHERE query LIKE '${like}' AND query NOT LIKE '%system.processes%'`),
  )
  return rows[0]?.[0] !== '0'
}

describeConformance(clickhouse, {
  options,
  proxied: { port: () => server.port, options: (port) => options({ url: `http://127.0.0.1:${port}` }) },
  refused: {
    host: () => ({
      options: options({ url: 'http://127.0.0.1:1' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'a wrong password' }), message: /^Wrong password for user analyst$/ }),
    database: () => ({ options: options({ dbname: 'nowhere' }), message: /^Database nowhere doesn't exist$/ }),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS n, 2 AS m, n', names: ['n', 'm', 'n1'] },
  noRows: { text: 'SELECT number AS n FROM system.numbers WHERE 0 LIMIT 0', names: ['n'] },
  noResultSet: { text: 'DROP TABLE IF EXISTS nothing', message: 'Query completed but it returned no data.' },
  values: {
    nulls: {
      text: 'SELECT CAST(NULL AS Nullable(Int8)) AS a, NULL AS b, CAST(NULL AS Nullable(String)) AS c',
      rows: [[null, null, null]],
    },
    integers: {
      text: `SELECT toInt8(-128), toUInt8(255), toInt16(-32768), toUInt16(65535), toInt32(-2147483648), toUInt32(4294967295),
        toInt64('-9223372036854775808'), toUInt64('18446744073709551615')`,
      rows: [[-128n, 255n, -32768n, 65535n, -2147483648n, 4294967295n, -9223372036854775808n, '18446744073709551615']],
      storage: ['int64', 'int64', 'int64', 'int64', 'int64', 'int64', 'int64', 'decimal'],
    },
    decimals: {
      text: `SELECT toDecimal32('1234567.89', 2), toDecimal64('-0.000000001', 9), toDecimal128('12345678901234567890123456789.0123456', 7)`,
      rows: [['1234567.89', '-0.000000001', '12345678901234567890123456789.0123456']],
      storage: ['decimal', 'decimal', 'decimal'],
    },
    floats: {
      text: 'SELECT toFloat64(0.1), toFloat64(-1.5e-300), toFloat32(0.5), 0/0, 1/0, -1/0',
      rows: [[0.1, -1.5e-300, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
      storage: ['double', 'double', 'double', 'double', 'double', 'double'],
    },
    booleans: notApplicable('this version has none: it answers comparisons with UInt8'),
    texts: {
      text: String.raw`SELECT 'Grüße, 世界 🎉' AS a, 'tab\tline\nback\\slash \'quoted\'' AS b, toFixedString('ab', 4) AS c`,
      rows: [['Grüße, 世界 🎉', "tab\tline\nback\\slash 'quoted'", 'ab']],
    },
    emptyTexts: { text: "SELECT '' AS a UNION ALL SELECT ''", rows: [[''], ['']] },
    dates: { text: "SELECT toDate('2024-02-29') AS d", rows: [['2024-02-29']], storage: ['date'] },
    wallClocks: {
      text: "SELECT toDateTime('2024-02-29 23:59:59') AS a, toDateTime('2024-02-29 12:00:00', 'Asia/Tokyo') AS b",
      rows: [['2024-02-29T23:59:59.000', '2024-02-29T12:00:00.000']],
      storage: ['timestamp', 'timestamp'],
    },
    instants: notApplicable('its times are written as the clock of the server or of the column shows them'),
    binary: { text: "SELECT hex(unhex('00ff')) AS h", rows: [['00FF']] },
    nested: {
      text: `SELECT [1, 2] AS a, ['it\\'s', ''] AS b, (1, 'x', NULL) AS c, [[toUInt64('18446744073709551615')], []] AS d, [toDate('2024-01-01')] AS e`,
      rows: [['[1,2]', '["it\'s",""]', '[1,"x",null]', '[[18446744073709551615],[]]', '["2024-01-01"]']],
      storage: ['json', 'json', 'json', 'json', 'json'],
    },
    strange: {
      text: `SELECT toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') AS u, CAST('b' AS Enum8('a' = 1, 'b' = 2)) AS e, toDate(0) AS none,
        CAST('x' AS Nullable(FixedString(1))) AS f`,
      rows: [['61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'b', null, 'x']],
    },
  },
  many: { text: 'SELECT number + 1 AS n FROM (SELECT number FROM system.numbers LIMIT 5000)', count: 5000 },
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn,
  failing: {
    text: 'SELECT 1 AS x,\n  nothing FROM system.one',
    message: /^Missing columns: 'nothing'|Unknown identifier: nothing/,
  },
  failingMidway: {
    text: 'SELECT throwIf(number = 1000000) FROM system.numbers',
    message: /Value passed to 'throwIf' function is non zero/,
  },
  severalStatements: { text: 'CREATE TEMPORARY TABLE t AS SELECT 7 AS seven; SELECT seven FROM t; ', rows: [[7n]] },
  writing: notApplicable('what a user may do is granted in ClickHouse; a source for reading has a user that may only read'),
  schema: {
    tables: { 'shop.orders': ['id', 'placed'], words: ['id', 'word'] },
    create: async (names) => {
      const create = async (name: string) => sql(`CREATE TABLE ${name} (id UInt8) ENGINE = Memory`)
      for (let start = 0; start < names.length; start += 50) await Promise.all(names.slice(start, start + 50).map(create))
    },
  },
  stoppable: true,
})

describe('ClickHouse', () => {
  it('reports the position of a syntax error in the whole text', async () => {
    const text = "/* comment */ SELECT 1;\nSELECT 'ü' AS a) "
    const failure = await failureOf(run(text))
    expect(failure.message).toMatch(/^Syntax error: failed at position/)
    expect(failure.position).toBe(text.lastIndexOf(')') + 1)
  })

  it('adds the row of totals to the others', async () => {
    const result = await run(
      'SELECT number % 2 AS parity, count() AS n FROM (SELECT number FROM system.numbers LIMIT 5) GROUP BY parity WITH TOTALS ORDER BY parity',
    )
    expect(await rowsOf(result)).toEqual([
      [0n, '3'],
      [1n, '2'],
      [0n, '5'],
    ])
  })

  it('works for read-only users', async () => {
    const states = 'SELECT number, sumState(number) AS v FROM (SELECT number FROM system.numbers LIMIT 9) GROUP BY number'
    expect(await rowsOf(await run(states, { user: 'reader' }))).toHaveLength(9)
    expect(await rowsOf(await run('SELECT 1 AS n', { user: 'reader' }))).toEqual([[1n]])
    expect((await failureOf(run('DROP TABLE shop.orders', { user: 'reader' }))).message).toBe(
      'Cannot drop table in readonly mode',
    )
  })

  itReadsManyRows(() => run(`SELECT number AS n, toString(number) AS s, [number] AS l FROM system.numbers LIMIT ${MILLION}`))

  it('names the dates that are left empty', async () => {
    const result = await run("SELECT toDate(0) AS d, toDateTime('1970-01-01 00:00:00') AS t")
    await rowsOf(result)
    expect(result.log?.()).toContain('Dates of "d" that are no days (0000-00-00) are left empty.')
  })
})

describe('rows that are read by columns (OPEN-480)', () => {
  it.each(PLAIN_QUERIES)('have the values that an old server writes as text: %s', (text) => expectSameRows(run, text))
})

describe('texts of ClickHouse', () => {
  describe('in quotes, on a server without parameters (PARAM-73)', () => {
    itMatchesWords({
      runner: clickhouse,
      run: boundRuns({ runner: clickhouse, options, tempDir: () => '/nowhere' }),
      conditions: plainConditions({
        concat: (...texts) => `concat(${texts.join(', ')})`,
        fold: (text) => text,
        equal: (one, other) => one === other,
      }),
      // This version turns the pattern into a regular expression, which allows a backslash only before certain letters.
      patternError: /^OptimizedRegularExpression: cannot compile re2: /,
      numRuns: 50,
    })
  })

  it('are sent in quotes to older versions, which refuse a request with parameters (OPEN-212, PARAM-73)', async () => {
    const query = new URLSearchParams({
      query: 'SELECT {p0:String}',
      param_p0: 'a',
      user: server.user,
      password: server.password,
    })
    const answer = await fetch(`${server.url}/?${query}`)
    expect(await answer.text()).toContain('Unknown setting param_p0')
    const filled = withTextAsValue('clickhouse', "SELECT 1 WHERE {{ x }} = 'it\\'s'", "it's")
    const config = clickhouse.config.parse(options())
    const result = await clickhouse.run(filled, { config, signal: never, tempDir: '/nowhere', bindsTexts: true })
    expect(await rowsOf(result)).toEqual([[1n]])
  })
})

describe('a login of ClickHouse without rights (OPEN-820)', () => {
  const remains = () => run("SELECT query FROM system.processes WHERE user = 'visitor'").then(rowsOf)
  const denied = 'Access denied to database default for user visitor'

  it('reads what it may, learns what it may not, and sees only the tables that it may read', async () => {
    await expectPlainRefusals(clickhouse, {
      options: options({ user: 'visitor', dbname: 'shop' }),
      schema: ['orders: id, placed'],
      allowed: 'SELECT * FROM orders',
      refused: {
        'SELECT * FROM default.words': denied,
        'SELECT 1; SELECT * FROM default.words': denied,
        'DROP TABLE orders': 'Cannot drop table in readonly mode',
      },
      remains,
    })
  })

  it('learns which database it may not use', async () => {
    await expectPlainRefusals(clickhouse, {
      options: options({ user: 'visitor' }),
      ...{ schema: denied, test: denied, refused: { 'SELECT 1': denied }, remains },
    })
  })
})
