import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PINOT_ADMIN, PINOT_VISITOR, type PinotServer, pinotServer, pinotToken } from '../../testing/servers/pinot.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { boundRuns, itMatchesWords, plainConditions, WORDS } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import pinot from './index.ts'

const ROWS = [
  {
    ...{ id: 1, large: '-9223372036854775808', exact: '-123456789012345678901234567890.5', yes: true, raw: '00ffde' },
    ...{ words: 'naïve 🐘 漢字', doc: { a: 1.5 }, tags: ['a', 'b'], numbers: [1, '9223372036854775807'] },
    ...{ ratio: -1.5e-300, half: 0.5, at: Date.UTC(2024, 2, 31, 1, 59, 59, 123) },
  },
  {
    ...{ id: 2, large: '9223372036854775807', exact: '0.000001', yes: false, raw: '', words: "two\nlines \\ 'quoted'" },
    ...{ doc: { b: [1] }, tags: ['x'], numbers: [2], ratio: 0.1, half: 0.1, at: Date.UTC(2024, 2, 31, 2, 30) },
  },
  { id: 3, words: '', at: Date.UTC(2024, 2, 31, 3) },
]
const field = (name: string, dataType: string, more = {}) => ({ name, dataType, ...more })
const KINDS = {
  schemaName: 'kinds',
  dimensionFieldSpecs: [
    ...[field('id', 'INT'), field('large', 'LONG'), field('yes', 'BOOLEAN'), field('raw', 'BYTES')],
    ...[field('words', 'STRING'), field('doc', 'JSON'), field('ratio', 'DOUBLE'), field('half', 'FLOAT')],
    ...[field('tags', 'STRING', { singleValueField: false }), field('numbers', 'LONG', { singleValueField: false })],
  ],
  metricFieldSpecs: [field('exact', 'BIG_DECIMAL')],
  dateTimeFieldSpecs: [field('at', 'TIMESTAMP', { format: '1:MILLISECONDS:TIMESTAMP', granularity: '1:MILLISECONDS' })],
}
const COUNT = 5000

let server: PinotServer
beforeAll(async () => {
  server = await pinotServer.start()
  await create(KINDS, ROWS)
  const numbers = Array.from({ length: MILLION }, (_, at) => ({ n: at + 1, at: Date.UTC(2024, 0, 1) }))
  await create({ ...KINDS, schemaName: 'numbers', dimensionFieldSpecs: [field('n', 'INT')], metricFieldSpecs: [] }, numbers)
  const words = WORDS.map((word, id) => ({ id, word, at: Date.UTC(2024, 0, 1) }))
  const ofWords = [field('id', 'INT'), field('word', 'STRING')]
  await create(
    { ...KINDS, schemaName: 'open', dimensionFieldSpecs: [field('n', 'INT')], metricFieldSpecs: [] },
    numbers.slice(0, 3),
  )
  await create({ ...KINDS, schemaName: 'words', dimensionFieldSpecs: ofWords, metricFieldSpecs: [] }, words)
})
afterAll(() => server?.stop())

/** Creates a table without rows. */
async function createEmpty(schema: typeof KINDS): Promise<void> {
  const name = schema.schemaName
  const segmentsConfig = { replication: '1', timeColumnName: 'at' }
  const table = { tableName: name, tableType: 'OFFLINE', segmentsConfig, tenants: {}, tableIndexConfig: {}, metadata: {} }
  await post('/schemas', schema)
  // The first table waits for the server of the cluster.
  await vi.waitFor(() => post('/tables', table).catch(unlessItExists), { timeout: 60_000, interval: 500 })
}

/** An attempt that the controller answers with an error may have created the table all the same. */
function unlessItExists(error: Error): void {
  if (!error.message.includes('already exists')) throw error
}

/** Creates a table, and waits until its rows can be read. */
async function create(schema: typeof KINDS, rows: readonly object[]): Promise<void> {
  const name = schema.schemaName
  await createEmpty(schema)
  const form = new FormData()
  form.set('file', new Blob([rows.map((row) => JSON.stringify(row)).join('\n')]), 'rows.json')
  const query = new URLSearchParams({
    tableNameWithType: `${name}_OFFLINE`,
    batchConfigMapStr: '{"inputFormat":"json"}',
  })
  await accepted(fetch(`${controller()}/ingestFromFile?${query}`, { method: 'POST', headers, body: form }))
  const counted = [[BigInt(rows.length)]]
  await vi.waitFor(async () => expect(await read(`SELECT COUNT(*) FROM ${name}`)).toEqual(counted), { timeout: 60_000 })
}

const headers = { authorization: pinotToken(PINOT_ADMIN) }
const controller = () => `http://127.0.0.1:${server.controllerPort}`
const post = (path: string, body: object) =>
  accepted(
    fetch(`${controller()}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

async function accepted(sent: Promise<Response>): Promise<void> {
  const answer = await sent
  if (!answer.ok) throw new Error(await answer.text())
}

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ brokerHost: '127.0.0.1', brokerPort: server.port, controllerURI: controller() },
  ...PINOT_ADMIN,
  ...changes,
})
const { run, read, refusal } = sqlSource(pinot, options)
const kinds = (...names: string[]) => `SELECT ${names.join(', ')} FROM kinds WHERE id < 3 ORDER BY id`
/** Searches texts of 100 kilobytes for each of a million rows. */
const SLOW = "SELECT COUNT(*) AS slow FROM numbers WHERE strpos(repeat(CAST(n AS STRING), 20000), 'x') > 0"

/** Whether the broker lists a query, or the server works on any. */
async function isWorkingOn(text: string): Promise<boolean> {
  const textAt = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const [listed, working] = [await textAt(server.port, '/queries'), await textAt(server.adminPort, '/queries/id')]
  return listed.includes(text) || working !== '[]'
}

// First, because the server works for seconds on what the cases of cancels have left.
describe('texts that are escaped in Pinot (PARAM-73)', () => {
  itMatchesWords({
    runner: pinot,
    run: boundRuns({ runner: pinot, options, tempDir: () => '/nowhere' }),
    conditions: plainConditions({
      // Its function joins two texts by a third.
      concat: (...texts) => texts.reduce((one, other) => `concat(${one}, ${other}, '')`),
      fold: (text) => text.toLowerCase(),
      equal: (one, other) => one === other,
    }),
    query: (condition) => `select id, word from words where ${condition} order by id limit ${WORDS.length}`,
    numRuns: 50,
  })
})

describeConformance(pinot, {
  options,
  proxied: notApplicable('a result is one response'),
  refused: {
    host: () => ({
      options: options({ brokerPort: 1 }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: () => ({
      options: options({ password: 'wrong password' }),
      message: /^Pinot refused the query: the user name or password is wrong/,
    }),
    database: notApplicable('a table that is not there is an error of the text'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT id AS a, large AS a FROM kinds', names: ['a', 'a1'] },
  noRows: { text: 'SELECT id, words FROM kinds WHERE id > 100', names: ['id', 'words'] },
  noResultSet: notApplicable('whatever runs answers with a table'),
  values: {
    nulls: notApplicable('without its option for NULL, Pinot stores a value in its place'),
    integers: {
      text: kinds('large', 'id'),
      rows: [
        [-(2n ** 63n), 1n],
        [2n ** 63n - 1n, 2n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: {
      text: kinds('exact'),
      rows: [['-123456789012345678901234567890.5'], ['0.000001']],
    },
    floats: {
      text: kinds('ratio', 'half'),
      rows: [
        [-1.5e-300, 0.5],
        [0.1, 0.1],
      ],
    },
    booleans: { text: kinds('yes'), rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: kinds('words'), rows: [['naïve 🐘 漢字'], ["two\nlines \\ 'quoted'"]] },
    emptyTexts: { text: 'SELECT words FROM kinds WHERE id = 3', rows: [['']] },
    dates: notApplicable('days are texts or numbers'),
    wallClocks: {
      text: kinds('"at"'),
      rows: [['2024-03-31T01:59:59.123'], ['2024-03-31T02:30:00.000']],
      storage: ['timestamp'],
    },
    instants: notApplicable('times have no zone'),
    binary: { text: kinds('raw'), rows: [['00ffde'], ['']] },
    nested: {
      text: kinds('doc', 'tags', 'numbers'),
      rows: [
        ['{"a":1.5}', '["a","b"]', '[1,9223372036854775807]'],
        ['{"b":[1]}', '["x"]', '[2]'],
      ],
      storage: ['json', 'json', 'json'],
    },
    strange: { text: 'SELECT 1/0', rows: [[Number.POSITIVE_INFINITY]] },
  },
  many: { text: `SELECT n FROM numbers ORDER BY n LIMIT ${COUNT}`, count: COUNT },
  slow: SLOW,
  endless: notApplicable('a result is one response'),
  isWorkingOn,
  failing: {
    text: 'SELECT id,\n  colour FROM kinds',
    message: /^UnknownColumnError: Unknown columnName 'colour' found in the query$/,
  },
  failingMidway: notApplicable('a result is one response'),
  severalStatements: notApplicable('Pinot runs one statement at a time, and says so'),
  writing: {
    text: "INSERT INTO kinds FROM FILE 's3://bucket/'",
    message: /^This data source is read-only: INSERT statements are not allowed\.$/,
  },
  schema: {
    tables: { numbers: ['n', 'at'] },
    // Each takes the cluster a twentieth of a second.
    count: 500,
    create: (names) =>
      severalAtATime(names, 8, (schemaName) =>
        createEmpty({ ...KINDS, schemaName, dimensionFieldSpecs: [field('id', 'INT')], metricFieldSpecs: [] }),
      ),
  },
  stoppable: true,
})

describe('Pinot, the server', () => {
  it('reports a syntax error at its place, without a stack trace (OPEN-347)', async () => {
    const text = 'SELECT id,\n  FROM kinds'
    const failure = await refusal(text)
    expect(failure.message).toMatch(/^SQLParsingError: Encountered ".*" at line \d+, column \d+\./)
    expect(failure.message).not.toContain('\tat ')
    expect(failure.position).not.toBeNull()
  })

  it('says that a table does not exist, and that it runs one statement at a time', async () => {
    expect((await refusal('SELECT * FROM nowhere')).message).toBe('TableDoesNotExistError')
    expect((await refusal('SELECT 1; SELECT 2')).message).toMatch(/^SQLParsingError: SqlNode with executable statement already/)
  })

  it('returns ten rows of a query without a limit', async () => {
    expect(await read('SELECT n FROM numbers')).toHaveLength(10)
  })

  itReadsManyRows(() => run(`SELECT n, "at" FROM numbers LIMIT ${MILLION}`))
})

describe('Pinot behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[1n]],
      read: ({ host, port }) =>
        read('SELECT id FROM kinds WHERE id = 1', { brokerScheme: 'https', brokerHost: host, brokerPort: port }),
    })
  })
})

describe('a login of Pinot without rights (OPEN-820)', () => {
  const refused = 'Pinot refused the query: the user name or password is wrong, or the user may not read the table.'

  it('reads and sees the tables that it may read, and learns that others are refused (OPEN-836)', async () => {
    await expectPlainRefusals(pinot, {
      ...{ options: options(PINOT_VISITOR), schema: ['open: n, at'], allowed: 'SELECT n FROM open' },
      refused: { 'SELECT n FROM numbers': refused, 'SELECT * FROM nowhere': refused },
    })
  })

  it('learns that its name or password is missing or wrong', async () => {
    for (const changes of [{ password: 'wrong password' }, { username: 'stranger' }, { username: '', password: '' }])
      await expectPlainRefusals(pinot, {
        ...{ options: options(changes), schema: /^Permission is denied for READ/, test: refused },
        refused: { 'SELECT n FROM open': refused },
      })
  })
})

const COUNTED = 'SELECT COUNT(*) FROM open'

// Last, since what a server has in memory is gone.
describe('a restart of Pinot (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => ({
      kill: server.kill,
      // It answers a while before it has loaded the tables.
      restart: async () => {
        await server.restart()
        await vi.waitFor(() => read(COUNTED), { timeout: 120_000, interval: 500 })
      },
    }),
    read: () => read(COUNTED),
    runLong: () => run(SLOW),
    isWorking: () => isWorkingOn(SLOW),
  })
})
