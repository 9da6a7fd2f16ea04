import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { FURTHER_CATALOGS, prestoServer } from '../../testing/servers/presto.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { BY_BYTES, boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { ENDLESS, sharedCases } from '../conformance/trino-cases.ts'
import { describeConformance } from '../conformance.ts'
import presto from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await prestoServer.start()
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.port, username: 'ada', catalog: 'tpch', schema: 'tiny' },
  ...changes,
})
const { configOf, run, read, refusal } = sqlSource(presto, options)
const shared = sharedCases(options, { userHeader: 'x-presto-user', server: () => server })

describeConformance(presto, {
  ...shared,
  noResultSet: notApplicable('statements without rows answer with one that says so; see below'),
  values: {
    ...shared.values,
    wallClocks: {
      text: `SELECT TIMESTAMP '2024-03-31 02:30:00', TIMESTAMP '2024-03-31 01:59:59.123', TIMESTAMP '1900-01-01 00:00:00.5',
        TIMESTAMP '0001-01-01 00:00:00'`,
      rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123', '1900-01-01T00:00:00.500', '0001-01-01T00:00:00.000']],
      storage: ['timestamp', 'timestamp', 'timestamp', 'timestamp'],
    },
    instants: {
      text: `SELECT TIMESTAMP '2024-03-31 01:59:59.500 Europe/Oslo', TIMESTAMP '2024-03-31 01:59:59.500 +05:30'`,
      rows: [['2024-03-31 01:59:59.500 Europe/Oslo', '2024-03-31 01:59:59.500 +05:30']],
      storage: ['text', 'text'],
    },
    strange: {
      text: `SELECT UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59', INTERVAL '1' SECOND, INTERVAL '14' MONTH, IPADDRESS '10.0.0.1',
        TIME '10:20:30.5', TIME '10:20:30 +02:00'`,
      rows: [
        [
          ...['12151fd2-7586-11e9-8f9e-2a86e4085a59', '0 00:00:01.000', '1-2', '10.0.0.1'],
          ...['10:20:30.500', '10:20:30.000 +02:00'],
        ],
      ],
    },
  },
  failingMidway: {
    text: 'SELECT 1 / (n - 4000000) FROM (SELECT orderkey AS n FROM tpch.sf1.orders)',
    message: /^\/ by zero/,
  },
  severalStatements: { text: "SET SESSION query_max_run_time = '5m'; SELECT 7 AS seven; ", rows: [[7n]] },
  schema: { tables: { 'tiny.region': ['regionkey', 'name', 'comment'] } },
})

describe('texts that are escaped in Presto (PARAM-73)', () => {
  const runs = boundRuns({ runner: presto, options, tempDir: () => '/nowhere' })
  itMatchesWords({
    runner: presto,
    // The catalog takes no tables.
    run: (text, bindsTexts) =>
      runs(
        text.replace('from words w', () => `from (values ${wordRows()}) as w (id, word)`),
        bindsTexts,
      ),
    conditions: plainConditions(BY_BYTES),
    numRuns: 50,
  })
})

describe('Presto, the server', () => {
  it('keeps what a statement sets for the ones after it', async () => {
    expect(await read('PREPARE two FROM SELECT 2 AS n; EXECUTE two')).toEqual([[2n]])
    expect(await read('USE tpch.sf1; SELECT count(*) FROM region')).toEqual([[5n]])
  })

  it('answers a statement without rows with true', async () => {
    expect(await read('DROP TABLE IF EXISTS nothing')).toEqual([[true]])
  })

  it('reports a syntax error at its place in the whole text', async () => {
    const text = "SELECT 1;\nSELECT 'ü' AS a FROM) "
    const failure = await refusal(text)
    expect(failure.message).toMatch(/^line 1:\d+: mismatched input '\)'/)
    expect(failure.position).toBe(text.indexOf(')') + 1)
  })

  it('returns values within lists as JSON has them, exactly (OPEN-346)', async () => {
    const text = `SELECT ARRAY[ROW(9007199254740993, 0.1e0, '[1, 2]')], MAP(ARRAY[1, 2], ARRAY[ARRAY[X'00ff'], NULL]),
      ARRAY[nan(), infinity()], ARRAY[TIMESTAMP '2024-03-31 02:30:00'], ARRAY['two\nlines']`
    expect(await read(text)).toEqual([
      [
        '[[9007199254740993,0.1,"[1, 2]"]]',
        '{"1":["AP8="],"2":null}',
        '["NaN","Infinity"]',
        '["2024-03-31 02:30:00.000"]',
        '["two\\nlines"]',
      ],
    ])
  })

  it('says that the catalog or the schema does not exist when the connection is tested', async () => {
    const test = (changes: Record<string, unknown>) =>
      failureOf(Promise.resolve(presto.testConnection?.({ config: configOf(changes), signal: never })))
    expect((await test({ catalog: 'nowhere' })).message).toMatch(/Catalog 'nowhere'|Catalog nowhere/)
    expect((await test({ schema: 'nowhere' })).message).toBe('There is no schema "nowhere" in the catalog "tpch".')
  })

  it('lists 10,000 tables of all catalogs completely if the source names none (OPEN-810)', async () => {
    const schema = await presto.getSchema?.({ config: configOf({ catalog: '', schema: '' }), signal: never })
    const names = schema?.map(({ name }) => name) ?? []
    expect(names).toEqual(expect.arrayContaining(['tpch.tiny.region', 'tpch.sf100.lineitem']))
    const tablesIn = (catalog: string) =>
      names.filter((name) => name.startsWith(`${catalog}.`)).map((name) => name.slice(catalog.length))
    for (const catalog of FURTHER_CATALOGS) expect(tablesIn(catalog)).toEqual(tablesIn('tpch'))
    expect(names.length).toBeGreaterThan(10_000)
  }, 300_000)

  itReadsManyRows(() => run(`SELECT orderkey, comment FROM tpch.sf1.orders LIMIT ${MILLION}`))
})

describe('Presto behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[1n]],
      read: ({ host, port }) => read('SELECT 1', { protocol: 'https', host, port }),
    })
  })
})

describe('a login of Presto without rights (OPEN-820)', () => {
  it('learns which catalog it may not use, and sees no tables of it', async () => {
    const remains = () => read("SELECT query FROM system.runtime.queries WHERE \"user\" = 'visitor' AND state = 'RUNNING'")
    const message = 'Access Denied: Cannot access catalog tpch'
    await expectPlainRefusals(presto, {
      options: options({ username: 'visitor' }),
      ...{ schema: message, test: message, refused: { 'SELECT * FROM region': message }, remains },
    })
    await expectPlainRefusals(presto, {
      options: options({ username: 'visitor', catalog: '', schema: '' }),
      ...{ schema: [], allowed: 'SELECT 1', refused: { 'SELECT * FROM tpch.tiny.region': message }, remains },
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of Presto (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT name FROM tpch.tiny.region'),
    runLong: () => run(ENDLESS),
  })
})
