import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import axibase from './index.ts'

const options = ({ port }: { port: number }) => ({
  protocol: 'http',
  hostname: '127.0.0.1',
  port,
  username: 'ada',
  password: 'a secret',
  expression: "name LIKE 'cpu*'",
  limit: 10,
})
const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(axibase, options, answer)

const columns = [
  { columnIndex: 1, name: 'tbl.datetime', titles: 'at', datatype: 'xsd:dateTimeStamp' },
  { columnIndex: 2, name: 'value', titles: 'value', datatype: 'double' },
  { columnIndex: 3, name: 'count(*)', datatype: 'bigint' },
  { columnIndex: 4, name: 'entity', datatype: 'string' },
]

describe('Axibase TSD', () => {
  it('returns rows with the types that the server declares', async () => {
    const data = [
      ['2024-02-29T10:00:00.000Z', 0.5, 3, 'ü'],
      [null, 'NaN', null, null],
    ]
    const { read, stub } = await source(() => json({ metadata: { tableSchema: { columns } }, data }))
    expect(await read('SELECT 1')).toEqual({
      columns: [
        ['at', 'datetime'],
        ['value', 'float'],
        ['count(*)', 'integer'],
        ['entity', 'string'],
      ],
      rows: [
        ['2024-02-29T10:00:00.000', 0.5, 3n, 'ü'],
        [null, Number.NaN, null, null],
      ],
    })
    expect(stub.calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/sql',
      headers: { authorization: basic('ada', 'a secret') },
    })
    expect(stub.calls[0]?.body).toMatch(/^q=SELECT\+1&queryId=[-0-9a-f]+&outputFormat=json$/)
  })

  it('reports errors of the server', async () => {
    const { refusal } = await source(() =>
      json({ errors: [{ message: "Syntax error at line 1 position 7: extraneous input 'x'" }] }, 400),
    )
    expect((await refusal('SELECT x')).message).toBe(
      "Failed to execute query. 400: Syntax error at line 1 position 7: extraneous input 'x'",
    )
  })

  it('can be tested, and lists the metrics that pass its filter (DS-28)', async () => {
    const { context, stub } = await source(({ path }) =>
      json(
        path === '/api/v1/metrics'
          ? [{ name: 'cpu_busy' }, { name: 'cpu "x"' }]
          : { metadata: { tableSchema: { columns: [] } }, data: [] },
      ),
    )
    await axibase.testConnection?.(context())
    const schema = await axibase.getSchema?.(context())
    expect(schema?.map(({ name }) => name)).toEqual(['"cpu ""x"""', '"cpu_busy"'])
    expect(schema?.[0]?.columns.map(({ name }) => name)).toEqual([
      'entity',
      'datetime',
      'time',
      'metric',
      'value',
      'text',
      'tags',
      'entity.tags',
      'metric.tags',
    ])
    expect(Object.fromEntries(stub.calls.at(-1)?.query ?? [])).toEqual({ expression: "name LIKE 'cpu*'", limit: '10' })
  })
})
