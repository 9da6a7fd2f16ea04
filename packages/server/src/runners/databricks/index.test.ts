import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StubAnswer, type StubCall, startStub } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import { failureOf } from '../conformance/runs.ts'
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

  it('reads all chunks that the result counts, also where they do not name the next one (OPEN-641)', async () => {
    const columns = [column('n', 'LONG')]
    const { read } = await source(({ method, path }) => {
      const [, chunk] = /\/chunks\/(\d)$/.exec(path) ?? []
      if (chunk) return json({ data_array: [[chunk]] })
      const whole = { ...done(columns, [['0']]), manifest: { schema: { columns }, total_chunk_count: 3 } }
      return json(method === 'POST' ? state('PENDING') : whole)
    })
    expect((await read('SELECT *')).rows).toEqual([[0n], [1n], [2n]])
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
    const result = await run('USE shop; DESCRIBE orders')
    expect(await rowsOf(result)).toEqual([[1n]])
    expect([result.metadata?.(), result.log?.()]).toEqual([
      { truncated: true },
      ['Databricks has cut the result short: it hands over 25 MB at most.'],
    ])
    expect(stub.calls.map(({ body }) => JSON.parse(body).statement)).toEqual(['USE shop', 'DESCRIBE orders'])
    expect((await refusal('USE shop')).message).toBe('Query completed but it returned no data.')
  })

  describe('a result of more than 25 MB', () => {
    const columns = [column('n', 'LONG'), column('s', 'STRING')]
    const cut = (rows: (string | null)[][]) => ({ ...done(columns, rows), manifest: { schema: { columns }, truncated: true } })
    const link = (url: string, path: string, next?: string) => ({
      external_links: [
        {
          external_link: `${url}${path}?signature=secret`,
          expiration: '2026-11-28T12:00:00Z',
          http_headers: { 'x-storage-key': 'a key' },
          ...(next ? { next_chunk_index: 1, next_chunk_internal_link: next } : {}),
        },
      ],
    })
    const ROWS = [
      [['9223372036854775807', 'naïve 🐘']],
      [
        [null, ''],
        ['2', null],
      ],
    ]
    const second = `${STATEMENTS}/s-2/result/chunks/1`

    /** A warehouse with a storage, which has its own URLs. */
    async function warehouse(storage: (call: StubCall) => StubAnswer, more: { sourceNetworks?: string[] } = {}) {
      const stub = await startStub((call) => storage(call))
      onTestFinished(() => stub.close())
      const found = await source(({ method, path, body }) => {
        if (path === second) return json(link(stub.url, '/part-1'))
        if (path.endsWith('/chunks/0')) return json(link(stub.url, '/renewed', second))
        if (method === 'POST' && body.includes('EXTERNAL_LINKS'))
          return json({
            ...state('SUCCEEDED'),
            statement_id: 's-2',
            manifest: { schema: { columns } },
            result: link(stub.url, '/part-0', second),
          })
        return json(cut([['1', 'inline']]))
      })
      const read = async (text: string) => {
        const result = await found.run(text, more)
        return { rows: await rowsOf(result), log: result.log?.(), truncated: result.metadata?.().truncated }
      }
      return { stub, warehouse: found.stub, context: found.context, read }
    }
    const parts = ({ path }: StubCall): StubAnswer => json(ROWS[path === '/part-1' ? 1 : 0])
    const whole = [
      [2n ** 63n - 1n, 'naïve 🐘'],
      [null, ''],
      [2n, null],
    ]

    it('is read whole from the storage of Databricks, which does not get the token (OPEN-385)', async () => {
      const { read, stub, warehouse: api } = await warehouse(parts)
      expect(await read('USE shop; SELECT n, s FROM t')).toEqual({ rows: whole, log: [], truncated: false })
      expect(stub.calls.map(({ path, headers }) => [path, headers.authorization, headers['x-storage-key']])).toEqual([
        ['/part-0', undefined, 'a key'],
        ['/part-1', undefined, 'a key'],
      ])
      const sent = api.calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body))
      expect(
        sent.map(({ statement, disposition, byte_limit: limit }) => [statement, disposition, limit !== undefined]),
      ).toEqual([
        ['USE shop', 'INLINE', true],
        ['SELECT n, s FROM t', 'INLINE', true],
        ['SELECT n, s FROM t', 'EXTERNAL_LINKS', false],
      ])
    })

    it('is read with a new link if one has expired (OPEN-385)', async () => {
      const { read, stub } = await warehouse((call) =>
        call.path === '/part-0' ? { status: 403, body: '<Error/>' } : parts(call),
      )
      expect((await read('SELECT n, s FROM t')).rows).toEqual(whole)
      expect(stub.calls.map(({ path }) => path)).toEqual(['/part-0', '/renewed', '/part-1'])
    })

    it('is cut short if the storage cannot be reached, and says why, without the link (OPEN-385)', async () => {
      const note = 'Databricks has cut the result short: it hands over 25 MB at most. The whole result could not be read: '
      const refused = await (await warehouse(() => ({ status: 500 }))).read('SELECT n, s FROM t')
      expect(refused).toEqual({
        rows: [[1n, 'inline']],
        log: [`${note}The storage of Databricks has refused a link to the result: 500.`],
        truncated: true,
      })
      const { read, stub } = await warehouse(parts, { sourceNetworks: [] })
      const elsewhere = await read('SELECT n, s FROM t')
      expect(elsewhere).toMatchObject({ rows: [[1n, 'inline']], truncated: true })
      expect(elsewhere.log?.[0]).toMatch(/^Databricks has cut .* could not be read: /)
      expect(elsewhere.log?.[0]).not.toMatch(/signature|secret/)
      expect(stub.calls).toEqual([])
    })

    it('of a statement that may change something is not run again (OPEN-385)', async () => {
      const { read, warehouse: api } = await warehouse(parts)
      expect(await read('CALL report()')).toMatchObject({ rows: [[1n, 'inline']], truncated: true })
      expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
    })

    it('is read whole for the schema, too, or as far as it is at hand (OPEN-841)', async () => {
      const columnsIn = ({ path }: StubCall) => json([[path === '/part-1' ? 'main.shop.b' : 'main.shop.a', 'id', 'int']])
      const { context } = await warehouse(columnsIn)
      const namesIn = async (more = {}) => (await databricks.getSchema?.(context(more)))?.map(({ name }) => name)
      expect(await namesIn()).toEqual(['main.shop.a', 'main.shop.b'])
      expect(await namesIn({ sourceNetworks: [] })).toEqual(['1'])
    })

    it('ends with an error if a later part cannot be read (OPEN-385)', async () => {
      const { read } = await warehouse((call) => (call.path === '/part-1' ? { status: 503 } : parts(call)))
      expect((await failureOf(read('SELECT n, s FROM t'))).message).toBe(
        'The storage of Databricks has refused a link to the result: 503.',
      )
    })
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

  it('lists 200,000 columns that arrive in one chunk (OPEN-841)', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => ['main.shop.wide', `c${at}`, 'int'])
    const { context } = await source(() => json(done([column('a', 'STRING')], rows)))
    expect((await databricks.getSchema?.(context()))?.[0]?.columns).toHaveLength(rows.length)
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
