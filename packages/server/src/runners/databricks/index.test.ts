import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import { CANCELLED } from '../runner.ts'
import databricks from './index.ts'

const STATEMENTS = '/api/2.0/sql/statements'
const source = (answer: (call: StubCall) => StubAnswer) =>
  stubbedSource(
    databricks,
    ({ url }) => ({ host: url, http_path: '/sql/1.0/warehouses/abc123', http_password: 'a token' }),
    (call) =>
      call.headers.authorization === 'Bearer a token'
        ? answer(call)
        : json({ error_code: 'UNAUTHENTICATED', message: 'Credential was not sent or was of an unsupported type.' }, 401),
  )
const state = (name: string, more = {}) => ({ statement_id: 's-1', status: { state: name }, ...more })
const column = (name: string, type_name: string, more = {}) => ({ name, type_name, type_text: type_name, ...more })
const done = (columns: object[], rows: (string | null)[][], next?: string) =>
  state('SUCCEEDED', {
    manifest: { schema: { columns } },
    result: { data_array: rows, ...(next ? { next_chunk_internal_link: next } : {}) },
  })

describe('Databricks', () => {
  it('waits, and reads chunk by chunk', async () => {
    const next = `${STATEMENTS}/s-1/result/chunks/1?row_offset=1`
    let looks = 0
    const { read, stub } = await source(({ method, path }) => {
      if (path.includes('/chunks/')) return json({ data_array: [[null]] })
      return json(
        method === 'POST' ? state('PENDING') : looks++ === 0 ? state('RUNNING') : done([column('n', 'LONG')], [['7']], next),
      )
    })
    expect(await read('SELECT *')).toEqual({ columns: [['n', 'integer']], rows: [[7n], [null]] })
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toMatchObject({
      statement: 'SELECT *',
      warehouse_id: 'abc123',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
      // While a request waits, its statement has no known id and cannot be cancelled.
      wait_timeout: '0s',
      // Without this limit, a larger result would make the statement fail.
      byte_limit: 25 * 1024 * 1024,
    })
    expect(stub.calls.at(-1)?.query.get('row_offset')).toBe('1')
  })

  it('runs statements one after the other, and says when a result was cut or there is none', async () => {
    const { run, refusal, stub } = await source(({ body }) =>
      json(
        body.includes('USE')
          ? state('SUCCEEDED')
          : {
              ...done([column('n', 'INT')], [['1']]),
              manifest: { schema: { columns: [column('n', 'INT')] }, truncated: true },
            },
      ),
    )
    const result = await run('USE shop; SELECT 1')
    expect(await rowsOf(result)).toEqual([[1n]])
    expect([result.metadata?.(), result.log?.()]).toEqual([
      { truncated: true },
      ['Databricks has cut the result short: it hands over 25 MB at most.'],
    ])
    expect(stub.calls.map(({ body }) => JSON.parse(body).statement)).toEqual(['USE shop', 'SELECT 1'])
    expect((await refusal('USE shop')).message).toBe('Query completed but it returned no data.')
  })

  it('reports errors of Databricks without the token', async () => {
    const message = '[TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found.'
    const { refusal } = await source(() =>
      json({ statement_id: 's', status: { state: 'FAILED', error: { error_code: 'BAD_REQUEST', message } } }),
    )
    expect((await refusal('SELECT * FROM x')).message).toBe(message)
    expect((await refusal('SELECT 1', { options: { http_password: 'a wrong token' } })).message).toBe(
      'Failed to execute query. 401: Credential was not sent or was of an unsupported type.',
    )
    expect((await refusal('SELECT 1', { options: { http_path: 'sql/protocolv1/o/1/2' } })).message).toMatch(
      /^The HTTP path should be that of an SQL warehouse/,
    )
  })

  it('is retried when it is busy', async () => {
    let times = 0
    const { read } = await source(() =>
      times++ === 0 ? { status: 429, headers: { 'retry-after': '0' } } : json(done([column('n', 'INT')], [['1']])),
    )
    expect((await read('SELECT 1')).rows).toEqual([[1n]])
  })

  it('is cancelled when the statement has ended, and not before', async () => {
    let isCancelling = false
    let looks = 0
    const { cancelled, stub } = await source(({ path, method }) => {
      if (path.endsWith('/cancel')) isCancelling = true
      if (path.endsWith('/cancel')) return { body: '' }
      return json(method === 'GET' && isCancelling && looks++ > 1 ? state('CANCELED') : state('RUNNING'))
    })
    expect(await cancelled('SELECT 1', () => stub.calls.some(({ method }) => method === 'GET'))).toBe(CANCELLED)
    expect(stub.calls.filter(({ path }) => path === `${STATEMENTS}/s-1/cancel`)).toHaveLength(1)
    expect(looks).toBeGreaterThan(1)
  })

  it('can be tested, and lists tables (DS-28)', async () => {
    const { context } = await source(() =>
      json(
        done(
          [column('a', 'STRING')],
          [
            ['main.shop.orders', 'id', 'bigint'],
            ['main.shop.orders', 'at', 'date'],
          ],
        ),
      ),
    )
    await databricks.testConnection?.(context())
    expect(await databricks.getSchema?.(context())).toEqual([
      {
        name: 'main.shop.orders',
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'at', type: 'date' },
        ],
      },
    ])
  })
})

describe('the statement execution API of Databricks', () => {
  testSentValues({
    runner: databricks,
    marker: /:sightline_\d+/g,
    async source(answer) {
      const { run } = await source(({ body }) => {
        const { statement, parameters = [] } = JSON.parse(body)
        const cell = answer({ text: statement, values: parameters.map(({ value }: { value: string }) => value) })
        return json(
          cell instanceof Error
            ? state('FAILED', { status: { state: 'FAILED', error: { message: cell.message } } })
            : done([column('a', 'STRING')], [[cell]]),
        )
      })
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })

  it('receives parameters by name, as strings (PARAM-73)', async () => {
    const { run, stub } = await source(() => json(done([column('n', 'INT')], [['1']])))
    await run("SELECT n FROM t WHERE a:b = 'c' AND d = 'it\\'s'", { bindsTexts: true })
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toMatchObject({
      statement: 'SELECT n FROM t WHERE a:b = :sightline_1 AND d = :sightline_2',
      parameters: [
        { name: 'sightline_1', value: 'c', type: 'STRING' },
        { name: 'sightline_2', value: "it's", type: 'STRING' },
      ],
    })
  })
})
