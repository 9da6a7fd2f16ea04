import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import { CANCELLED } from '../runner.ts'
import couchbase from './index.ts'

const LOGIN = { user: 'ada', password: 'a secret' }
const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(couchbase, ({ port }) => ({ ...LOGIN, host: '127.0.0.1', port: String(port) }), answer)

describe('Couchbase', () => {
  it('shows documents, with objects flattened one level', async () => {
    const results = [
      { shop: { id: 1, a: { b: 2 } }, n: 12345678901234567000 },
      { n: null, tags: ['x'] },
    ]
    const { read, stub } = await source(() => json({ requestID: 'r', results, status: 'success' }))
    expect(await read('SELECT * FROM shop')).toEqual({
      columns: [
        ['shop.id', 'integer'],
        ['shop.a', null],
        ['n', 'integer'],
        ['tags', null],
      ],
      rows: [
        [1n, '{"b":2}', '12345678901234567000', null],
        [null, null, null, '["x"]'],
      ],
    })
    expect(stub.calls[0]).toMatchObject({
      method: 'POST',
      path: '/query/service',
      headers: { authorization: basic('ada', 'a secret') },
    })
    expect((await (await source(() => json({ results: [1, 'x'] }))).read('SELECT RAW x')).rows).toEqual([['1'], ['x']])
  })

  it('reports errors of the server with their position', async () => {
    const errors = [{ code: 3000, msg: "syntax error - line 2, column 3, near 'x'" }]
    for (const status of [200, 400]) {
      const { refusal } = await source(() => json({ errors, status: 'fatal' }, status))
      expect(await refusal('SELECT\n  x')).toMatchObject({ message: errors[0]?.msg, position: 'SELECT\n  x'.indexOf('x') + 1 })
    }
  })

  it('lists the datasets of Analytics, which has its own ports, and cancels requests in its way', async () => {
    // The stub cannot listen on port 8095, so `:8095` becomes the end of a path.
    const atPort = ({ port }: { port: number }) => ({ ...LOGIN, host: `127.0.0.1:${port}/analytics`, port: '8095' })
    let running: string | null = null
    const { cancelled, context } = await stubbedSource(couchbase, atPort, ({ method, path, body }, closed) => {
      if (method === 'DELETE') {
        const asked = new URLSearchParams(body).get('client_context_id')
        const isKnown = path === '/analytics:8095/analytics/admin/active_requests' && asked === running
        running = null
        return { status: isKnown ? 200 : 404 }
      }
      const { statement, client_context_id: id } = JSON.parse(body)
      if (statement.includes('Metadata.`Dataset`')) return json({ results: ['shop.orders'] })
      running = id
      return new Promise((resolve) => closed.addEventListener('abort', () => resolve({})))
    })
    expect(await couchbase.getSchema?.(context())).toEqual([{ name: 'shop.orders', columns: [] }])
    expect(await cancelled('SELECT 1', () => running !== null)).toBe(CANCELLED)
    expect(running).toBeNull()
  })

  it('can be tested, and lists keyspaces (DS-28)', async () => {
    const { context } = await source(() => json({ results: ['shop', 'beer', 'shop'] }))
    await couchbase.testConnection?.(context())
    expect(await couchbase.getSchema?.(context())).toEqual([
      { name: 'beer', columns: [] },
      { name: 'shop', columns: [] },
    ])
  })
})

describe('the query service of Couchbase', () => {
  testSentValues({
    runner: couchbase,
    marker: /\$\d+/g,
    async source(answer) {
      const { run } = await source(({ body }) => {
        const { statement, args = [] } = JSON.parse(body)
        const cell = answer({ text: statement, values: args })
        return cell instanceof Error ? json({ errors: [{ msg: cell.message }] }, 400) : json({ results: [{ a: cell }] })
      })
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })
})
