import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import { CANCELLED } from '../runner.ts'
import pinot from './index.ts'

const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(
    pinot,
    ({ port, url }) => ({
      brokerHost: '127.0.0.1',
      brokerPort: port,
      controllerURI: url,
      username: 'ada',
      password: 'a secret',
    }),
    answer,
  )
const table = (columns: Record<string, string>, rows: unknown[][]) => ({
  resultTable: { dataSchema: { columnNames: Object.keys(columns), columnDataTypes: Object.values(columns) }, rows },
  exceptions: [],
})

describe('Pinot', () => {
  it('returns rows with the types that the server declares', async () => {
    const columns = {
      n: 'LONG',
      x: 'DOUBLE',
      d: 'BIG_DECIMAL',
      b: 'BOOLEAN',
      t: 'TIMESTAMP',
      s: 'STRING',
      j: 'JSON',
      a: 'INT_ARRAY',
    }
    const row = [3, 'NaN', '1.10', true, '2024-02-29 10:00:00.5', 'ü', '{"a":1}', [1, 2]]
    const { read, stub } = await source(() => json(table(columns, [row])))
    expect(await read('SELECT * FROM t')).toEqual({
      columns: [
        ['n', 'integer'],
        ['x', 'float'],
        ['d', 'float'],
        ['b', 'boolean'],
        ['t', 'datetime'],
        ['s', 'string'],
        ['j', null],
        ['a', null],
      ],
      rows: [[3n, Number.NaN, '1.10', true, '2024-02-29T10:00:00.500', 'ü', '{"a":1}', '[1,2]']],
    })
    expect(stub.calls[0]).toMatchObject({
      method: 'POST',
      path: '/query/sql',
      body: expect.stringMatching(
        /^\{"sql":"SELECT \* FROM t\\n\/\* ([0-9a-f-]{36}) \*\/","queryOptions":"clientQueryId=\1"\}$/,
      ),
      headers: { authorization: basic('ada', 'a secret') },
    })
  })

  it('keeps all digits of decimals that come as numbers, and doubles as they are (OPEN-349)', async () => {
    const dataSchema = '{"columnNames":["d","x"],"columnDataTypes":["BIG_DECIMAL","DOUBLE"]}'
    const rows =
      '[[-123456789012345678901234567890.5,0.30000000000000004],[0.12345678901234567891,1],[123456789012345678901,2.5]]'
    const { read } = await source(() => ({
      body: `{"resultTable":{"dataSchema":${dataSchema},"rows":${rows}},"exceptions":[]}`,
    }))
    expect((await read('SELECT d, x FROM t')).rows).toEqual([
      ['-123456789012345678901234567890.5', 0.30000000000000004],
      ['0.12345678901234567891', 1],
      ['123456789012345678901', 2.5],
    ])
  })

  it('reports errors, and what is missing', async () => {
    const failing = await source(() => json({ exceptions: [{ errorCode: 190, message: 'TableDoesNotExistError' }] }))
    expect((await failing.refusal('SELECT 1')).message).toBe('TableDoesNotExistError')
    const { run } = await source(() => json({ ...table({ n: 'INT' }, [[1]]), partialResult: true }))
    expect((await run('SELECT 1')).log?.()).toEqual(['Some servers of Pinot did not answer: the result is not complete.'])
  })

  it('reports what went wrong without the stack trace of the server, at its place (OPEN-347)', async () => {
    const refusal = async (message: string, text: string) =>
      (await source(() => json({ exceptions: [{ errorCode: 1, message }] }))).refusal(text)
    const at = '\tat org.apache.pinot.broker.Handler.fix(Handler.java:1499)'
    const unknown = "UnknownColumnError:\norg.apache.pinot.spi.exception.BadQueryRequestException: Unknown columnName 'x' found"
    expect((await refusal(`${unknown}\n${at}\n${at}`, 'SELECT x FROM t')).message).toBe(
      "UnknownColumnError: Unknown columnName 'x' found",
    )
    const text = 'SELECT 1 AS n,\n  FROM t'
    const parsing = `SQLParsingError:\norg.apache.pinot.sql.parsers.SqlCompilationException: Caught exception while parsing query: ${text}`
    const cause = 'Caused by: org.apache.pinot.sql.parsers.parser.ParseException: Encountered "FROM" at line 2, column 3.'
    const failure = await refusal([parsing, at, '...', cause, 'Was expecting one of:', at].join('\n'), text)
    expect(failure.message).toBe('SQLParsingError: Encountered "FROM" at line 2, column 3.')
    expect(failure.position).toBe(text.indexOf('FROM') + 1)
    expect((await refusal(`QueryExecutionError:\njava.lang.NullPointerException\n${at}`, text)).message).toBe(
      'QueryExecutionError:',
    )
  })

  it('cancels the query at the broker, and waits until it is gone (OPEN-812)', async () => {
    let asked = 0
    const { cancelled, stub } = await source(({ method, path }, closed) =>
      method === 'DELETE'
        ? json('Cancelled client query')
        : path === '/queries'
          ? json(asked++ === 0 ? { 7: stub.calls[0]?.body } : {})
          : new Promise((resolve) => closed.addEventListener('abort', () => resolve({}))),
    )
    expect(await cancelled('SELECT 1', () => stub.calls.length === 1)).toBe(CANCELLED)
    const [, id] = /clientQueryId=([^"]+)/.exec(stub.calls[0]?.body ?? '') ?? []
    expect(stub.calls[1]).toMatchObject({ method: 'DELETE', path: `/query/${id}` })
    expect(stub.calls[1]?.query.get('client')).toBe('true')
    expect(asked).toBe(2)
  })

  it('finds the query by its text at a broker that does not know the id of the client (OPEN-812)', async () => {
    const deleted: string[] = []
    const { cancelled, stub } = await source(({ method, path }, closed) => {
      const mine = JSON.parse(stub.calls[0]?.body ?? '{}').sql
      if (path === '/queries') return json(deleted.includes('/query/8') ? { 7: 'SELECT 1' } : { 7: 'SELECT 1', 8: mine })
      if (method === 'POST') return new Promise((resolve) => closed.addEventListener('abort', () => resolve({})))
      deleted.push(path)
      return path === '/query/8' ? json('Cancelled query') : { status: 404, body: 'no such path' }
    })
    expect(await cancelled('SELECT 1', () => stub.calls.length === 1)).toBe(CANCELLED)
    expect(deleted).toEqual([expect.stringMatching(/^\/query\/[0-9a-f-]{36}$/), '/query/8'])
  })

  it('reports that it is unknown whether a cancelled query has stopped', async () => {
    const { cancelled, stub } = await source(({ method }, closed) =>
      method === 'DELETE'
        ? { status: 500, body: 'Query cancellation is not enabled on the broker.' }
        : new Promise((resolve) => closed.addEventListener('abort', () => resolve({}))),
    )
    expect(await cancelled('SELECT 1', () => stub.calls.length === 1)).toMatch(
      /The data source did not confirm that it has stopped/,
    )
  })

  it('can be tested, and lists tables with their columns (DS-28)', async () => {
    const { context } = await source(({ path }) =>
      json(
        path === '/tables'
          ? { tables: ['b', 'a'] }
          : path === '/query/sql'
            ? table({ n: 'INT' }, [[1]])
            : {
                dimensionFieldSpecs: [{ name: 'x', dataType: 'STRING' }],
                dateTimeFieldSpecs: [{ name: 't', dataType: 'LONG' }],
              },
      ),
    )
    await pinot.testConnection?.(context())
    const columns = [
      { name: 'x', type: 'STRING' },
      { name: 't', type: 'LONG' },
    ]
    expect(await pinot.getSchema?.(context())).toEqual([
      { name: 'a', columns },
      { name: 'b', columns },
    ])
  })
})
