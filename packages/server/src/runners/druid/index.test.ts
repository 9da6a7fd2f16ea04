import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import { failureOf } from '../conformance/runs.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import { CANCELLED } from '../runner.ts'
import druid from './index.ts'

const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(druid, ({ port }) => ({ host: '127.0.0.1', port, user: 'ada', password: 'a secret' }), answer)
const lines = (...rows: unknown[]): StubAnswer => ({ body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n\n` })

/** Calls the stub some times, one after the other. */
async function looks(url: string): Promise<void> {
  for (let look = 0; look < 20; look++) await fetch(`${url}/look`)
}

describe('Druid', () => {
  it('reports a cancel once the server has answered the query (OPEN-833)', async () => {
    const events: string[] = []
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { run, stub } = await source(async ({ method, path }) => {
      if (path === '/look') return json({})
      if (method === 'DELETE') {
        events.push('accepted')
        return { status: 202 }
      }
      await mayEnd
      return json({ errorMessage: 'Query cancelled' }, 500)
    })
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT n FROM t', { signal: stop.signal }))
    const reported = outcome.then(({ message }) => events.push(message))
    await expect.poll(() => stub.calls.length).toBe(1)
    stop.abort()
    await expect.poll(() => events).toEqual(['accepted'])
    // Long enough for a report that comes too early.
    await looks(stub.url)
    events.push('ended')
    end()
    await reported
    expect(events).toEqual(['accepted', 'ended', CANCELLED])
  })

  it('does not run a query with bound texts again when its cancel ends it (OPEN-833)', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { context, stub } = await source(async ({ method, path }) => {
      if (path === '/look') return json({})
      if (method === 'DELETE') {
        end()
        // Long enough for another run, before the cancel is confirmed.
        await looks(stub.url)
        return { status: 202 }
      }
      await mayEnd
      return json({ errorMessage: 'Query cancelled' }, 500)
    })
    const queries = () => stub.calls.filter(({ method }) => method === 'POST')
    const stop = new AbortController()
    const outcome = failureOf(druid.run("SELECT n FROM t WHERE s = 'a'", context({ signal: stop.signal, bindsTexts: true })))
    await expect.poll(() => queries().length).toBe(1)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(queries()).toHaveLength(1)
  })

  it('streams rows line by line, with types', async () => {
    const { read, stub } = await source(() =>
      lines(
        ['__time', 'n', 'x', 's', 'a', 'd'],
        ['LONG', 'LONG', 'DOUBLE', 'STRING', 'ARRAY<LONG>', 'LONG'],
        ['TIMESTAMP', 'BIGINT', 'DOUBLE', 'VARCHAR', 'ARRAY', 'DATE'],
        ['2024-02-29T10:00:00.000Z', 3, 0.5, 'ü', [1], '2024-02-29T00:00:00.000Z'],
        [null, null, null, '', null, null],
      ),
    )
    expect(await read('SELECT * FROM t;')).toEqual({
      columns: [
        ['__time', 'datetime'],
        ['n', 'integer'],
        ['x', 'float'],
        ['s', 'string'],
        ['a', null],
        ['d', 'date'],
      ],
      rows: [
        ['2024-02-29T10:00:00.000', 3n, 0.5, 'ü', '[1]', '2024-02-29'],
        [null, null, null, '', null, null],
      ],
    })
    expect(stub.calls[0]?.headers.authorization).toBe(basic('ada', 'a secret'))
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toMatchObject({
      query: 'SELECT * FROM t',
      resultFormat: 'arrayLines',
      header: true,
      typesHeader: true,
      sqlTypesHeader: true,
      context: { sqlStringifyArrays: false },
    })
  })

  it('reads JSON columns, which come as text, and decimals, which are doubles (OPEN-348)', async () => {
    const { read } = await source(() =>
      lines(
        ['j', 'n', 'sketch'],
        ['COMPLEX<json>', 'DOUBLE', 'COMPLEX<HLLSketch>'],
        ['OTHER', 'DECIMAL', 'OTHER'],
        ['{"a":9007199254740993}', 2, 'AgEHDAMA'],
        ['"a text"', 2.5, null],
      ),
    )
    expect(await read('SELECT * FROM t')).toEqual({
      columns: [
        ['j', null],
        ['n', 'float'],
        ['sketch', 'string'],
      ],
      rows: [
        ['{"a":9007199254740993}', 2, 'AgEHDAMA'],
        ['"a text"', 2.5, null],
      ],
    })
  })

  it('has columns without rows, and notices a response that is cut off', async () => {
    expect(await (await source(() => lines(['n'], ['LONG'], ['BIGINT']))).read('SELECT 1')).toEqual({
      columns: [['n', 'integer']],
      rows: [],
    })
    const cut = await source(() => ({ body: '["n"]\n["LONG"]\n["BIGINT"]\n[1]' }))
    expect((await cut.refusal('SELECT 1')).message).toBe('The connection to the server was lost.')
  })

  it('reports errors of the server with their position', async () => {
    const errorMessage = 'Column [y] not found in any table (line [2], column [8])'
    const { refusal } = await source(() => json({ error: 'druidException', errorCode: 'invalidInput', errorMessage }, 400))
    const text = 'SELECT x,\n       y FROM t'
    expect(await refusal(text)).toMatchObject({ message: errorMessage, position: text.indexOf('y FROM') + 1 })
    expect((await refusal('SELECT 1; SELECT 2')).message).toBe('Druid runs one statement at a time.')
  })

  it('can be tested, and lists tables with their columns (DS-28)', async () => {
    const { context } = await source(() =>
      lines(['t', 'c', 'd'], [], [], ['druid.b', 'x', 'BIGINT'], ['druid.a', '__time', 'TIMESTAMP']),
    )
    await druid.testConnection?.(context())
    expect(await druid.getSchema?.(context())).toEqual([
      { name: 'druid.a', columns: [{ name: '__time', type: 'TIMESTAMP' }] },
      { name: 'druid.b', columns: [{ name: 'x', type: 'BIGINT' }] },
    ])
  })
})

describe('the SQL API of Druid', () => {
  testSentValues({
    runner: druid,
    marker: /\?/g,
    async source(answer) {
      const { run } = await source(({ body }) => {
        const { query, parameters = [] } = JSON.parse(body)
        const values = parameters.map(({ type, value }: { type: string; value: string }) => (type === 'VARCHAR' ? value : type))
        const cell = answer({ text: query, values })
        return cell instanceof Error ? json({ errorMessage: cell.message }, 400) : lines(['a'], ['STRING'], ['VARCHAR'], [cell])
      })
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })
})
