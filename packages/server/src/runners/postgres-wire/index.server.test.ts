import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { QUESTDB_LOGIN, QUESTDB_READER, questdbServer } from '../../testing/servers/questdb.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { asPostgres } from '../../testing/tls-proxy.ts'
import { BY_BYTES, boundRuns, itMatchesWords, plainConditions, wordRows } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import postgres from '../postgres/index.ts'
import { NO_DATA } from '../runner.ts'

// QuestDB speaks PostgreSQL's protocol, with types and a catalogue of its own.

let server: StartedServer
beforeAll(async () => {
  server = await questdbServer.start()
  for (const statement of [
    'CREATE TABLE trades (symbol SYMBOL, price DOUBLE, at TIMESTAMP) TIMESTAMP(at)',
    "INSERT INTO trades VALUES ('A', 1.5, '2024-03-31T01:59:59.123456Z')",
    'CREATE TABLE words (id INT, word VARCHAR)',
    `INSERT INTO words VALUES ${wordRows()}`,
  ])
    expect((await refusal(statement)).message).toBe(NO_DATA)
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.port, ...QUESTDB_LOGIN },
  ...changes,
})
const { read, run, refusal } = sqlSource(postgres, options)
const isWorkingOn = async (text: string) => {
  const running = await read('SELECT query FROM query_activity()')
  return running.some(([query]) => String(query).includes(text))
}

describeConformance(postgres, {
  options,
  proxied: { port: () => server.port, options: (port) => options({ port }) },
  refused: {
    host: () => ({
      options: options({ port: 1 }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'wrong password' }), message: /invalid username\/password/ }),
    database: notApplicable('there is one database, whatever name is given'),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1, 'x']] },
  repeatedNames: notApplicable('names that are repeated are an error'),
  noRows: { text: 'SELECT x AS id, 2 AS n FROM long_sequence(1) WHERE x > 1', names: ['id', 'n'] },
  noResultSet: { text: 'CREATE TABLE IF NOT EXISTS nothing (id INT)', message: NO_DATA },
  values: {
    nulls: {
      text: "SELECT NULL::int, NULL::string, NULL::timestamp, 'NaN'::double, NULL::decimal(10, 2)",
      rows: [[null, null, null, null, null]],
    },
    integers: {
      text: 'SELECT CAST(-32768 AS short), -2147483647, -9223372036854775807, 9223372036854775807, 127::byte',
      rows: [[-32768, -2147483647, -9223372036854775807n, 9223372036854775807n, 127]],
    },
    decimals: {
      text: "SELECT CAST('-1.50' AS DECIMAL(10, 2)), CAST('12345678901234567890123456789012345678.5' AS DECIMAL(39, 1))",
      rows: [['-1.50', '12345678901234567890123456789012345678.5']],
    },
    floats: { text: 'SELECT 0.1, -1.5e-300, 0.1::float', rows: [[0.1, -1.5e-300, 0.1]] },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: {
      text: "SELECT 'naïve 🐘 漢字', 'it''s \"quoted\"', 'two\nlines'",
      rows: [['naïve 🐘 漢字', `it's "quoted"`, 'two\nlines']],
    },
    emptyTexts: { text: "SELECT '', NULL::varchar", rows: [['', null]] },
    dates: notApplicable('a date has a time as well; see the clock times'),
    wallClocks: {
      text: "SELECT '2024-02-29'::date, '2024-03-31T01:59:59.123456'::timestamp, '1969-12-31T23:59:59'::timestamp",
      rows: [['2024-02-29T00:00:00.000', '2024-03-31T01:59:59.123456', '1969-12-31T23:59:59.000']],
      storage: ['timestamp', 'timestamp', 'timestamp'],
    },
    instants: notApplicable('times have no zone'),
    binary: notApplicable('there are no literals of bytes'),
    nested: {
      text: 'SELECT ARRAY[1.5, 2.0], ARRAY[[1.0], [2.0]]',
      rows: [['[1.5,2.0]', '[[1.0],[2.0]]']],
      storage: ['json', 'json'],
    },
    strange: {
      text: "SELECT '11111111-1111-1111-1111-111111111111'::uuid, '1.2.3.4'::ipv4, 'a'::symbol, 'c'::char, '0x10'::long256, #sp052w",
      rows: [['11111111-1111-1111-1111-111111111111', '1.2.3.4', 'a', 'c', '0x10', 'sp052w']],
    },
  },
  many: { text: "SELECT x, 'row ' || x AS name FROM long_sequence(5000)", count: 5000 },
  slow: 'SELECT count(*) FROM long_sequence(1000000) a CROSS JOIN long_sequence(1000000) b WHERE a.x * b.x = 7',
  // Cancels are seen where rows are joined.
  endless: "SELECT a.x, 'endless' AS name FROM long_sequence(1000000) a CROSS JOIN long_sequence(1000000) b",
  isWorkingOn,
  failing: { text: 'SELECT 1,\n  colour FROM trades', message: /^Invalid column: colour/, at: 'colour' },
  failingMidway: notApplicable('its functions return NULL where others fail'),
  severalStatements: { text: 'SELECT 1 AS x; SELECT 7 AS x', rows: [[7]] },
  writing: notApplicable('the database decides what a user may change'),
  schema: {
    tables: { trades: ['symbol', 'price', 'at'] },
    async create(names) {
      expect((await refusal(names.map((name) => `CREATE TABLE ${name} (id INT)`).join(';'))).message).toBe(NO_DATA)
    },
  },
  stoppable: false,
})

describe('texts that are bound in QuestDB (PARAM-73)', () => {
  itMatchesWords({
    runner: postgres,
    run: boundRuns({ runner: postgres, options, tempDir: () => '/nowhere' }),
    conditions: plainConditions(BY_BYTES),
    numRuns: 50,
  })
})

describe('QuestDB, by the type PostgreSQL', () => {
  it('writes rows and returns them (OPEN-383)', async () => {
    expect(await read('SELECT symbol, price, at FROM trades')).toEqual([['A', 1.5, '2024-03-31T01:59:59.123456']])
  })

  itReadsManyRows(() => run(`SELECT x, 'row ' || x AS s FROM long_sequence(${MILLION})`))
})

describe('QuestDB behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      ...{ port: server.port, opening: asPostgres, rows: [[1]] },
      read: ({ host, port }) => read('SELECT 1', { host, port, sslmode: 'verify-full' }),
      readUnverified: ({ host, port }) => read('SELECT 1', { host, port, sslmode: 'require' }),
    })
  })
})

describe('a login of QuestDB without rights (OPEN-820)', () => {
  it('reads, and learns that it may not write', async () => {
    const denied = /^(Could not create table, )?Write permission denied\b/
    const tables = (await postgres.getSchema?.({ config: postgres.config.parse(options()), signal: never })) ?? []
    await expectPlainRefusals(postgres, {
      options: options(QUESTDB_READER),
      schema: tables.map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(', ')}`),
      allowed: 'SELECT * FROM trades',
      refused: {
        'DROP TABLE trades': denied,
        "INSERT INTO words VALUES (99, 'x')": denied,
        'CREATE TABLE made (id INT)': denied,
      },
      remains: () => read("SELECT query FROM query_activity() WHERE username = 'visitor'"),
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of QuestDB (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT 1'),
    runLong: () => run("SELECT a.x, 'endless' AS name FROM long_sequence(1000000) a CROSS JOIN long_sequence(1000000) b"),
  })
})
