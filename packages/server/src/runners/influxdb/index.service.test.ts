import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_OVER_HTTP, UNREACHABLE, withoutValues } from '../../testing/canned-source.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StartedServer, startInfluxdb } from '../../testing/time-series-servers.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'
import influxdb from './index.ts'

let server: StartedServer & { password: string }
beforeAll(async () => {
  server = await startInfluxdb()
  const lines = [
    'cpu,host=a,region=north load=0.5,cores=4i,name="Grüße" 1700000000000000001',
    'cpu,host=b load=1,busy=true 1700000001000000000',
    'disk,host=a free=9007199254740993i 1700000000000000000',
  ]
  for (let n = 0; n < 12_000; n++) lines.push(`many n=${n}i ${1_600_000_000_000 + n}000000`)
  const login = Buffer.from(`analyst:${server.password}`).toString('base64')
  const answer = await fetch(`${server.url}/write?db=shop`, {
    method: 'POST',
    body: lines.join('\n'),
    headers: { authorization: `Basic ${login}` },
  })
  expect(answer.status).toBe(204)
})
afterAll(() => server?.stop())

const dsn = (changes: { password?: string; port?: number } = {}) =>
  `influxdb://analyst:${changes.password ?? server.password}@127.0.0.1:${changes.port ?? server.port}/shop`
const context = (url = dsn(), signal = never) => ({
  config: influxdb.config.parse({ url }),
  signal,
  tempDir: '/nowhere',
})
async function read(text: string) {
  const result = await influxdb.run(text, context())
  return { columns: result.columns.map(({ name, type }) => [name, type]), rows: await rowsOf(result) }
}
const refusal = (text: string, url?: string) => failureOf(influxdb.run(text, context(url)))

describe('InfluxDB 1', () => {
  it('streams long results in parts, and those of several statements', async () => {
    const { rows } = await read('SELECT n FROM many')
    expect(rows.map(([, n]) => Number(n))).toEqual(Array.from({ length: 12_000 }, (_, n) => n))
    expect((await read('SELECT count(n) FROM many; SHOW DATABASES')).rows).toContainEqual([null, null, 'shop'])
  })

  it('reports wrong names of databases and wrong URLs', async () => {
    expect((await refusal('SELECT load FROM nowhere..cpu')).message).toBe('database not found: nowhere')
    expect((await refusal('SHOW DATABASES', 'mysql://x')).message).toBe(
      'The url should be influxdb://user:password@host:8086/database.',
    )
  })

  it('can be tested, and lists measurements with fields and tags (DS-28)', async () => {
    await influxdb.testConnection?.(context())
    const schema = await influxdb.getSchema?.(context())
    expect(schema?.map(({ name }) => name)).toEqual(['cpu', 'disk', 'many'])
    expect(schema?.[1]?.columns).toEqual([
      { name: 'time', type: 'time' },
      { name: 'free', type: 'integer' },
      { name: 'host', type: 'tag' },
    ])
  })

  it('has stopped working on a query that was cancelled', async () => {
    const stop = new AbortController()
    const slow = 'SELECT count(n) FROM many WHERE time > 1000000000s GROUP BY time(1ms)'
    const outcome = failureOf(influxdb.run(slow, context(undefined, stop.signal)))
    const running = async () => (await read('SHOW QUERIES')).rows.flat().some((value) => String(value).includes('time(1ms)'))
    await expect.poll(running, { interval: 5 }).toBe(true)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    await expect.poll(running).toBe(false)
  })
})

const FIRST = '2023-11-14T22:13:20.000000001Z'
const SECOND = '2023-11-14T22:13:21Z'
const seen = notApplicable('the server is seen to have stopped in a test of its own')
describeConformance(influxdb, {
  ...NOT_OVER_HTTP,
  options: () => ({ url: dsn() }),
  refused: {
    host: () => ({ options: { url: dsn({ port: UNREACHABLE.port }) }, message: UNREACHABLE.message }),
    password: () => ({ options: { url: dsn({ password: 'a wrong password' }) }, message: /^authorization failed$/ }),
    database: notApplicable('a database that is not there is an error of the text'),
  },
  columns: {
    text: 'SELECT load, cores FROM cpu GROUP BY host',
    names: ['time', 'load', 'cores', 'host'],
    rows: [
      ['2023-11-14T22:13:20.000000001Z', 0.5, 4n, 'a'],
      ['2023-11-14T22:13:21Z', 1, null, 'b'],
    ],
  },
  repeatedNames: { text: "SELECT load, load FROM cpu WHERE host = 'a'", names: ['time', 'load', 'load_1'] },
  noRows: notApplicable('series tell the columns'),
  noResultSet: { text: 'SELECT x FROM nothing', message: NO_DATA },
  values: {
    ...withoutValues('it has numbers, booleans and texts, and texts in double quotes are names'),
    nulls: {
      text: 'SELECT busy, load FROM cpu',
      rows: [
        [FIRST, null, 0.5],
        [SECOND, true, 1],
      ],
    },
    integers: { text: 'SELECT free FROM disk', rows: [['2023-11-14T22:13:20Z', 9007199254740993n]] },
    floats: {
      text: 'SELECT load FROM cpu',
      rows: [
        [FIRST, 0.5],
        [SECOND, 1],
      ],
    },
    booleans: { text: 'SELECT busy FROM cpu', rows: [[SECOND, true]] },
    texts: { text: 'SELECT "name" FROM cpu', rows: [[FIRST, 'Grüße']] },
  },
  many: notApplicable('times come first; long answers are read in a test of their own'),
  slow: seen,
  endless: seen,
  isWorkingOn: seen,
  failing: { text: 'SELECT load\nFRM cpu', message: /^error parsing query: found FRM/, at: 'FRM' },
  severalStatements: notApplicable('the answers to all statements are shown'),
  schema: { tables: { disk: ['time', 'free', 'host'] } },
  stoppable: false,
})

describe('a login of InfluxDB without rights (OPEN-820)', () => {
  const password = 'secret-of-visitor'
  const login = (database: string) => ({ url: `influxdb://visitor:${password}@127.0.0.1:${server.port}/${database}` })
  const denied = (statement: string, right: string) =>
    `error authorizing query: visitor not authorized to execute statement '${statement}', requires ${right}`
  const remains = async () => (await read('SHOW QUERIES')).rows.filter((row) => !row.includes('SHOW QUERIES'))
  beforeAll(async () => {
    for (const statement of [
      `CREATE USER visitor WITH PASSWORD '${password}'`,
      'CREATE DATABASE "public"',
      'GRANT READ ON "public" TO visitor',
    ])
      expect((await refusal(statement)).message).toBe(NO_DATA)
  })

  it('reads what it may, and learns which right a statement needs', async () => {
    await expectPlainRefusals(influxdb, {
      options: login('public'),
      secrets: [password],
      schema: [],
      allowed: 'SHOW DATABASES',
      refused: {
        'SELECT load FROM shop..cpu': denied('SELECT load FROM shop..cpu', 'READ on shop'),
        'SHOW USERS': denied('SHOW USERS', 'admin privilege'),
      },
      remains,
    })
  })

  it('learns why a database cannot be read, and why its measurements are not listed', async () => {
    await expectPlainRefusals(influxdb, {
      options: login('shop'),
      secrets: [password],
      schema: denied('SHOW FIELD KEYS', 'READ on shop'),
      test: denied('SHOW MEASUREMENTS LIMIT 1', 'READ on shop'),
      refused: { 'SELECT load FROM cpu': denied('SELECT load FROM cpu', 'READ on shop') },
      remains,
    })
  })
})
