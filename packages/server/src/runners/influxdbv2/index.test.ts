import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import { CANCELLED } from '../runner.ts'
import influxdb from './index.ts'

const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(influxdb, ({ url }) => ({ url, org: 'shop & co', token: 'a token' }), answer)
const csv = (...lines: string[]): StubAnswer => ({
  headers: { 'content-type': 'text/csv' },
  body: `${lines.join('\r\n')}\r\n\r\n`,
})

describe('InfluxDB 2', () => {
  it('shows the rows of all tables, with their types', async () => {
    const { read, stub } = await source(() =>
      csv(
        '#datatype,string,long,dateTime:RFC3339,double,unsignedLong,boolean,string',
        '#default,_result,,,,,,',
        ',result,table,_time,_value,size,ok,host',
        ',,0,2024-02-29T10:00:00.000000001Z,0.5,18446744073709551615,true,"a, ""b""',
        'and more"',
        ',,0,,+Inf,,,',
        '',
        '#datatype,string,long,string',
        ',result,table,other',
        ',_result,1,x',
      ),
    )
    expect(await read('from(bucket: "b")')).toEqual({
      columns: [
        ['result', 'string'],
        ['table', 'integer'],
        ['_time', 'datetime'],
        ['_value', 'float'],
        ['size', 'integer'],
        ['ok', 'boolean'],
        ['host', 'string'],
        ['other', 'string'],
      ],
      rows: [
        ['_result', 0n, '2024-02-29T10:00:00.000000001Z', 0.5, '18446744073709551615', true, 'a, "b"\nand more', null],
        ['_result', 0n, null, Number.POSITIVE_INFINITY, null, null, '', null],
        ['_result', 1n, null, null, null, null, null, 'x'],
      ],
    })
    expect(stub.calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/v2/query',
      headers: { authorization: 'Token a token', accept: 'application/csv' },
    })
    expect(stub.calls[0]?.query.get('org')).toBe('shop & co')
    expect(JSON.parse(stub.calls[0]?.body ?? '').dialect).toEqual({ header: true, annotations: ['datatype', 'default'] })
  })

  it('reports errors with their position, in whatever form the server sends them', async () => {
    const message = 'compilation failed: error @2:3-2:9: undefined identifier x'
    const { refusal } = await source(() => json({ code: 'invalid', message }, 400))
    const text = 'a = 1\n  x |> y()'
    expect(await refusal(text)).toMatchObject({ message, position: text.indexOf('x |>') + 1 })
    const midway = await source(() =>
      csv(
        '#datatype,string,long',
        ',result,n',
        ',_result,1',
        '',
        '#datatype,string,string',
        ',error,reference',
        ',failed to read,897',
      ),
    )
    expect((await midway.refusal('a')).message).toBe('failed to read')
    const nothing = await source(() => ({ body: '\r\n' }))
    expect((await nothing.refusal('a')).message).toBe('Query completed but it returned no data.')
  })

  it('is not used any more when a query is cancelled', async () => {
    let isLeft = false
    const { cancelled, stub } = await source(
      (_, closed) =>
        new Promise((resolve) =>
          closed.addEventListener('abort', () => {
            isLeft = true
            resolve({})
          }),
        ),
    )
    expect(await cancelled('a', () => stub.calls.length === 1)).toBe(CANCELLED)
    await expect.poll(() => isLeft).toBe(true)
  })

  it('streams long responses', async () => {
    const { run } = await source(() => ({
      body: (async function* () {
        yield '#datatype,string,long\r\n,result,n\r\n'
        for (let n = 0; n < 30_000; n += 100) yield Array.from({ length: 100 }, (_, row) => `,_result,${n + row}\r\n`).join('')
      })(),
    }))
    const rows = await rowsOf(await run('a'))
    expect(rows.map(([, n]) => Number(n))).toEqual(Array.from({ length: 30_000 }, (_, n) => n))
  })

  it('can be tested, and lists measurements with their fields (DS-28)', async () => {
    const { context } = await source(({ body }) =>
      JSON.parse(body).query.startsWith('buckets()')
        ? csv('#datatype,string,string', ',result,name', ',_result,shop', ',_result,_monitoring')
        : csv(
            '#datatype,string,string,string',
            ',result,_measurement,_field',
            ',_result,cpu,load',
            ',_result,cpu,cores',
            ',_result,disk,free',
          ),
    )
    await influxdb.testConnection?.(context())
    const field = (name: string) => ({ name, type: 'field' })
    expect(await influxdb.getSchema?.(context())).toEqual([
      { name: 'shop.cpu', columns: [field('cores'), field('load')] },
      { name: 'shop.disk', columns: [field('free')] },
    ])
  })
})
