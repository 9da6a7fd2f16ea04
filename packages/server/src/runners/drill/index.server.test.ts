import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { DRILL_LOGIN, drillServer, type StartedDrill } from '../../testing/servers/drill.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { startStub } from '../../testing/stub-server.ts'
import { BY_BYTES, boundRuns, itMatchesWords, plainConditions, WORDS } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import drill from './index.ts'

const COUNT = 5000
const ITEM = '{"id":1,"list":[1,9007199254740993],"words":["a","ü"],"doc":{"a":[1],"b":{"c":"x"}},"docs":[{"a":1},{"a":2}]}'

let server: StartedDrill
let closedPort: number
beforeAll(async () => {
  ;[server, closedPort] = await Promise.all([drillServer.start(), freePort()])
  await store('items', [ITEM, '{"id":2}'])
  await store(
    'numbers',
    Array.from({ length: COUNT }, (_, at) => JSON.stringify({ n: at + 1, s: `text ${at}` })),
  )
  await store(
    'hundred',
    Array.from({ length: 200 }, (_, at) => JSON.stringify({ h: at })),
  )
  await store(
    'late',
    Array.from({ length: 20_000 }, (_, at) => JSON.stringify({ s: at === 15_000 ? 'no number' : String(at) })),
  )
  await store(
    'words',
    WORDS.map((word, id) => JSON.stringify({ id, word })),
  )
  await execute(
    'CREATE VIEW dfs.data.orders AS SELECT CAST(id AS int) AS id, CAST(1.5 AS decimal(10, 2)) AS `The Total` FROM dfs.data.`items.json`',
  )
})
afterAll(() => server?.stop())

const url = (port = server.port) => `http://127.0.0.1:${port}`
const options = (changes: Record<string, unknown> = {}) => ({
  url: url(),
  ...DRILL_LOGIN,
  allowed_schemas: 'dfs.data',
  ...changes,
})
const { configOf, run, read, values, refusal } = sqlSource(drill, options)
const authorization = `Basic ${Buffer.from(`${DRILL_LOGIN.username}:${DRILL_LOGIN.password}`).toString('base64')}`

/** Writes a file of JSON documents, which is a table. */
const store = (name: string, documents: string[]) => writeFile(join(server.data, `${name}.json`), documents.join('\n'))

/** Creates a view, and the others as the file that the server has written for it. */
async function createViews([first = '', ...others]: readonly string[]): Promise<void> {
  await execute(`CREATE VIEW dfs.data.${first} AS SELECT CAST(id AS int) AS id FROM dfs.data.\`items.json\``)
  const fileOf = (name: string) => join(server.data, `${name}.view.drill`)
  const written = await readFile(fileOf(first), 'utf8')
  for (const name of others) await writeFile(fileOf(name), written.replace(`"${first}"`, `"${name}"`))
}

/** Runs a statement that writes, on the server itself. */
async function execute(query: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization }
  const response = await fetch(`${url()}/query.json`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ queryType: 'SQL', query }),
  })
  expect(await response.text()).toContain('"COMPLETED"')
}

async function isWorkingOn(text: string): Promise<boolean> {
  const response = await fetch(`${url()}/profiles/running.json`, { headers: { authorization } })
  const { runningQueries } = (await response.json()) as { runningQueries: { query: string }[] }
  return runningQueries.some(({ query }) => query.includes(text.slice(0, 40)))
}

const numbers = 'dfs.data.`numbers.json`'
const PAIRS = `${numbers} a, ${numbers} b, ${numbers} c`

describeConformance(drill, {
  options,
  proxied: { port: () => server.port, options: (port) => options({ url: url(port) }) },
  refused: {
    host: () => ({
      options: options({ url: url(closedPort) }),
      message: /^could not connect to server at 127\.0\.0\.1:\d+: connection refused$/,
    }),
    password: () => ({
      options: options({ password: 'a wrong one' }),
      message: /^Drill refused the user name or the password\.$/,
    }),
    database: notApplicable('a schema that is not there is an error of the text'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id0', 'id1'] },
  noRows: { text: "SELECT 1 AS n, 'x' AS a FROM dfs.data.`items.json` WHERE id > 5", names: ['n', 'a'] },
  noResultSet: notApplicable('whatever runs answers with rows'),
  values: {
    nulls: {
      text: 'SELECT CAST(NULL AS bigint), CAST(NULL AS varchar), CAST(NULL AS timestamp), CAST(NULL AS decimal(5, 1)), CAST(NULL AS date), CAST(NULL AS float)',
      rows: [[null, null, null, null, null, null]],
    },
    integers: {
      text: 'SELECT CAST(n AS bigint), CAST(m AS int) FROM (VALUES (-9223372036854775807, -2147483648), (9223372036854775807, 2147483647)) AS t (n, m)',
      rows: [
        [-(2n ** 63n) + 1n, -(2n ** 31n)],
        [2n ** 63n - 1n, 2n ** 31n - 1n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: {
      text: `SELECT CAST('-1.50' AS decimal(5, 2)), CAST('12345678901234567890123456789012345678' AS decimal(38, 0)),
        CAST('0.000000000000000001' AS decimal(38, 18)), 0.1`,
      rows: [['-1.50', '12345678901234567890123456789012345678', '0.000000000000000001', '0.1']],
      storage: ['decimal', 'decimal', 'decimal', 'decimal'],
    },
    floats: {
      text: "SELECT -1.5e-300, CAST('0.1' AS float), CAST('0.1' AS double), CAST('NaN' AS double), CAST('Infinity' AS double), CAST('-Infinity' AS float)",
      rows: [[-1.5e-300, 0.1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
      storage: ['double', 'double', 'double', 'double', 'double', 'double'],
    },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: "SELECT 'naïve 🐘 漢字', 'two\nlines \\ ''quoted''', CAST('b' AS varchar(5))",
      rows: [['naïve 🐘 漢字', "two\nlines \\ 'quoted'", 'b']],
    },
    emptyTexts: { text: "SELECT '', CAST(NULL AS varchar)", rows: [['', null]] },
    dates: {
      text: "SELECT DATE '2024-02-29', DATE '0001-01-01', DATE '9999-12-31'",
      rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
      storage: ['date', 'date', 'date'],
    },
    wallClocks: {
      text: "SELECT TIMESTAMP '2024-03-31 02:30:00', TIMESTAMP '2024-03-31 01:59:59.123', TIMESTAMP '1900-01-01 00:00:00.5'",
      rows: [['2024-03-31T02:30:00.000', '2024-03-31T01:59:59.123', '1900-01-01T00:00:00.500']],
      storage: ['timestamp', 'timestamp', 'timestamp'],
    },
    instants: notApplicable('times have no zone'),
    binary: {
      text: "SELECT binary_string('\\x00\\xff\\xde'), CAST('' AS varbinary)",
      rows: [['00ffde', '']],
    },
    nested: {
      text: 'SELECT list, words, doc, docs FROM dfs.data.`items.json`',
      rows: [
        ['[1,9007199254740993]', '["a","ü"]', '{"a":[1],"b":{"c":"x"}}', '[{"a":1},{"a":2}]'],
        ['[]', '[]', '{"a":[],"b":{"c":null}}', '[]'],
      ],
      storage: ['json', 'json', 'json', 'json'],
    },
    strange: {
      text: "SELECT TIME '10:11:12.345', INTERVAL '1 2:03:04.5' DAY TO SECOND, INTERVAL '1-2' YEAR TO MONTH",
      rows: [['10:11:12.345', 'P1DT7384.500S', 'P1Y2M']],
      storage: ['text', 'text', 'text'],
    },
  },
  many: { text: `SELECT n FROM ${numbers} ORDER BY n`, count: COUNT },
  slow: `SELECT COUNT(*) AS slow FROM ${PAIRS} WHERE a.n + b.n + c.n < 0`,
  endless: `SELECT a.n, b.s AS endless FROM ${PAIRS}`,
  isWorkingOn,
  failing: {
    text: "SELECT 'ü' AS x,\n  colour FROM (VALUES (1)) AS t (n)",
    message: /^From line 2, column 3 to line 2, column 8: Column 'colour' not found in any table$/,
    at: 'colour',
  },
  failingMidway: {
    text: 'SELECT CAST(s AS int) AS n FROM dfs.data.`late.json`',
    message: /^NumberFormatException: no number$/,
  },
  severalStatements: notApplicable('Drill runs one statement at a time, and a text with more is refused'),
  writing: {
    text: '-- files\ncreate TABLE dfs.data.copy AS SELECT 1 AS n',
    message: /^This data source is read-only: CREATE statements are not allowed\.$/,
  },
  schema: {
    tables: { 'dfs.data.orders': ['id', 'The Total'], 'dfs.data.`numbers.json`': [] },
    // The server looks through all files for each view: 10,000 took it four minutes.
    count: 1000,
    create: createViews,
  },
  stoppable: true,
})

describe('texts that are escaped in Drill (PARAM-73)', () => {
  itMatchesWords({
    runner: drill,
    run: boundRuns({ runner: drill, options, tempDir: () => '/nowhere' }),
    conditions: plainConditions(BY_BYTES),
    query: (condition) => `select id, word from dfs.data.\`words.json\` w where ${condition} order by id`,
    numRuns: 50,
  })
})

describe('Drill, the server', () => {
  it('finds a text with a blank at its end, also in a list with longer ones (OPEN-831)', async () => {
    await store(
      'texts',
      ['a', 'a ', 'longer'].map((word) => JSON.stringify({ word })),
    )
    for (const condition of ["IN ('a ', 'longer')", "= 'a ' OR word = 'longer'"])
      expect(await read(`SELECT word FROM dfs.data.\`texts.json\` WHERE word ${condition}`), condition).toEqual([
        ['a '],
        ['longer'],
      ])
  })

  it('lists types of columns, and files by name in the chosen schemas only (OPEN-571)', async () => {
    const schema = (await drill.getSchema?.({ config: configOf(), signal: never })) ?? []
    expect(schema.find(({ name }) => name === 'dfs.data.orders')?.columns).toEqual([
      { name: 'id', type: 'INTEGER' },
      { name: 'The Total', type: 'DECIMAL' },
    ])
    expect(schema.map(({ name }) => name)).not.toContain('dfs.data.`orders.view.drill`')
    const all = await drill.getSchema?.({ config: configOf({ allowed_schemas: '' }), signal: never })
    // Besides the views of the case with many.
    const names = all?.map(({ name }) => name).filter((name) => !name.startsWith('dfs.data.conformance_'))
    expect(names).toEqual(['dfs.data.orders'])
    expect(await read(`SELECT COUNT(*) FROM ${schema.find(({ columns }) => columns.length === 0)?.name}`)).toEqual([[200n]])
  })

  it('signs in by the form of a server that leads to its login page (OPEN-572)', async () => {
    // Without the header for basic authentication, the server answers as one that knows only the form.
    const front = await startStub(async ({ method, path, headers, bytes }) => {
      const { 'content-type': type = '', cookie = '' } = headers
      const sent = { method, headers: { 'content-type': type, cookie }, redirect: 'manual' as const }
      const answer = await fetch(url() + path, method === 'GET' ? sent : { ...sent, body: new Uint8Array(bytes) })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
    })
    onTestFinished(() => front.close())
    expect(await read('SELECT 1', { url: front.url })).toEqual([[1n]])
    for (const [changes, message] of [
      [{ password: 'a wrong one' }, 'Drill refused the user name or the password.'],
      [{ username: '', password: '' }, 'Drill asks for a user name and a password.'],
    ] as const)
      expect((await failureOf(read('SELECT 1', { url: front.url, ...changes }))).message).toBe(message)
  })

  it.each([
    ["SELECT 'ü' AS a\n  FRM x", 'FRM', 'Encountered "FRM" at line 2, column 3.'],
    ['SELECT *\nFROM nowhere.x', 'nowhere', "From line 2, column 6 to line 2, column 14: Object 'nowhere' not found"],
    ['SELECT 1 / 0', null, 'ArithmeticException: / by zero'],
    ["SELECT CAST('x' AS int)", null, 'NumberFormatException: x'],
  ])('reports in one line what is wrong, at its place in the text (OPEN-573): %j', async (text, at, message) => {
    const failure = await refusal(text)
    expect(failure.message).toBe(message)
    expect(failure.position).toBe(at === null ? null : text.indexOf(at) + 1)
  })

  it('refuses texts with several statements, and has no data for one without any', async () => {
    expect((await refusal('SELECT 1; SELECT 2')).message).toBe('Drill runs one statement at a time.')
    expect((await refusal('-- nothing')).message).toBe('Query completed but it returned no data.')
  })

  it('shows times as they are, wherever the server is', async () => {
    expect(await values("SELECT TIMESTAMP '2024-03-10 02:30:00', TIME '00:00:00', DATE '1970-01-01'")).toEqual([
      '2024-03-10T02:30:00.000',
      '00:00:00.000',
      '1970-01-01',
    ])
  })

  it('says in one sentence that the port does not use TLS', async () => {
    expect((await failureOf(read('SELECT 1', { url: `https://127.0.0.1:${server.port}` }))).message).toMatch(
      /^no secure connection to 127\.0\.0\.1:\d+: the server does not use TLS at this port$/,
    )
  })

  itReadsManyRows(() =>
    run(`SELECT a.n * 1000 + b.h AS n, a.s FROM ${numbers} a, dfs.data.\`hundred.json\` b LIMIT ${MILLION}`),
  )
})

describe('Drill behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[1n]],
      read: ({ url }) => read('SELECT 1', { url }),
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of Drill (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT 1 AS n'),
    runLong: () => run(`SELECT a.n, b.s AS endless FROM ${PAIRS}`),
  })
})
