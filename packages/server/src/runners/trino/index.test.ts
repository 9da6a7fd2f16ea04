import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import presto from '../presto/index.ts'
import { CANCELLED, type Session } from '../runner.ts'
import trino from './index.ts'

type Reply = (call: StubCall) => Record<string, unknown>

/** Answers a statement in pages: each names where the next one is, by the name of another host, as behind a proxy. */
const coordinator =
  (pages: readonly Record<string, unknown>[]) =>
  (call: StubCall): StubAnswer => {
    if (call.method === 'DELETE') return { status: 204 }
    const page = Number(/\/page\/(\d+)/.exec(call.path)?.[1] ?? 0)
    const next = page + 1 < pages.length ? { nextUri: `http://inner.example:8080/v1/statement/q/page/${page + 1}?slug=x` } : {}
    return json({ id: 'q7', ...next, ...pages[page] })
  }
const options = ({ port }: { port: number }) => ({
  host: '127.0.0.1',
  port,
  username: 'ada',
  password: 'a secret',
  catalog: 'hive',
  schema: 'shop',
})
const source = (pages: Record<string, unknown>[] | Reply) =>
  stubbedSource(trino, options, typeof pages === 'function' ? (call) => json(pages(call)) : coordinator(pages))

describe('Trino', () => {
  it('follows the pages of an answer, on the server of the source alone', async () => {
    const columns = [{ name: 'n', type: 'bigint' }]
    const { read, stub } = await source([{}, { columns }, { columns, data: [[1], [2]] }, { columns, data: [[3]] }])
    expect(await read('SELECT n FROM t;')).toEqual({ columns: [['n', 'integer']], rows: [[1n], [2n], [3n]] })
    expect(stub.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/statement',
      'GET /v1/statement/q/page/1',
      'GET /v1/statement/q/page/2',
      'GET /v1/statement/q/page/3',
    ])
    expect(stub.calls[0]).toMatchObject({
      body: 'SELECT n FROM t',
      headers: {
        'x-trino-user': 'ada',
        'x-trino-catalog': 'hive',
        'x-trino-schema': 'shop',
        'x-trino-source': 'redash',
        authorization: basic('ada', 'a secret'),
      },
    })
    expect(stub.calls[1]?.query.get('slug')).toBe('x')
  })

  it('keeps every type as it is', async () => {
    const values: [string, unknown, unknown, string][] = [
      ['boolean', true, true, 'boolean'],
      ['integer', -1, -1n, 'int64'],
      ['double', 'NaN', Number.NaN, 'double'],
      ['decimal(5,2)', '1.50', '1.50', 'decimal'],
      ['decimal(38,0)', '12345678901234567890123456789012345678', '12345678901234567890123456789012345678', 'decimal'],
      ['varchar(10)', 'Grüße', 'Grüße', 'text'],
      ['varbinary', 'AP8=', '00ff', 'text'],
      ['date', '2024-02-29', '2024-02-29', 'date'],
      ['timestamp(3)', '2024-02-29 10:00:00.123', '2024-02-29T10:00:00.123', 'timestamp'],
      ['timestamp(9)', '2024-02-29 10:00:00.123456789', '2024-02-29 10:00:00.123456789', 'text'],
      ['timestamp(3) with time zone', '2024-02-29 10:00:00.123 Europe/Oslo', '2024-02-29 10:00:00.123 Europe/Oslo', 'text'],
      ['array(bigint)', [1, null], '[1,null]', 'json'],
      ['map(varchar, bigint)', { a: 1 }, '{"a":1}', 'json'],
      ['row(a bigint, b varchar)', [1, 'x'], '[1,"x"]', 'json'],
      ['json', '{"a":1}', '{"a":1}', 'json'],
      ['uuid', '12151fd2-7586-11e9-8f9e-2a86e4085a59', '12151fd2-7586-11e9-8f9e-2a86e4085a59', 'text'],
      ['interval day to second', '0 00:00:01.000', '0 00:00:01.000', 'text'],
      ['bigint', null, null, 'int64'],
    ]
    const columns = values.map(([type], index) => ({ name: `c${index}`, type }))
    const { run } = await source([{ columns, data: [values.map(([, sent]) => sent)] }])
    const result = await run('SELECT *')
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(values.map(([, , , kind]) => kind))
    expect(await rowsOf(result)).toEqual([values.map(([, , read]) => read)])
  })

  it('says what the server says, with the place in the whole text', async () => {
    const error = { message: "line 2:8: Column 'x' cannot be resolved", errorLocation: { lineNumber: 2, columnNumber: 8 } }
    const { refusal } = await source(({ body }) => (body.includes('x') ? { id: 'q', error } : { id: 'q' }))
    const text = 'SELECT 1;\nSELECT a,\n       x FROM t'
    expect(await refusal(text)).toMatchObject({ message: error.message, position: text.indexOf('x FROM') + 1 })
    expect((await refusal('CREATE TABLE t (a int)')).message).toBe('Query completed but it returned no data.')
    expect((await refusal('SELECT 1', { options: { impersonation: true } })).message).toMatch(
      /^Impersonation is not supported\./,
    )
  })

  it('tells the server to stop before it says so, and from elsewhere as well', async () => {
    const { cancelled, stub, run, context } = await source([
      {},
      { columns: [{ name: 'n', type: 'bigint' }], data: [[1]] },
      ...Array(500).fill({}),
    ])
    expect(await cancelled('SELECT 1', () => stub.calls.length > 3)).toBe(CANCELLED)
    const deleted = stub.calls.filter(({ method }) => method === 'DELETE')
    expect(deleted.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/v1\/statement\/q\/page\/\d+$/)])
    const sessions: Session[] = []
    const { batches } = await run('SELECT 1', { onSession: (session) => sessions.push(session) })
    for await (const _ of batches) break
    expect(stub.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
    await trino.stop?.(sessions[0] ?? {}, context())
    expect(stub.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/query/q7' })
  })

  it('can be tested, and lists tables, those of all catalogs where none is chosen (DS-28)', async () => {
    const data = [
      ['shop', 'orders', 'id', 'bigint'],
      ['shop', 'orders', 'at', 'date'],
    ]
    const { context } = await source(({ body }) => ({
      id: 'q',
      columns: [],
      data: body === 'SHOW CATALOGS' ? [['hive'], ['system']] : data,
    }))
    await trino.testConnection?.(context())
    const columns = [
      { name: 'id', type: 'bigint' },
      { name: 'at', type: 'date' },
    ]
    expect(await trino.getSchema?.(context())).toEqual([{ name: 'shop.orders', columns }])
    expect(await trino.getSchema?.(context({ options: { catalog: '' } }))).toEqual([{ name: 'hive.shop.orders', columns }])
  })
})

describe('Presto', () => {
  it('is asked the same way, with headers of its own', async () => {
    const { read, stub } = await stubbedSource(
      presto,
      ({ port }) => ({ host: '127.0.0.1', port }),
      coordinator([{}, { columns: [{ name: 'n', type: 'varchar' }], data: [['x']] }]),
    )
    expect((await read('SELECT 1')).rows).toEqual([['x']])
    expect(stub.calls[0]?.headers).toMatchObject({ 'x-presto-user': 'sightline', 'x-presto-source': 'sightline' })
    expect(stub.calls[0]?.headers.authorization).toBeUndefined()
  })
})
