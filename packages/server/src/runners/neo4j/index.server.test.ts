import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { NEO4J_LOGIN, neo4jServer } from '../../testing/servers/neo4j.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import neo4j from './index.ts'

let server: StartedServer
const url = () => `http://127.0.0.1:${server.port}`
const options = (changes: Record<string, unknown> = {}) => ({ url: url(), ...NEO4J_LOGIN, ...changes })
const { run, read, refusal } = sqlSource(neo4j, options)

/** Runs a statement that writes, on the server itself. */
async function write(statement: string, database = 'neo4j'): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${NEO4J_LOGIN.username}:${NEO4J_LOGIN.password}`).toString('base64')}`
  const headers = { 'content-type': 'application/json', accept: 'application/json', authorization }
  const response = await fetch(`${url()}/db/${database}/query/v2`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ statement }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

beforeAll(async () => {
  server = await neo4jServer.start()
  await write(
    "CREATE (:Person {name: 'Ada', born: date('1815-12-10')})-[:KNOWS {since: 1833}]->(:Person:Inventor {name: 'Charles'})",
  )
})
afterAll(() => server?.stop())

const SLOW = 'UNWIND range(1, 1000000) AS slow UNWIND range(1, 1000000) AS b WITH slow, b WHERE slow + b < 0 RETURN count(*)'

async function isWorkingOnSlow(): Promise<boolean> {
  const rows = await read("SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS 'slow + b' RETURN count(*) AS n")
  return Number(rows[0]?.[0]) > 1
}

describeConformance(neo4j, {
  options,
  proxied: notApplicable('a result is one response'),
  refused: {
    host: () => ({
      options: options({ url: 'http://127.0.0.1:1' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'wrong password' }), message: /^Invalid credential/ }),
    database: () => ({ options: options({ database: 'nowhere' }), message: /nowhere/ }),
  },
  columns: { text: "RETURN 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: notApplicable('the server refuses them'),
  noRows: { text: "UNWIND [] AS n RETURN n, 'x' AS a", names: ['n', 'a'] },
  noResultSet: notApplicable('statements are only read, and those have columns'),
  values: {
    nulls: { text: 'RETURN null AS a, [] AS b', rows: [[null, '[]']] },
    integers: {
      text: 'UNWIND [-9223372036854775808, 9223372036854775807] AS n RETURN n',
      rows: [[-(2n ** 63n)], [2n ** 63n - 1n]],
      storage: ['int64'],
    },
    decimals: notApplicable('it has none'),
    floats: {
      text: 'UNWIND [-1.5e-300, 0.1, 0.0/0.0, 1.0/0.0, -1.0/0.0] AS n RETURN n',
      rows: [[-1.5e-300], [0.1], [Number.NaN], [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY]],
      storage: ['double'],
    },
    booleans: { text: 'UNWIND [true, false] AS b RETURN b', rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: "UNWIND ['naïve 🐘 漢字', 'two\\nlines'] AS t RETURN t", rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: "UNWIND ['', null] AS t RETURN t", rows: [[''], [null]] },
    dates: { text: "RETURN date('2024-02-29') AS d", rows: [['2024-02-29']] },
    wallClocks: {
      text: "RETURN localdatetime('2024-03-31T02:30:00.123456789') AS t",
      rows: [['2024-03-31T02:30:00.123456789']],
    },
    instants: {
      text: "RETURN datetime('2024-03-31T01:59:59.5+05:30') AS t, datetime('2024-03-31T01:59:59[Europe/Oslo]') AS z",
      rows: [['2024-03-31T01:59:59.5+05:30', '2024-03-31T01:59:59+01:00']],
    },
    binary: notApplicable('Cypher has no literal for it'),
    nested: {
      text: "RETURN [1, null, 'x'] AS list, {a: 9223372036854775807, b: [1.5]} AS map",
      rows: [['[1,null,"x"]', '{"a":9223372036854775807,"b":[1.5]}']],
      storage: ['json', 'json'],
    },
    strange: {
      text: "RETURN duration('P1Y2M3DT4H') AS d, time('10:20:30.5+02:00') AS t, point({x: 1, y: 2}) AS p",
      rows: [['P1Y2M3DT4H', '10:20:30.5+02:00', 'SRID=7203;POINT (1.0 2.0)']],
    },
  },
  many: { text: 'UNWIND range(1, 5000) AS n RETURN n', count: 5000 },
  slow: notApplicable('the server does not confirm over HTTP that a statement has stopped; see below'),
  endless: notApplicable('a result is one response'),
  isWorkingOn: notApplicable('see slow'),
  failing: { text: 'RETURN 1 AS x,\n  colour AS y', message: /Variable `colour` not defined/, at: 'colour' },
  failingMidway: { text: 'UNWIND range(1, 100000) AS n RETURN 1 / (n - 90000)', message: /\/ by zero/ },
  severalStatements: notApplicable('the server accepts one at a time'),
  writing: { text: "CREATE (n:Person {name: 'Eve'}) RETURN n", message: /Writing in read access mode not allowed|read/i },
  schema: {
    tables: {},
    create: (names) => write(`UNWIND ${JSON.stringify(names)} AS name CREATE (:$(name) {id: 1})`),
  },
  stoppable: false,
})

describe('Neo4j, the server', () => {
  it('lists labels with their properties as tables', async () => {
    const schema = await neo4j.getSchema?.({ config: neo4j.config.parse(options()), signal: never })
    // Besides those of the case with many.
    expect(schema?.filter(({ name }) => !name.startsWith('conformance_'))).toEqual([
      { name: 'Inventor:Person', columns: [{ name: 'name', type: 'String' }] },
      {
        name: 'Person',
        columns: [
          { name: 'born', type: 'Date' },
          { name: 'name', type: 'String' },
        ],
      },
    ])
  })

  it('returns nodes, relationships and paths as JSON', async () => {
    const [row] = await read('MATCH p = (a:Person {name: "Ada"})-[r:KNOWS]->(b) RETURN a, r, p')
    const [node, relationship] = (row ?? []).map((value) => JSON.parse(String(value)))
    expect(node).toMatchObject({ labels: ['Person'], properties: { name: 'Ada', born: '1815-12-10' } })
    expect(relationship).toMatchObject({ type: 'KNOWS', properties: { since: 1833 } })
  })

  it('stops working on a statement whose run is cancelled, though it does not confirm it', async () => {
    const stop = new AbortController()
    const outcome = run(SLOW, { signal: stop.signal }).then(
      () => '',
      (error: Error) => error.message,
    )
    await expect.poll(isWorkingOnSlow).toBe(true)
    stop.abort()
    expect(await outcome).toMatch(/cancelled|may still be working/i)
  })

  it('says that there is no data after a statement without columns', async () => {
    expect((await refusal('MATCH (n) FINISH')).message).toBe(NO_DATA)
  })

  itReadsManyRows(() => run(`UNWIND range(1, ${MILLION}) AS n RETURN n, 'row ' + n AS text`))
})

describe('Neo4j behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[1n]],
      read: ({ url }) => read('RETURN 1 AS n', { url }),
    })
  })
})

describe('a login of Neo4j without rights (OPEN-820)', () => {
  it('learns that its name or password is missing or wrong, and that its password has to be changed first', async () => {
    // In the community edition, a user may do everything or nothing.
    await write("CREATE USER newcomer SET PASSWORD 'a first password' CHANGE REQUIRED", 'system')
    const unchanged =
      "ACCESS on database 'neo4j' is not allowed. The credentials you provided were valid, but must be changed before you can use this instance."
    for (const [changes, message] of [
      [{ password: 'wrong password' }, 'Invalid credential.'],
      [{ password: '' }, 'Invalid credential.'],
      [{ username: 'stranger' }, 'Invalid credential.'],
      [{ username: 'newcomer', password: 'a first password' }, unchanged],
    ] as const)
      await expectPlainRefusals(neo4j, {
        ...{ options: options(changes), schema: message, test: message, refused: { 'RETURN 1 AS n': message } },
      })
  })
})

// Last, since what a server has in memory is gone.
describe('a restart of Neo4j (OPEN-839)', () => {
  itOutlivesRestarts({
    server: () => server,
    read: () => read('RETURN 1 AS n'),
    runLong: () => run(SLOW),
    isWorking: isWorkingOnSlow,
  })
})
