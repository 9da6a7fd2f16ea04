import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { INFLUX_ORGANIZATION, influxdbServer } from '../../testing/servers/influxdb.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED, NO_DATA } from '../runner.ts'
import influxdb from './index.ts'

const { org, token, bucket } = INFLUX_ORGANIZATION
/** A name with what begins an expression in a text of Flux. */
const STRANGE_BUCKET = `a $${'{'}1 + 1} \\ ü`

let server: StartedServer
const url = () => `http://127.0.0.1:${server.port}`

const authorized = { headers: { authorization: `Token ${token}` } }

async function send(path: string, body: string): Promise<void> {
  const response = await fetch(`${url()}${path}`, { ...authorized, method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

async function organization(): Promise<string> {
  const response = await fetch(`${url()}/api/v2/orgs?org=${org}`, authorized)
  const { orgs } = z.object({ orgs: z.array(z.object({ id: z.string() })) }).parse(await response.json())
  return orgs[0]?.id ?? ''
}

/** Stores lines that are a minute old. */
const write = (name: string, ...lines: string[]) => {
  const seconds = Math.floor(Date.now() / 1000) - 60
  const query = new URLSearchParams({ org, bucket: name, precision: 's' })
  return send(`/api/v2/write?${query}`, lines.map((line, at) => `${line} ${seconds + at}`).join('\n'))
}

beforeAll(async () => {
  server = await influxdbServer.start()
  await write(
    bucket,
    'orders,region=north id=1i,total=1.5,note="naïve 🐘",paid=true,big=18446744073709551615u',
    'orders,region=south id=2i,total=-1.5e-300,note="",paid=false',
    'stock,region=south free=7i',
  )
  await send('/api/v2/buckets', JSON.stringify({ name: STRANGE_BUCKET, orgID: await organization() }))
  await write(STRANGE_BUCKET, 'strange kept=1i')
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({ ...{ url: url(), org, token }, ...changes })
const { configOf, run, read, refusal } = sqlSource(influxdb, options)

/** A script with one row of these columns; `result` and `table` come first, as in all answers. */
const row = (columns: string) => `import "array"\narray.from(rows: [{${columns}}])`
const generated = (count: number, value = 'n + 1') =>
  `import "generate"\ngenerate.from(count: ${count}, fn: (n) => ${value}, start: 2024-01-01T00:00:00Z, stop: 2024-01-02T00:00:00Z)`
const numbers = (count: number) => `${generated(count)} |> keep(columns: ["_value"]) |> rename(columns: {_value: "n"})`
/** Counts for a minute before its only row. */
const SLOW = `${generated(1_000_000_000)} |> count()`
const left = notApplicable('its connection is closed, which a test below sees at the server')

/** How many scripts the server works on. */
async function active(): Promise<number> {
  const figures = await (await fetch(`${url()}/metrics`)).text()
  return [...figures.matchAll(/^qc_all_active\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

describeConformance(influxdb, {
  options,
  proxied: left,
  refused: {
    host: () => ({
      options: options({ url: 'http://127.0.0.1:1' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: () => ({ options: options({ token: 'another' }), message: /^unauthorized access$/ }),
    database: () => ({ options: options({ org: 'nowhere' }), message: /organization name "nowhere" not found/ }),
  },
  columns: { text: row('b: 1, a: "x"'), names: ['result', 'table', 'b', 'a'], rows: [['_result', 0n, 1n, 'x']] },
  repeatedNames: notApplicable('names in a table are unique'),
  noRows: notApplicable('rows tell the columns'),
  noResultSet: { text: `${row('n: 1')} |> filter(fn: (r) => r.n > 1)`, message: NO_DATA },
  values: {
    nulls: {
      text: `import "internal/debug"\n${row('n: 1')}
        |> map(fn: (r) => ({n: debug.null(type: "int"), t: debug.null(type: "time"), f: debug.null(type: "float")}))`,
      rows: [['_result', 0n, null, null, null]],
    },
    integers: {
      text: row('low: int(v: "-9223372036854775808"), high: 9223372036854775807, large: uint(v: "18446744073709551615")'),
      rows: [['_result', 0n, -(2n ** 63n), 2n ** 63n - 1n, '18446744073709551615']],
      storage: ['text', 'int64', 'int64', 'int64', 'number_text'],
    },
    decimals: notApplicable('numbers are integers and doubles'),
    floats: {
      text: row('a: float(v: "-1.5e-300"), b: 0.1, c: float(v: "NaN"), d: float(v: "+Inf"), e: float(v: "-Inf")'),
      rows: [['_result', 0n, -1.5e-300, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    },
    booleans: { text: row('a: true, b: false'), rows: [['_result', 0n, true, false]] },
    texts: {
      text: row('a: "naïve 🐘 漢字", b: "two\\nlines, \\"quoted\\""'),
      rows: [['_result', 0n, 'naïve 🐘 漢字', 'two\nlines, "quoted"']],
    },
    emptyTexts: { text: row('a: "", b: "x"'), rows: [['_result', 0n, '', 'x']] },
    dates: notApplicable('days are points in time'),
    wallClocks: notApplicable('all times are points in time'),
    instants: {
      text: row('a: 2024-03-31T01:59:59.123456789+02:00, b: 1969-12-31T23:59:59Z'),
      rows: [['_result', 0n, '2024-03-30T23:59:59.123456789Z', '1969-12-31T23:59:59Z']],
    },
    binary: notApplicable('tables have no bytes'),
    nested: notApplicable('tables have no nested values'),
    strange: notApplicable('durations are refused in tables'),
  },
  many: notApplicable('the first column is that of the result; a test below reads a million rows'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: 'x = 1\n  y = colour', message: /undefined identifier colour$/, at: 'colour' },
  failingMidway: { text: generated(5000, '10 / (n - 4000)'), message: /^cannot divide by zero$/ },
  severalStatements: notApplicable('a script is one text, and all of its tables are shown'),
  writing: notApplicable('what a token may do is granted at the server'),
  schema: { tables: { 'shop.stock': ['free'] } },
  stoppable: false,
})

describe('InfluxDB 2, the server', () => {
  it('lists fields of several types, and buckets with any letters in their names (OPEN-639)', async () => {
    const schema = await influxdb.getSchema?.({ config: configOf(), signal: never })
    expect(schema?.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      [`${STRANGE_BUCKET}.strange`, ['kept']],
      ['shop.orders', ['big', 'id', 'note', 'paid', 'total']],
      ['shop.stock', ['free']],
    ])
  })

  it('returns stored values of all types side by side', async () => {
    const text = `from(bucket: "${bucket}") |> range(start: -1h) |> filter(fn: (r) => r._measurement == "orders")
      |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value") |> group() |> sort(columns: ["_time"])
      |> keep(columns: ["region", "big", "id", "note", "paid", "total"])`
    expect((await read(text)).map((one) => one.slice(2))).toEqual([
      ['north', '18446744073709551615', 1n, 'naïve 🐘', true, 1.5],
      ['south', null, 2n, '', false, -1.5e-300],
    ])
  })

  it('says which bucket does not exist', async () => {
    expect((await refusal('from(bucket: "nowhere") |> range(start: -1h)')).message).toMatch(/could not find bucket "nowhere"/)
  })

  it.each(['a cancel', 'a time limit'])('stops working on a script when its connection is closed: %s', async (reason) => {
    const stop = new AbortController()
    const outcome = failureOf(run(SLOW, { signal: stop.signal }))
    await expect.poll(active).toBe(1)
    stop.abort(reason === 'a cancel' ? undefined : new DOMException('Too long.', 'TimeoutError'))
    expect((await outcome).message).toBe(CANCELLED)
    await expect.poll(active).toBe(0)
  })

  it('stops when the reader of a result has left', async () => {
    const result = await run(numbers(2 * MILLION))
    for await (const { rowCount } of result.batches) {
      expect(rowCount).toBeGreaterThan(0)
      break
    }
    await expect.poll(active).toBe(0)
  })

  it('is reported as lost when its connection breaks in the middle of a result', async () => {
    const proxy = await startTcpProxy(server.port)
    const result = await run(numbers(2 * MILLION), { url: `http://127.0.0.1:${proxy.port}` })
    const outcome = failureOf(
      (async () => {
        for await (const _ of result.batches) proxy.cut()
      })(),
    )
    expect((await outcome).message).toMatch(/lost|closed|reset|terminated/i)
    await proxy.close()
    await expect.poll(active).toBe(0)
  })

  itReadsManyRows(() => run(numbers(MILLION)))
})

describe('InfluxDB 2 behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [['_result', 0n, 1n]],
      read: ({ url }) => read(row('n: 1'), { url }),
      readUnverified: ({ url }) => read(row('n: 1'), { url, verify_ssl: false }),
    })
  })
})

describe('a login of InfluxDB 2 without rights (OPEN-820, OPEN-827)', () => {
  /** Creates a token that may read some buckets. */
  async function tokenFor(names: readonly string[]): Promise<string> {
    const orgID = await organization()
    const response = await fetch(`${url()}/api/v2/buckets?limit=100`, authorized)
    const Buckets = z.object({ buckets: z.array(z.object({ id: z.string(), name: z.string() })) })
    const { buckets } = Buckets.parse(await response.json())
    const permissions = buckets
      .filter(({ name }) => names.includes(name))
      .map(({ id }) => ({ action: 'read', resource: { type: 'buckets', id, orgID } }))
    // A token needs a permission: this one reads no data.
    const other = { action: 'read', resource: { type: 'dashboards', orgID } }
    const created = await fetch(`${url()}/api/v2/authorizations`, {
      ...{ method: 'POST', ...authorized, body: JSON.stringify({ orgID, permissions: [...permissions, other] }) },
    })
    return z.object({ token: z.string() }).parse(await created.json()).token
  }
  const from = (name: string) => `from(bucket: "${name}") |> range(start: -1h)`

  it('reads what it may, learns what it may not, and sees only the buckets that it may read', async () => {
    await send('/api/v2/buckets', JSON.stringify({ name: 'open', orgID: await organization() }))
    await write('open', 'visits n=1i')
    await expectPlainRefusals(influxdb, {
      options: options({ token: await tokenFor(['open']) }),
      schema: ['open.visits: n'],
      allowed: from('open'),
      refused: { [from(bucket)]: `could not find bucket "${bucket}", or this token may not read it` },
    })
    const none = /^no buckets found in organization \w+$/
    await expectPlainRefusals(influxdb, {
      options: options({ token: await tokenFor([]) }),
      ...{
        schema: none,
        test: none,
        refused: { [from(bucket)]: `could not find bucket "${bucket}", or this token may not read it` },
      },
    })
  })
})
