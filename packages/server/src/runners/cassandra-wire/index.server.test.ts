import { Client } from 'cassandra-driver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { cassandraServer } from '../../testing/servers/cassandra.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import cassandra from '../cassandra/index.ts'
import { boundRuns, itMatchesWords, WORDS, type WordCondition } from '../conformance/bound-words.ts'
import { expectCertificateChecks } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import scylla from '../scylla/index.ts'

let server: StartedServer
let client: Client
let closedPort: number
const options = (changes: Record<string, unknown> = {}) => ({
  ...{
    host: '127.0.0.1',
    port: server.port,
    keyspace: 'shop',
    username: 'cassandra',
    password: 'cassandra',
    useSsl: false,
    timeout: 60,
  },
  ...changes,
})
const { run, read, refusal } = sqlSource(cassandra, options)

const VALUES = `CREATE TABLE "Values" (id int PRIMARY KEY, big bigint, huge varint, small smallint, tiny tinyint, exact decimal,
  ratio double, single float, yes boolean, name text, code ascii, day date, seen timestamp, raw blob, list list<bigint>,
  map map<text, int>, pair tuple<int, text>, place frozen<place>, times set<timestamp>, embedding vector<float, 2>, key uuid,
  place_in_time timeuuid, net inet, clock time, span duration)`
const BATCH = 500
const BATCHES_AT_ONCE = 4

beforeAll(async () => {
  server = await cassandraServer.start()
  closedPort = await freePort()
  client = new Client({
    contactPoints: [`127.0.0.1:${server.port}`],
    localDataCenter: 'datacenter1',
    credentials: { username: 'cassandra', password: 'cassandra' },
    socketOptions: { readTimeout: 120_000 },
    // Otherwise it would read the whole schema again after each new table.
    isMetadataSyncEnabled: false,
  })
  const execute = (statement: string) => client.execute(statement)
  await execute("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
  await execute('USE shop')
  await execute('CREATE TYPE place (lat double, name text)')
  await execute(VALUES)
  await execute(`INSERT INTO "Values" (id, big, huge, small, tiny, exact, ratio, single, yes, name, code, day, seen, raw, list, map,
      pair, place, times, embedding, key, place_in_time, net, clock, span)
    VALUES (1, -9223372036854775808, 1180591620717411303424, -5, 127, -123456789012345678.90123, -1.5e-300, 0.5, true,
      'naïve 🐘 漢字', '', '2024-02-29', '2024-03-31 01:59:59.500+0200', 0x00ffde, [1152921504606846976], {'k': 7}, (1, 'x'),
      {lat: 1.5, name: null}, {'1970-01-01 00:00:00+0000'}, [0.5, 2], 00112233-4455-6677-8899-aabbccddeeff,
      50554d6e-29bb-11e5-b345-feff819cdc9f, '192.168.1.9', '10:20:30.5', 1mo2d3ns)`)
  await execute(`INSERT INTO "Values" (id, big, ratio, single, yes, name, day, raw, list)
    VALUES (2, 9223372036854775807, NaN, -Infinity, false, 'two
lines', '0001-01-01', 0x, [])`)
  await execute('INSERT INTO "Values" (id) VALUES (3)')
  await execute('CREATE TABLE "MyOrders" (id int PRIMARY KEY, total decimal)')
  await execute('CREATE TABLE hits (n int PRIMARY KEY, hits counter)')
  await execute('UPDATE hits SET hits = hits + 9007199254740993 WHERE n = 1')
  await execute('CREATE TABLE words (p int, word text, id int, PRIMARY KEY (p, word))')
  for (const statement of [
    "CREATE ROLE visitor WITH PASSWORD = 'secret of the visitor' AND LOGIN = true",
    'CREATE TABLE hidden (id int PRIMARY KEY)',
    'GRANT SELECT ON words TO visitor',
    "CREATE KEYSPACE locked WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    'CREATE TABLE locked.t (id int PRIMARY KEY)',
  ])
    await execute(statement)
  const insertWord = 'INSERT INTO words (p, id, word) VALUES (0, ?, ?)'
  for (const [id, word] of WORDS.entries()) await client.execute(insertWord, [id, word], { prepare: true })
  await execute('CREATE TABLE numbers (p int, n int, name text, PRIMARY KEY (p, n))')
  const insert = (n: number) => `INSERT INTO numbers (p, n, name) VALUES (${n > 5000 ? 1 : 0}, ${n}, 'row ${n}')`
  const batch = (first: number) => {
    const rows = Array.from({ length: BATCH }, (_, at) => insert(first + at))
    return execute(`BEGIN UNLOGGED BATCH ${rows.join(';')}; APPLY BATCH`)
  }
  for (let start = 1; start < MILLION; start += BATCH * BATCHES_AT_ONCE)
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, (_, at) => batch(start + at * BATCH)))
}, 600_000)
afterAll(async () => {
  await client?.shutdown()
  await server?.stop()
})

const columns = (names: string, id = 1) => `SELECT ${names} FROM "Values" WHERE id = ${id}`
const tables = { '"MyOrders"': ['id', 'total'], hits: ['hits', 'n'], words: ['id', 'p', 'word'] }
const setup: ConformanceSetup = {
  options,
  proxied: notApplicable('pages are requests of their own; a connection that is lost between them is opened again'),
  refused: {
    host: () => ({
      options: options({ port: closedPort }),
      message: /^could not connect to server at .*: connection refused$/,
    }),
    password: () => ({
      options: options({ password: 'wrong password' }),
      message: /^Provided username cassandra and\/or password are incorrect$/,
    }),
    database: () => ({ options: options({ keyspace: 'nowhere' }), message: /^Keyspace 'nowhere' does not exist$/ }),
  },
  columns: { text: columns('id AS b, name AS a'), names: ['b', 'a'], rows: [[1n, 'naïve 🐘 漢字']] },
  repeatedNames: { text: columns('id, id, id'), names: ['id', 'id1', 'id2'] },
  noRows: { text: columns('id, name', 99), names: ['id', 'name'] },
  noResultSet: { text: 'DROP TABLE IF EXISTS nothing', message: NO_DATA },
  values: {
    nulls: { text: columns('big, name, seen, list, embedding, place', 3), rows: [[null, null, null, null, null, null]] },
    integers: {
      text: columns('big, huge, small, tiny'),
      rows: [[-(2n ** 63n), String(2n ** 70n), -5n, 127n]],
      storage: ['int64', 'number_text', 'int64', 'int64'],
    },
    decimals: { text: columns('exact'), rows: [['-123456789012345678.90123']], storage: ['number_text'] },
    floats: {
      text: 'SELECT ratio, single FROM "Values" WHERE id IN (1, 2)',
      rows: [
        [-1.5e-300, 0.5],
        [Number.NaN, Number.NEGATIVE_INFINITY],
      ],
    },
    booleans: { text: 'SELECT yes FROM "Values" WHERE id IN (1, 2)', rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: 'SELECT name FROM "Values" WHERE id IN (1, 2)', rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: columns('code'), rows: [['']] },
    dates: {
      text: 'SELECT day FROM "Values" WHERE id IN (1, 2)',
      rows: [['2024-02-29'], ['0001-01-01']],
      storage: ['date'],
    },
    wallClocks: notApplicable('timestamps are instants'),
    instants: { text: columns('seen'), rows: [['2024-03-30T23:59:59.500']], storage: ['instant'] },
    binary: { text: 'SELECT raw FROM "Values" WHERE id IN (1, 2)', rows: [['00ffde'], ['']] },
    nested: {
      text: columns('list, map, pair, place, times, embedding'),
      rows: [
        [
          ...['[1152921504606846976]', '{"k":7}', '[1,"x"]', '{"lat":1.5,"name":null}'],
          ...['["1970-01-01T00:00:00.000Z"]', '[0.5,2]'],
        ],
      ],
      storage: ['json', 'json', 'json', 'json', 'json', 'json'],
    },
    strange: {
      text: columns('key, place_in_time, net, clock, span'),
      rows: [
        [
          ...['00112233-4455-6677-8899-aabbccddeeff', '50554d6e-29bb-11e5-b345-feff819cdc9f', '192.168.1.9'],
          ...['10:20:30.5', '1mo2d3ns'],
        ],
      ],
    },
  },
  many: { text: 'SELECT n FROM numbers WHERE p = 0', count: 5000 },
  slow: notApplicable('the protocol cannot cancel a page'),
  endless: 'SELECT n, name FROM numbers',
  // Each page is a request of its own, so a result that is not read is no work.
  isWorkingOn: notApplicable('between two pages the server does nothing'),
  failing: {
    text: 'SELECT id,\n  name,, day FROM "Values"',
    message: /^line 2:7 no viable alternative at input ','/,
    at: ', day',
  },
  failingMidway: notApplicable('each page is a response of its own'),
  severalStatements: notApplicable('the server accepts one at a time'),
  writing: notApplicable('the database decides what a user may change'),
  schema: {
    tables,
    count: 300,
    async create(names) {
      for (const name of names) await client.execute(`CREATE TABLE ${name} (id int PRIMARY KEY)`)
    },
  },
  stoppable: false,
}

describe('servers with the CQL protocol', () => {
  describeConformance(cassandra, setup)
  // The cases before have created the many tables.
  describeConformance(scylla, { ...setup, schema: { tables } })
})

/** CQL has neither `OR` nor functions in conditions. */
const CQL_CONDITIONS: WordCondition[] = [
  ['word = {{ x }}', (word, x) => word === x],
  ["word = '{{ x }}'", (word, x) => word === x],
  ["word in ({{ x }}, '', '{{ y }}')", (word, x, y) => [x, '', y].includes(word)],
  ["word >= {{ x }} and word <= '{{ x }}'", (word, x) => word === x],
]

describe('texts that are bound in Cassandra (PARAM-73)', () => {
  itMatchesWords({
    runner: cassandra,
    run: boundRuns({ runner: cassandra, options, tempDir: () => '/nowhere' }),
    conditions: CQL_CONDITIONS,
    query: (condition) => `select id, word from words where p = 0 and ${condition}`,
  })
})

describe('Cassandra, the server', () => {
  it('returns counters exactly', async () => {
    expect(await read('SELECT hits FROM hits')).toEqual([[9_007_199_254_740_993n]])
  })

  it('says which column or table does not exist, in its own words', async () => {
    expect((await refusal('SELECT colour FROM "Values"')).message).toBe('Undefined column name colour in table shop."Values"')
    expect((await refusal('SELECT * FROM nowhere')).message).toBe('table nowhere does not exist')
  })

  it('receives texts beside the query', async () => {
    const config = cassandra.config.parse(options())
    const text = `SELECT n FROM numbers WHERE p = 0 AND n < 10 AND name = 'row 7' ALLOW FILTERING`
    const bound = await cassandra.run(text, {
      config,
      signal: never,
      tempDir: '/nowhere',
      bindsTexts: true,
    })
    const rows: number[] = []
    for await (const { rowCount } of bound.batches) rows.push(rowCount)
    expect(rows).toEqual([1])
  })

  it('reports a connection that is lost for good between two pages', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    const { batches } = await run('SELECT n, name FROM numbers', { port: proxy.port, host: '127.0.0.1' })
    const reading = (async () => {
      let isFirst = true
      for await (const _ of batches) {
        if (isFirst) await proxy.close()
        isFirst = false
      }
    })()
    expect((await failureOf(reading)).message).toMatch(/^The connection to the server was lost\.$/)
  })

  itReadsManyRows(() => run('SELECT n, name FROM numbers'))
})

describe('Cassandra behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    const at = (changes: Record<string, unknown>) =>
      read('SELECT n FROM numbers WHERE p = 0 AND n = 1', { ...changes, useSsl: true })
    await expectCertificateChecks([{ port: server.port, read: at }])
  })
})

describe('a login of Cassandra without rights (OPEN-820)', () => {
  const visitor = (changes = {}) => options({ username: 'visitor', password: 'secret of the visitor', ...changes })
  const denied = (right: string, what: string) => `User visitor has no ${right} permission on <${what}> or any of its parents`

  it('reads what it may, and learns what it may not', async () => {
    await expectPlainRefusals(cassandra, {
      options: visitor(),
      // Every login may read the names of all tables in `system_schema`.
      schema: expect.arrayContaining(['hidden: id', 'words: id, p, word']),
      allowed: 'SELECT * FROM words',
      refused: {
        'SELECT * FROM hidden': denied('SELECT', 'table shop.hidden'),
        'SELECT * FROM locked.t': denied('SELECT', 'table locked.t'),
        "INSERT INTO words (p, word) VALUES (1, 'x')": denied('MODIFY', 'table shop.words'),
        'CREATE TABLE made (id int PRIMARY KEY)': denied('CREATE', 'all tables in shop'),
      },
    })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of Cassandra (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT key FROM system.local'),
    runLong: () => run('SELECT n, name FROM numbers'),
  })
})
