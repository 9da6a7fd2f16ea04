import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { UNREACHABLE } from '../../testing/canned-source.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { brickhouseServer } from '../../testing/servers/brickhouse.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { type StubAnswer, type StubCall, type StubServer, startStub } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { itReadsManyRows } from '../conformance/many-rows.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'
import databricks from './index.ts'

/** More rows than BrickHouse puts into a chunk. */
const MANY = 1100
/** Rows of one INSERT, whose time grows with the square of them. */
const BATCH = 100
/** Most that BrickHouse hands over: bytes, and rows. */
const BYTE_LIMIT = 8 * 1024 * 1024
const ROW_LIMIT = 10_000

let server: StartedServer
let front: StubServer
let warehouse = ''
beforeAll(async () => {
  server = await brickhouseServer.start()
  front = await startStub(forward)
  const settings = JSON.stringify({ name: 'w', cluster_size: '2X-Small', warehouse_type: 'PRO' })
  const answer = await send('POST', '/api/2.0/sql/warehouses', settings)
  warehouse = z.object({ id: z.string() }).parse(await answer.json()).id
  const execute = async (statement: string) => expect((await refusal(statement)).message).toBe(NO_DATA)
  await execute('CREATE TABLE main.default.numbers (n BIGINT, s STRING) USING DELTA')
  for (let start = 1; start <= MANY; start += BATCH) await execute(insertFrom(start))
  // It joins different tables only, by columns that are equal.
  for (const side of ['left_side', 'right_side']) {
    await execute(`CREATE TABLE main.default.${side} (n BIGINT, one BIGINT) USING DELTA`)
    const rows = Array.from({ length: Math.sqrt(ROW_LIMIT) + 1 }, (_, index) => `(${index}, 1)`)
    await execute(`INSERT INTO main.default.${side} (n, one) VALUES ${rows.join()}`)
  }
})
afterAll(async () => {
  await front?.close()
  await server?.stop()
})

/** Adds rows to the table, beginning with this number. */
function insertFrom(start: number): string {
  const rows = Array.from({ length: BATCH }, (_, index) => `(${start + index}, 'row ${start + index}')`)
  return `INSERT INTO main.default.numbers (n, s) VALUES ${rows.join()}`
}

const send = (method: string, path: string, body: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body }),
  })

/** Leaves all calls to BrickHouse, whose warehouses have other ids and whose results are smaller, and in which each column needs a name. */
async function forward({ method, path, body }: StubCall): Promise<StubAnswer> {
  const sent = body === '' ? {} : JSON.parse(body)
  const statement = sent.statement === 'SELECT 1' ? 'SELECT 1 AS n' : sent.statement
  const asked = statement === undefined ? {} : { ...sent, statement, warehouse_id: warehouse, byte_limit: BYTE_LIMIT }
  const answer = await send(method, path, JSON.stringify(asked))
  return json(await answer.text(), answer.status)
}

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: front.url, http_path: '/sql/1.0/warehouses/abc123', http_password: 'a token' },
  ...changes,
})
const PAIRS = 'SELECT a.n AS n, b.n AS m FROM main.default.left_side a JOIN main.default.right_side b ON a.one = b.one'
const { run, read, refusal } = sqlSource(databricks, options)
const unknownToIt = (what: string) => notApplicable(`BrickHouse does not know ${what}`)
const nothingLong = notApplicable('this server has no statement that takes long; see below')

describeConformance(databricks, {
  options,
  proxied: notApplicable('each chunk is a request of its own'),
  refused: {
    host: () => ({ options: options({ host: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: notApplicable('this server has no identities'),
    database: () => ({
      options: options({ http_path: 'sql/protocolv1/o/1/2' }),
      message: /^The HTTP path should be that of an SQL warehouse/,
    }),
  },
  columns: { text: "SELECT 1 AS b, 'x' AS a", names: ['b', 'a'], rows: [[1n, 'x']] },
  repeatedNames: notApplicable('this server numbers repeated names itself'),
  noRows: { text: "SELECT 1 AS n, 'x' AS a WHERE 1 = 0", names: ['n', 'a'] },
  noResultSet: { text: 'CREATE TABLE IF NOT EXISTS main.default.nothing (id INT) USING DELTA', message: NO_DATA },
  values: {
    nulls: {
      text: `SELECT CAST(NULL AS INT) AS a, CAST(NULL AS STRING) AS b, CAST(NULL AS DATE) AS c, CAST(NULL AS TIMESTAMP) AS d,
        CAST(NULL AS DECIMAL(5, 1)) AS e, NULL AS f`,
      rows: [[null, null, null, null, null, null]],
    },
    integers: {
      text: "SELECT CAST('-9223372036854775808' AS BIGINT) AS a, 9223372036854775807 AS b, 5 AS c",
      rows: [[-(2n ** 63n), 2n ** 63n - 1n, 5n]],
      storage: ['int64', 'int64', 'int64'],
    },
    decimals: {
      text: "SELECT CAST('-123456789012345678901234567890123456.78' AS DECIMAL(38, 2)) AS a, CAST('0.5' AS DECIMAL(10, 2)) AS b",
      rows: [['-123456789012345678901234567890123456.78', '0.50']],
      storage: ['decimal', 'decimal'],
    },
    floats: {
      text: "SELECT CAST('-1.5' AS DOUBLE) AS a, CAST('0.1' AS DOUBLE) AS b",
      rows: [[-1.5, 0.1]],
      storage: ['double', 'double'],
    },
    booleans: { text: 'SELECT true AS a, false AS b', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: { text: "SELECT 'naïve 🐘 漢字' AS a, 'two\\nlines' AS b", rows: [['naïve 🐘 漢字', 'two\nlines']] },
    emptyTexts: { text: "SELECT '' AS a, CAST(NULL AS STRING) AS b", rows: [['', null]] },
    dates: {
      text: "SELECT DATE '2024-02-29' AS a, DATE '0001-01-01' AS b, DATE '9999-12-31' AS c",
      rows: [['2024-02-29', '0001-01-01', '9999-12-31']],
      storage: ['date', 'date', 'date'],
    },
    wallClocks: unknownToIt('TIMESTAMP_NTZ'),
    instants: {
      text: "SELECT TIMESTAMP '2024-03-31 01:59:59.123456' AS a, TIMESTAMP '1969-12-31 23:59:59' AS b",
      rows: [['2024-03-31T01:59:59.123456', '1969-12-31T23:59:59.000']],
      storage: ['instant', 'instant'],
    },
    binary: unknownToIt('bytes'),
    nested: unknownToIt('arrays, maps and structures'),
    strange: unknownToIt('intervals'),
  },
  many: { text: 'SELECT n, s FROM main.default.numbers ORDER BY n', count: MANY },
  slow: nothingLong,
  endless: nothingLong,
  isWorkingOn: nothingLong,
  failing: { text: 'SELECT 1 AS x,\n  colour FROM main.default.numbers', message: /column 'colour' not found/ },
  failingMidway: notApplicable('this server computes a result before its first row'),
  severalStatements: { text: 'SELECT 1 AS a; SELECT 7 AS seven', rows: [[7n]] },
  writing: notApplicable('what a user may do is granted in Databricks'),
  schema: unknownToIt('information_schema'),
  stoppable: false,
})

describe('Databricks, as BrickHouse has it', () => {
  it('says which table and which warehouse do not exist', async () => {
    expect((await refusal('SELECT * FROM main.default.nowhere')).message).toMatch(/nowhere/)
    const before = warehouse
    warehouse = 'another'
    expect((await refusal('SELECT 1 AS n')).message).toMatch(/^Failed to execute query\. 404: .*another/)
    warehouse = before
  })

  it('says that a run is cancelled once the server has given up its statement (OPEN-832)', async () => {
    front.calls.length = 0
    const stop = new AbortController()
    // It takes the server seconds to plan so many rows. Then it looks for a cancel, before it writes.
    const outcome = failureOf(run(insertFrom(MANY + 1), { signal: stop.signal }).then(rowsOf))
    const statements = () => front.calls.flatMap(({ path }) => /\/statements\/([^/]+)$/.exec(path)?.[1] ?? [])
    await expect.poll(statements).not.toEqual([])
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    const [id] = statements()
    const answer = await send('GET', `/api/2.0/sql/statements/${id}`, '')
    expect(await answer.json()).toMatchObject({ status: { state: 'CANCELED' } })
    expect(await read('SELECT count(*) AS n FROM main.default.numbers')).toEqual([[BigInt(MANY)]])
  })

  it('groups rows of a table', async () => {
    expect(await read("SELECT count(*) AS n, max(s) AS s FROM main.default.numbers WHERE s = 'row 7' OR n = 9")).toEqual([
      [2n, 'row 9'],
    ])
  })

  // Ten chunks.
  itReadsManyRows(() => run(`${PAIRS} LIMIT ${ROW_LIMIT}`), ROW_LIMIT)

  it('says how many rows it hands over if a result has more (OPEN-830)', async () => {
    expect((await refusal(PAIRS)).message).toMatch(/limited to 10000 rows/)
  })
})
