import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import { druidServer } from '../../testing/servers/druid.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { type StubServer, startStub } from '../../testing/stub-server.ts'
import { BY_BYTES, boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { StopUnconfirmed } from '../runner.ts'
import druid from './index.ts'

// A broker without tables: rows are written in the queries. Cancels that it carries out are tested with a stub.

let server: StartedServer
beforeAll(async () => {
  server = await druidServer.start()
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({ host: '127.0.0.1', port: server.port, ...changes })
const { configOf, run, read, refusal } = sqlSource(druid, options)
/** SQL for the rows of the numbers from 1 to `count`, in a column `n`. */
const numbers = (count: number) => `UNNEST(ARRAY[${Array.from({ length: count }, (_, at) => at + 1).join(', ')}])`
const unlisted = notApplicable('a broker does not list what it runs; see below')

describeConformance(druid, {
  options,
  proxied: unlisted,
  refused: {
    host: () => ({
      options: options({ port: 1 }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: notApplicable('this server has no passwords'),
    database: notApplicable('there is one'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: "SELECT n, s FROM (VALUES (1, 'x')) AS t (n, s) WHERE n > 1", names: ['n', 's'] },
  noResultSet: notApplicable('its SQL only reads'),
  values: {
    nulls: {
      text: 'SELECT NULL, MAX(n), AVG(n), MAX(n) FROM (VALUES (1)) AS t (n) WHERE n > 1',
      rows: [[null, null, null, null]],
    },
    integers: {
      text: 'SELECT n, m FROM (VALUES (-9223372036854775808, 1), (9223372036854775807, 2)) AS t (n, m) ORDER BY m',
      rows: [
        [-(2n ** 63n), 1n],
        [2n ** 63n - 1n, 2n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: notApplicable('decimals are doubles; see below'),
    floats: {
      text: "SELECT CAST('-1.5e-300' AS DOUBLE), 1e0 / 4, CAST(0.5 AS FLOAT)",
      rows: [[-1.5e-300, 0.25, 0.5]],
      storage: ['double', 'double', 'double'],
    },
    booleans: { text: 'SELECT true, 1 = 2', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: "SELECT 'naïve 🐘 漢字', 'two\nlines \\ ''quoted'''",
      rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'"]],
    },
    emptyTexts: { text: "SELECT '', NULL", rows: [['', null]] },
    dates: {
      text: "SELECT DATE '2024-02-29', DATE '0001-01-01'",
      rows: [['2024-02-29', '0001-01-01']],
      storage: ['date', 'date'],
    },
    wallClocks: notApplicable('all times are points in time'),
    instants: {
      text: "SELECT TIMESTAMP '2024-03-31 02:30:00', TIMESTAMP '2024-03-31 01:59:59.123', TIMESTAMP '1969-12-31 23:59:59.5'",
      rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123', '1969-12-31T23:59:59.500']],
      storage: ['instant', 'instant', 'instant'],
    },
    binary: notApplicable('there are no bytes'),
    nested: {
      text: `SELECT ARRAY[1, 9223372036854775807], ARRAY['a', NULL], ARRAY[1.5],
        JSON_OBJECT('a' VALUE 1), PARSE_JSON('{"a": [1, {"b": 9007199254740993}]}')`,
      rows: [['[1,9223372036854775807]', '["a",null]', '[1.5]', '{"a":1}', '{"a":[1,{"b":9007199254740993}]}']],
      storage: ['json', 'json', 'json', 'json', 'json'],
    },
    strange: notApplicable('sketches need tables'),
  },
  many: { text: `SELECT n FROM ${numbers(5000)} AS t (n)`, count: 5000 },
  slow: unlisted,
  endless: unlisted,
  isWorkingOn: unlisted,
  failing: {
    text: 'SELECT 1 AS x,\n  colour FROM sys.servers',
    message: /^Column 'colour' not found in any table/,
    at: 'colour',
  },
  failingMidway: notApplicable('rows that are written in a query are computed before the first one is sent'),
  severalStatements: notApplicable('Druid runs one statement at a time, and a text with more is refused'),
  writing: notApplicable('its SQL only reads'),
  schema: { tables: {} },
  stoppable: false,
})

describe('texts that are bound in Druid (PARAM-73)', () => {
  // A stub in front of the server sees what is sent.
  let front: StubServer
  beforeAll(async () => {
    front = await startStub(async ({ method, path, headers, bytes }) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        ...{ method, headers: { 'content-type': headers['content-type'] ?? '' } },
        ...(method === 'POST' ? { body: new Uint8Array(bytes) } : {}),
      })
      return { status: answer.status, body: await answer.text() }
    })
  })
  afterAll(() => front?.close())
  const boundRun = boundRuns({ runner: druid, options: () => options({ port: front.port }), tempDir: () => '/nowhere' })
  /** The rows stand in the query, so that they are bound as well. */
  const withRows = (text: string) => text.replace('from words w', () => `from (values ${wordRows()}) as w (id, word)`)

  itMatchesWords({
    runner: druid,
    conditions: plainConditions(BY_BYTES),
    numRuns: 50,
    async run(text, bindsTexts) {
      front.calls.length = 0
      const outcome = await boundRun(withRows(text), bindsTexts)
      expect(
        front.calls.map(({ body }) => 'parameters' in JSON.parse(body)),
        text,
      ).toEqual([bindsTexts])
      return outcome
    },
  })
})

describe('Druid, the server', () => {
  it('returns decimals as the doubles that they are (OPEN-348)', async () => {
    expect(await read("SELECT CAST('1.5' AS DECIMAL), 2.00")).toEqual([[1.5, 2]])
  })

  it('reports a syntax error and a table that does not exist at their places (OPEN-805)', async () => {
    const text = "SELECT 'ü' AS a,\n  1 FROM) "
    const failure = await refusal(text)
    expect(failure.message).toBe("Incorrect syntax near the keyword 'FROM' at line 2, column 5.")
    expect(failure.position).toBe(text.indexOf('FROM') + 1)
    const missing = await refusal('SELECT *\nFROM nowhere')
    expect([missing.message, missing.position]).toEqual([expect.stringMatching(/^Object 'nowhere' not found/), 15])
  })

  it('refuses texts with several statements', async () => {
    expect((await refusal('SELECT 1; SELECT 2')).message).toBe('Druid runs one statement at a time.')
  })

  it('lists the tables that a broker has by itself', async () => {
    const schema = await druid.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.find(({ name }) => name === 'sys.servers')?.columns).toContainEqual({ name: 'host', type: 'VARCHAR' })
  })

  const side = Math.sqrt(MILLION)
  itReadsManyRows(() => run(`SELECT a.n, b.n AS m FROM ${numbers(side)} AS a (n) CROSS JOIN ${numbers(side)} AS b (n)`))
})

describe('Druid behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[1n]],
      read: ({ host, port }) => read('SELECT 1', { scheme: 'https', host, port }),
    })
  })
})

// Last, because the server works on until it is ended.
describe('a cancel of Druid', () => {
  it('is reported as not confirmed where the server accepts it and goes on (OPEN-833)', async () => {
    const stop = new AbortController()
    const thousand = numbers(1000)
    const outcome = failureOf(
      run(
        `SELECT COUNT(*) FROM ${thousand} AS a (n) CROSS JOIN ${thousand} AS b (n) CROSS JOIN ${thousand} AS c (n) WHERE a.n + b.n + c.n < 0`,
        { signal: stop.signal },
      ),
    )
    // Once this later query is answered, the server knows the one before.
    expect(await read('SELECT 1')).toEqual([[1n]])
    stop.abort()
    expect(await outcome).toBeInstanceOf(StopUnconfirmed)
  })
})
