import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import presto from '../presto/index.ts'
import { NO_DATA } from '../runner.ts'
import trino from './index.ts'

type Reply = (call: StubCall) => Record<string, unknown>

/** Answers a statement in pages. The URL of the next page names another host, as behind a proxy. */
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
  it('follows the pages of a response, on the server of the source only', async () => {
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
        // Without it the server rounds times to milliseconds.
        'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
        authorization: basic('ada', 'a secret'),
      },
    })
    expect(stub.calls[1]?.query.get('slug')).toBe('x')
  })

  it('says that a statement without rows returned no data, though the server lists no columns for it (OPEN-323)', async () => {
    const { refusal } = await source([{}, { columns: [], updateType: 'DROP TABLE' }])
    expect((await refusal('DROP TABLE t')).message).toBe(NO_DATA)
  })

  it('sends the time zone of the session (DS-31)', async () => {
    const { run, stub } = await source([{ columns: [{ name: 'n', type: 'bigint' }], data: [[1]] }])
    await run('SELECT 1', { timeZone: 'Asia/Kolkata' })
    await run('SELECT 1')
    expect(stub.calls.map(({ headers }) => headers['x-trino-time-zone'])).toEqual(['Asia/Kolkata', undefined])
  })

  it('sends the session headers that earlier statements have set', async () => {
    const left: Record<string, Record<string, string>> = {
      'USE lake.sales': { 'x-trino-set-catalog': 'lake', 'x-trino-set-schema': 'sales' },
      'SET SESSION a = 1': { 'x-trino-set-session': 'a=1' },
      'SET SESSION b = 2': { 'x-trino-set-session': 'b=2' },
      'RESET SESSION a': { 'x-trino-clear-session': 'a' },
      'PREPARE p FROM SELECT 1': { 'x-trino-added-prepare': 'p=SELECT+1' },
      'SET ROLE admin': { 'x-trino-set-role': 'lake=ROLE%7Badmin%7D' },
    }
    const columns = [{ name: 'n', type: 'bigint' }]
    const { read, stub } = await stubbedSource(trino, options, ({ body }) => ({
      headers: left[body] ?? {},
      body: { id: 'q', columns, data: [[1]] },
    }))
    await read(`${Object.keys(left).join(';')};SELECT 1`)
    const sent = (at: number, name: string) => stub.calls.at(at)?.headers[`x-trino-${name}`]
    expect([sent(0, 'catalog'), sent(0, 'session'), sent(3, 'session')]).toEqual(['hive', undefined, 'a=1,b=2'])
    expect(['catalog', 'schema', 'session', 'prepared-statement', 'role'].map((name) => sent(-1, name))).toEqual([
      'lake',
      'sales',
      'b=2',
      'p=SELECT+1',
      'lake=ROLE%7Badmin%7D',
    ])
  })

  it('retries after gateway errors, and after no other failure', async () => {
    const troubles = [502, 503, 504]
    const { read, refusal, stub } = await stubbedSource(trino, options, ({ body }) => {
      const status = body === 'SELECT 2' ? 500 : troubles.shift()
      if (status !== undefined) return { status, body: 'trouble' }
      return { body: { id: 'q', columns: [{ name: 'n', type: 'bigint' }], data: [[1]] } }
    })
    expect((await read('SELECT 1')).rows).toEqual([[1n]])
    expect(stub.calls).toHaveLength(4)
    expect((await refusal('SELECT 2')).message).toBe('Failed to execute query. 500: trouble')
    expect(stub.calls).toHaveLength(5)
  })

  it('reports errors of the server with their position in the whole text', async () => {
    const error = { message: "line 2:8: Column 'x' cannot be resolved", errorLocation: { lineNumber: 2, columnNumber: 8 } }
    const { refusal } = await source(({ body }) => (body.includes('x') ? { id: 'q', error } : { id: 'q' }))
    const text = 'SELECT 1;\nSELECT a,\n       x FROM t'
    expect(await refusal(text)).toMatchObject({ message: error.message, position: text.indexOf('x FROM') + 1 })
    expect((await refusal('CREATE TABLE t (a int)')).message).toBe('Query completed but it returned no data.')
    expect((await refusal('SELECT 1', { options: { impersonation: true } })).message).toMatch(
      /^Impersonation is not supported\./,
    )
  })

  it('fails its test for a catalog or schema that does not exist (DS-24)', async () => {
    const { context, stub } = await source(({ body }) =>
      body.includes('"nowhere"')
        ? { id: 'q', error: { message: "Catalog 'nowhere' not found" } }
        : { id: 'q', columns: [], data: body.includes("'shop'") ? [['shop']] : [] },
    )
    const test = async (options: Record<string, unknown>) => trino.testConnection?.(context({ options }))
    await test({ catalog: 'hive', schema: 'Shop' })
    await test({ catalog: 'hive', schema: '' })
    await test({ catalog: '', schema: '' })
    expect(stub.calls.at(-1)?.body).toBe('SELECT 1')
    await expect(test({ catalog: 'nowhere' })).rejects.toThrow("Catalog 'nowhere' not found")
    await expect(test({ catalog: 'hive', schema: "sho'p" })).rejects.toThrow(
      'There is no schema "sho\'p" in the catalog "hive".',
    )
    expect(stub.calls.at(-1)?.body).toContain("'sho''p'")
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

  it('reads the tables of several catalogs at the same time, up to the first that fails (OPEN-810)', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `c${at}`)
    const catalogIn = (body: string) => /"(\w+)"\.information_schema/.exec(body)?.[1] ?? ''
    const { promise: secondIsAsked, resolve } = Promise.withResolvers<void>()
    let failing = ''
    const { context, stub } = await stubbedSource(trino, options, async ({ body }) => {
      if (body === 'SHOW CATALOGS') return json({ id: 'q', columns: [], data: names.map((name) => [name]) })
      const catalog = catalogIn(body)
      if (catalog === failing) return json({ id: 'q', error: { message: `${catalog} is out of order` } })
      if (catalog === 'c1') resolve()
      if (catalog === 'c0') await secondIsAsked
      return json({ id: 'q', columns: [], data: [['shop', 'orders', 'id', catalog]] })
    })
    const read = () => trino.getSchema?.(context({ options: { catalog: '' } }))
    expect(await read()).toEqual(
      names.toSorted().map((name) => ({ name: `${name}.shop.orders`, columns: [{ name: 'id', type: name }] })),
    )
    failing = 'c2'
    stub.calls.length = 0
    await expect(read()).rejects.toThrow('c2 is out of order')
    expect(stub.calls.map(({ body }) => catalogIn(body))).not.toContain('c19')
  })

  it('lists 200,000 columns that arrive in one page (OPEN-841)', async () => {
    const data = Array.from({ length: 200_000 }, (_, at) => ['shop', 'wide', `c${at}`, 'bigint'])
    const { context } = await source(() => ({ id: 'q', columns: [], data }))
    expect((await trino.getSchema?.(context()))?.[0]?.columns).toHaveLength(data.length)
  })
})

describe('Presto', () => {
  it('uses the same protocol, with its own headers', async () => {
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
