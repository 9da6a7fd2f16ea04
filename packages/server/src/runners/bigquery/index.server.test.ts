import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNREACHABLE } from '../../testing/canned-source.ts'
import { googleService, keyFile, machineService } from '../../testing/google-stub.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { crucibleServer } from '../../testing/servers/crucible.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { type StubAnswer, type StubCall, type StubServer, startStub } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { BY_BYTES, boundRuns, itMatchesWords, wordConditions, wordRows } from '../conformance/bound-words.ts'
import { COUNTED, insertedValues } from '../conformance/explored-rows.ts'
import { describeExploredTable } from '../conformance/explored-table.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { METADATA_ADDRESS } from '../google/identity.ts'
import { NO_DATA } from '../runner.ts'
import { bigqueryGce } from './gce.ts'
import bigquery from './index.ts'

/** BigQuery allows no quotes in names. */
const REGION = 'the region'

let server: StartedServer
let front: StubServer
beforeAll(async () => {
  server = await crucibleServer.start()
  front = await startStub(googleService(forward))
  await execute('CREATE SCHEMA shop')
  await execute('CREATE TABLE shop.orders (id INT64, total NUMERIC)')
  await execute("INSERT INTO shop.orders VALUES (1, NUMERIC '1.50'), (2, NULL)")
  await execute('CREATE TABLE shop.words (id INT64, word STRING)')
  await execute(`INSERT INTO shop.words VALUES ${wordRows(JSON.stringify)}`)
})
afterAll(async () => {
  await front?.close()
  await server?.stop()
})

/** Answers dry runs, which Crucible does not have, and leaves all other calls to it. */
async function forward({ method, path, query, headers, bytes, body }: StubCall): Promise<StubAnswer> {
  if (body.includes('"dryRun":true')) return json({ statistics: { totalBytesProcessed: '0' } })
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}?${query}`, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': headers['content-type'] ?? '' }, body: new Uint8Array(bytes) }),
  })
  return { ...json(await answer.text(), answer.status) }
}

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ projectId: 'acme', jsonKeyFile: keyFile(front.url), endpoint: front.url, loadSchema: true },
  ...changes,
})
const { configOf, run, refusal } = sqlSource(bigquery, options)

/** Runs a statement that returns no rows. */
const execute = async (statement: string): Promise<void> => {
  expect((await refusal(statement)).message).toBe(NO_DATA)
}
const atOnce = notApplicable('this server answers when a job has ended')

describeConformance(bigquery, {
  options,
  proxied: notApplicable('each page is a request of its own'),
  refused: {
    host: () => ({ options: options({ endpoint: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: notApplicable('this server has no identities'),
    database: notApplicable('a data set that is not there is an error of the text; see below'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: "SELECT 1 AS n, 'x' AS a FROM shop.orders WHERE false", names: ['n', 'a'] },
  noResultSet: { text: 'CREATE OR REPLACE TABLE shop.nothing (id INT64)', message: NO_DATA },
  values: {
    nulls: {
      text: 'SELECT NULL, CAST(NULL AS STRING), CAST(NULL AS DATE), CAST(NULL AS TIMESTAMP), CAST(NULL AS NUMERIC)',
      rows: [[null, null, null, null, null]],
    },
    integers: {
      text: 'SELECT -9223372036854775808 AS n UNION ALL SELECT 9223372036854775807 ORDER BY 1',
      rows: [[-(2n ** 63n)], [2n ** 63n - 1n]],
      storage: ['int64'],
    },
    decimals: {
      text: "SELECT NUMERIC '-1234567890123456789.123456789', NUMERIC '0.5'",
      rows: [['-1234567890123456789.123456789', '0.500000000']],
      storage: ['decimal', 'decimal'],
    },
    floats: {
      text: "SELECT -1.5e-300, 0.1, CAST('NaN' AS FLOAT64), CAST('+inf' AS FLOAT64), CAST('-inf' AS FLOAT64)",
      rows: [[-1.5e-300, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: "SELECT 'naïve 🐘 漢字', 'two\\nlines \\\\ \\'quoted\\''",
      rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'"]],
    },
    emptyTexts: { text: "SELECT '', CAST(NULL AS STRING)", rows: [['', null]] },
    dates: {
      text: "SELECT DATE '2024-02-29', DATE '0001-01-01', DATE '9999-12-31'",
      rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
      storage: ['date', 'date', 'date'],
    },
    wallClocks: {
      text: "SELECT DATETIME '2024-03-31 01:59:59.123456', DATETIME '1900-01-01 00:00:00.5'",
      rows: [['2024-03-31T01:59:59.123456', '1900-01-01T00:00:00.500']],
      storage: ['timestamp', 'timestamp'],
    },
    instants: {
      text: "SELECT TIMESTAMP '2024-03-31 01:59:59.5+02:00', TIMESTAMP '1969-12-31 23:59:59.999999+00', TIMESTAMP '0001-01-01 00:00:00+00'",
      rows: [['2024-03-30T23:59:59.500', '1969-12-31T23:59:59.999999', '0001-01-01T00:00:00.000']],
      storage: ['instant', 'instant', 'instant'],
    },
    binary: { text: "SELECT b'\\x00\\xff\\xde', b''", rows: [['00ffde', '']] },
    nested: {
      text: `SELECT [1, 2], STRUCT(9007199254740993 AS a, [STRUCT(NUMERIC '1.5' AS x, b'\\x00\\xff' AS raw)] AS m), JSON '{"k": 1}', ARRAY<STRING>[],
        [TIMESTAMP '2024-03-31 01:59:59.5+02:00']`,
      rows: [
        ['[1,2]', '{"a":9007199254740993,"m":[{"x":1.5,"raw":"00ff"}]}', '{"k":1}', '[]', '["2024-03-30T23:59:59.500000Z"]'],
      ],
      storage: ['json', 'json', 'json', 'json', 'json'],
    },
    strange: { text: "SELECT TIME '12:30:00', TIME '12:30:00.5'", rows: [['12:30:00', '12:30:00.500000']] },
  },
  many: { text: 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 5000)) AS n ORDER BY n', count: 5000 },
  slow: atOnce,
  endless: atOnce,
  isWorkingOn: atOnce,
  failing: { text: 'SELECT 1 AS x,\n  colour FROM shop.orders', message: /^Unrecognized name: colour/ },
  failingMidway: { text: 'SELECT 1 / (n - 4000) FROM UNNEST(GENERATE_ARRAY(1, 5000)) AS n', message: /^division by zero/ },
  severalStatements: { text: 'SELECT 1; SELECT 7 AS seven; ', rows: [[7n]] },
  writing: notApplicable('what a user may do is granted in BigQuery'),
  schema: { tables: { 'shop.orders': ['id', 'total'] } },
  stoppable: false,
})

describeExploredTable({
  runner: bigquery,
  options,
  table: 'shop.explored',
  region: REGION,
  async create() {
    const names = ['day', 'at', 'seen', 'region', 'amount', 'ratio', 'n'] as const
    await execute(
      'CREATE TABLE shop.inserted (day DATE, at DATETIME, seen TIMESTAMP, region STRING, amount FLOAT64, ratio FLOAT64, n INT64)',
    )
    await execute(`INSERT INTO shop.inserted VALUES ${insertedValues(names, JSON.stringify)}`)
    await execute(`CREATE TABLE shop.explored AS
      SELECT day, at, seen, region AS \`${REGION}\`, CAST(amount AS NUMERIC) AS amount, ratio, n AS \`${COUNTED}\` FROM shop.inserted`)
  },
  hasInstants: true,
  // Crucible begins all hours with those of UTC, where BigQuery takes those of the zone.
  timeZones: ['Europe/Berlin', 'UTC'],
  hasMedian: false,
})

// Crucible refuses parameters, so that each query runs as it is written.
describe('texts as values in BigQuery, on a server that refuses parameters (PARAM-73)', () => {
  const run = boundRuns({ runner: bigquery, options, tempDir: () => '/nowhere' })

  itMatchesWords({
    runner: bigquery,
    conditions: wordConditions(BY_BYTES),
    query: (condition) =>
      `select id, word from shop.words w where ${condition.replaceAll('from words', 'from shop.words')} order by id`,
    numRuns: 100,
    async run(text, bindsTexts) {
      front.calls.length = 0
      const outcome = await run(text, bindsTexts)
      const sent = front.calls
        .filter(({ body }) => body.includes('"query"'))
        .map(({ body }) => body.includes('"queryParameters"'))
      expect(sent, text).toEqual(bindsTexts ? [true, false] : [false])
      return outcome
    },
  })
})

describe('BigQueryGCE, as Crucible has it, with a metadata server of ours', () => {
  let machine: StubServer
  beforeAll(async () => {
    machine = await startStub(machineService('acme', forward))
  })
  afterAll(() => machine?.close())
  const source = () => bigqueryGce({ metadata: machine.url, endpoint: machine.url })
  const context = () => ({
    ...{ config: source().config.parse({ loadSchema: true }), signal: never, tempDir: '/nowhere' },
    sourceNetworks: [METADATA_ADDRESS],
  })
  const rows = async (text: string) => rowsOf(await source().run(text, context()))

  it('reads tables of the project of the machine', async () => {
    expect(await rows('SELECT id, total FROM shop.orders ORDER BY id')).toEqual([
      [1n, '1.500000000'],
      [2n, null],
    ])
  })

  it('reads several pages', async () => {
    const found = await rows('SELECT n FROM UNNEST(GENERATE_ARRAY(1, 25000)) AS n ORDER BY n')
    expect([found.length, found.at(-1)]).toEqual([25_000, [25_000n]])
  })

  it('lists the tables, and passes the test of its connection', async () => {
    await source().testConnection?.(context())
    const schema = await source().getSchema?.(context())
    expect(schema?.find(({ name }) => name === 'shop.orders')?.columns.map(({ name }) => name)).toEqual(['id', 'total'])
  })

  it('reports errors of the text', async () => {
    expect((await failureOf(rows('SELECT colour FROM shop.orders'))).message).toMatch(/^Unrecognized name: colour/)
  })
})

describe('BigQuery, as Crucible has it', () => {
  it('reports a syntax error at its place', async () => {
    const text = 'SELECT 1 AS n\nFROM shop.orders )'
    const failure = await refusal(text)
    expect(failure.message).toMatch(/^Syntax error: .* at \[2:\d+\]$/)
    expect(failure.position).toBe(text.indexOf(')') + 1)
  })

  it('says which data set or table does not exist', async () => {
    expect((await refusal('SELECT * FROM nowhere.t')).message).toMatch(/^Not found: Dataset acme:nowhere was not found/)
    expect((await refusal('SELECT * FROM shop.nowhere')).message).toMatch(/^Not found: Table acme:shop\.nowhere was not found/)
  })

  it('lists types and parts of records', async () => {
    await execute('CREATE TABLE shop.nested (buyer STRUCT<name STRING, tags ARRAY<STRING>>)')
    const schema = await bigquery.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.find(({ name }) => name === 'shop.nested')?.columns).toEqual([
      { name: 'buyer', type: 'RECORD' },
      { name: 'buyer.name', type: 'STRING' },
      { name: 'buyer.tags', type: 'STRING REPEATED' },
    ])
  })

  itReadsManyRows(() => run(`SELECT n, CAST(n AS STRING) AS s FROM UNNEST(GENERATE_ARRAY(1, ${MILLION})) AS n`))
})
