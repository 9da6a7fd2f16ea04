import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StartedServer, startInfluxdb } from '../../testing/time-series-servers.ts'
import { failureOf } from '../conformance.ts'
import { CANCELLED } from '../runner.ts'
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
const context = (url = dsn(), signal = new AbortController().signal) => ({
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
  it('shows the columns of all series, and their tags', async () => {
    expect(await read('SELECT load, cores FROM cpu GROUP BY host')).toEqual({
      columns: [
        ['time', 'datetime'],
        ['load', 'float'],
        ['cores', 'integer'],
        ['host', 'string'],
      ],
      rows: [
        ['2023-11-14T22:13:20.000000001Z', 0.5, 4n, 'a'],
        ['2023-11-14T22:13:21Z', 1, null, 'b'],
      ],
    })
  })

  it('keeps large integers, booleans and texts in any script', async () => {
    expect((await read('SELECT free FROM disk')).rows).toEqual([['2023-11-14T22:13:20Z', 9007199254740993n]])
    expect((await read('SELECT busy, "name" FROM cpu')).rows.map((row) => row.slice(1))).toEqual([
      [null, 'Grüße'],
      [true, null],
    ])
  })

  it('answers long results piece by piece, and those of several statements', async () => {
    const { rows } = await read('SELECT n FROM many')
    expect(rows.map(([, n]) => Number(n))).toEqual(Array.from({ length: 12_000 }, (_, n) => n))
    expect((await read('SELECT count(n) FROM many; SHOW DATABASES')).rows).toContainEqual([null, null, 'shop'])
  })

  it('says what is wrong, in its own words and with the place', async () => {
    const failure = await refusal('SELECT load\nFRM cpu')
    expect(failure.message).toMatch(
      /^error parsing query: found FRM, expected ; at line 2, char 1$|^error parsing query: found FRM/,
    )
    expect(failure.position).toBe('SELECT load\n'.length + 1)
    expect((await refusal('SELECT load FROM nowhere..cpu')).message).toBe('database not found: nowhere')
    expect((await refusal('SELECT x FROM nothing')).message).toBe('Query completed but it returned no data.')
  })

  it('says why it does not answer, without a password', async () => {
    expect((await refusal('SHOW DATABASES', dsn({ password: 'a wrong password' }))).message).toBe('authorization failed')
    expect((await refusal('SHOW DATABASES', dsn({ port: 1 }))).message).toBe(
      'could not connect to server at 127.0.0.1:1: connection refused',
    )
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
