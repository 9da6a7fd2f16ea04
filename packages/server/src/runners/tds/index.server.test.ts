import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { BRIDGE_LOGIN, pysqlbridgeServer } from '../../testing/servers/pysqlbridge.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { CERTIFICATE_REFUSED } from '../../testing/tls-proxy.ts'
import { boundRuns, filledWith, WORDS } from '../conformance/bound-words.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import mssql from '../mssql/index.ts'
import mssqlOdbc from '../mssql-odbc/index.ts'

const NUMBERS = 5000

let server: StartedServer
beforeAll(async () => {
  server = await pysqlbridgeServer.start({
    orders: [
      { id: 1, buyer: 'naïve 🐘 漢字', total: 1.5, note: '' },
      { id: 2, buyer: 'two\nlines', total: -1.5e-300, note: null },
    ],
    numbers: Array.from({ length: NUMBERS }, (_, index) => ({ n: index + 1 })),
    words: WORDS.map((word, id) => ({ id, word })),
  })
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ server: '127.0.0.1', port: server.port, ...BRIDGE_LOGIN, db: 'shop', verify_ssl: false },
  ...changes,
})
const { run, read, refusal } = sqlSource(mssql, options)

/** A million rows, which is the most that the server joins. It computes them all before it sends the first one. */
const PAIRS = 'SELECT a.n, b.n AS m FROM (SELECT TOP 1000 n FROM numbers) a CROSS JOIN (SELECT TOP 1000 n FROM numbers) b'
const afterwards = notApplicable('this server reads a cancel only when it has computed the rows')

const setup: ConformanceSetup = {
  options,
  proxied: { port: () => server.port, options: (port) => options({ port }) },
  refused: {
    host: () => ({ options: options({ port: 1 }), message: /^could not connect to server at .*: connection refused$/ }),
    password: () => ({ options: options({ password: 'wrong password' }), message: /^Login failed for user 'ada'\.$/ }),
    database: notApplicable('there is one database, whatever name is given'),
  },
  columns: { text: "SELECT 1 AS b, N'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: 'SELECT id, buyer FROM orders WHERE 1 = 0', names: ['id', 'buyer'] },
  noResultSet: { text: 'CREATE TABLE #nothing (id int)', message: 'No data was returned.' },
  values: {
    nulls: {
      text: 'SELECT CAST(NULL AS int), NULL, CAST(NULL AS nvarchar(10)), CAST(NULL AS datetime), CAST(NULL AS float), CAST(NULL AS bit)',
      rows: [[null, null, null, null, null, null]],
    },
    integers: {
      text: 'SELECT CAST(-9223372036854775808 AS bigint), CAST(9223372036854775807 AS bigint), CAST(255 AS tinyint), CAST(-32768 AS smallint), 5',
      rows: [[-(2n ** 63n), 2n ** 63n - 1n, 255n, -32768n, 5n]],
      storage: ['int64', 'int64', 'int64', 'int64', 'int64'],
    },
    decimals: notApplicable('this server sends decimals as doubles'),
    floats: {
      text: 'SELECT total, CAST(0.1 AS float) FROM orders ORDER BY id',
      rows: [
        [1.5, 0.1],
        [-1.5e-300, 0.1],
      ],
    },
    booleans: { text: 'SELECT CAST(1 AS bit), CAST(0 AS bit)', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: { text: 'SELECT buyer FROM orders ORDER BY id', rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: 'SELECT note FROM orders ORDER BY id', rows: [[''], [null]] },
    dates: notApplicable('this server sends days as datetime'),
    wallClocks: {
      text: "SELECT CAST('2024-03-31T01:59:59.123' AS datetime), CAST('1969-12-31T23:59:59' AS datetime)",
      rows: [['2024-03-31T01:59:59.123', '1969-12-31T23:59:59.000']],
      storage: ['timestamp', 'timestamp'],
    },
    instants: notApplicable('this server has no datetimeoffset'),
    binary: notApplicable('this server has no varbinary in queries'),
    nested: notApplicable('documents are strings'),
    strange: notApplicable('this server has no types of that kind in queries'),
  },
  many: { text: 'SELECT n FROM numbers ORDER BY n', count: NUMBERS },
  slow: afterwards,
  endless: PAIRS,
  isWorkingOn: afterwards,
  failing: {
    text: 'SELECT colour FROM orders',
    message: /^invalid column name 'colour' in table 'orders'\nLINE 1: SELECT colour FROM orders$/,
    at: 'SELECT',
  },
  failingMidway: { text: 'SELECT 10 / (n - 4000) AS x FROM numbers', message: /^Divide by zero error encountered\./ },
  severalStatements: { text: 'DECLARE @x int = 7; SELECT @x AS x', rows: [[7n]] },
  writing: { text: 'UPDATE orders SET id = 3', message: /^UPDATE is not supported/ },
  schema: { tables: { orders: ['id', 'buyer', 'total', 'note'], numbers: ['n'] } },
  stoppable: false,
}

describeConformance(mssql, setup)
describeConformance(mssqlOdbc, setup)

describe('SQL Server, as pySQLbridge has it', () => {
  it('shows the first of several results, and says that there are more', async () => {
    const result = await run('SELECT 1 AS a; SELECT 2 AS b')
    expect(result.columns.map(({ name }) => name)).toEqual(['a'])
    for await (const _ of result.batches);
    expect(result.log?.()).toEqual(['The text has 2 results, of which the first is shown.'])
  })

  it('numbers columns without a name', async () => {
    expect((await run('SELECT 1, 2')).columns.map(({ name }) => name)).toEqual(['', '1'])
  })

  it('reports an error that the text raises itself, at its line', async () => {
    const text = "SELECT 1 AS n;\nTHROW 50001, 'not today', 1"
    expect((await refusal(text)).message).toMatch(/^not today/)
    expect(await read('SELECT 1 AS n')).toEqual([[1n]])
  })

  it('uses the same session for all statements of a text, and a new one for the next text', async () => {
    expect(await read('SELECT n INTO #some FROM numbers WHERE n < 3; SELECT count(*) AS n FROM #some')).toEqual([[2n]])
    expect((await refusal('SELECT n FROM #some')).message).toMatch(/#some/)
  })

  itReadsManyRows(() => run(PAIRS), MILLION)
})

describe('texts that are bound in SQL Server, as pySQLbridge takes them (PARAM-73)', () => {
  const runEither = boundRuns({ runner: mssql, options, tempDir: () => '/nowhere' })
  const filled = filledWith(mssql)

  it('match the words that they are equal to, bound and in quotes', async () => {
    for (const [id, word] of WORDS.entries()) {
      // It has no literal: a backslash continues the line.
      if (word.includes('\\\n')) continue
      const text = filled("SELECT id FROM words WHERE word = {{ x }} AND '{{ y }}' = 'it''s' ORDER BY id", word, "it's")
      const bound = await runEither(text, true)
      expect(bound, text).toEqual(await runEither(text, false))
      expect('rows' in bound ? bound.rows.map(([found]) => Number(found)) : bound, text).toContain(id)
    }
  })
})

describe('the encryption of SQL Server, as pySQLbridge negotiates it (OPEN-638)', () => {
  const source = sqlSource(mssqlOdbc, () => options({ server: 'localhost' }))

  it('covers the whole connection, and refuses a certificate of an unknown authority if it is to be verified', async () => {
    expect(await source.read('SELECT 1 AS n', { use_ssl: true })).toEqual([[1n]])
    for (const use_ssl of [true, false]) {
      const outcome = await source.read('SELECT 1 AS n', { use_ssl, verify_ssl: true }).catch(({ message }) => message)
      expect(outcome).toMatch(CERTIFICATE_REFUSED.unknown)
    }
  })
})
