import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import { CANCELLED } from '../runner.ts'
import neo4j from './index.ts'

const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(neo4j, ({ url }) => ({ url, password: 'a secret' }), answer)
const answer = (fields: string[], values: unknown[][]): StubAnswer => json({ data: { fields, values }, bookmarks: [] }, 202)

describe('Neo4j', () => {
  it('shows what a statement returns, with nodes as JSON, and runs it read-only', async () => {
    const node = { elementId: '4:x:0', labels: ['Person'], properties: { name: 'Ada' } }
    const { read, stub } = await source(() => answer(['n', 'age', 'none'], [[node, 42, null]]))
    expect(await read('MATCH (n) RETURN n, n.age AS age')).toEqual({
      columns: [
        ['n', null],
        ['age', 'integer'],
        ['none', null],
      ],
      rows: [[JSON.stringify(node), 42n, null]],
    })
    expect(stub.calls[0]).toMatchObject({
      method: 'POST',
      path: '/db/neo4j/query/v2',
      headers: { authorization: basic('neo4j', 'a secret') },
    })
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toEqual({ statement: 'MATCH (n) RETURN n, n.age AS age', accessMode: 'Read' })
  })

  it('reports errors of the server with their position', async () => {
    const message = 'Variable `m` not defined (line 1, column 18 (offset: 17))'
    const failing = await source(() => json({ errors: [{ code: 'Neo.ClientError.Statement.SyntaxError', message }] }, 400))
    expect(await failing.refusal('MATCH (n) RETURN m')).toMatchObject({ message, position: 18 })
    const writing = await source(() => json({ errors: [{ message: 'Writing in read access mode not allowed.' }] }, 202))
    expect((await writing.refusal('CREATE (n)')).message).toBe('Writing in read access mode not allowed.')
    expect((await (await source(() => answer([], []))).refusal('RETURN')).message).toBe(
      'Query completed but it returned no data.',
    )
  })

  it('uses a read-only transaction with one statement on older servers without a Query API', async () => {
    const message = 'Variable `m` not defined (line 1, column 18 (offset: 17))'
    const { read, refusal, stub } = await source(({ path, body }) => {
      if (path.endsWith('/query/v2')) return { status: 404 }
      if (body.includes('RETURN m'))
        return json({ results: [], errors: [{ code: 'Neo.ClientError.Statement.SyntaxError', message }] })
      const data = [{ row: [{ name: 'Ada' }, 42], meta: [{ id: 0, type: 'node', deleted: false }, null] }]
      return json({ results: [{ columns: ['n', 'age'], data }], errors: [] })
    })
    expect(await read('MATCH (n) RETURN n, n.age AS age')).toEqual({
      columns: [
        ['n', null],
        ['age', 'integer'],
      ],
      rows: [['{"name":"Ada"}', 42n]],
    })
    expect(stub.calls.at(-1)).toMatchObject({ method: 'POST', path: '/db/neo4j/tx/commit', headers: { 'access-mode': 'READ' } })
    expect(JSON.parse(stub.calls.at(-1)?.body ?? '')).toEqual({
      statements: [{ statement: 'MATCH (n) RETURN n, n.age AS age', resultDataContents: ['row'] }],
    })
    expect(await refusal('MATCH (n) RETURN m')).toMatchObject({ message, position: 18 })
    const unknown = 'Database does not exist. Database name: `x`.'
    const strange = await source(() =>
      json({ errors: [{ code: 'Neo.ClientError.Database.DatabaseNotFound', message: unknown }] }, 404),
    )
    expect((await strange.refusal('RETURN 1')).message).toBe(unknown)
    expect(strange.stub.calls).toHaveLength(1)
  })

  it('reports that it is unknown whether a cancelled statement has stopped', async () => {
    const { cancelled, stub } = await source(
      (_, closed) => new Promise((resolve) => closed.addEventListener('abort', () => resolve({}))),
    )
    expect(await cancelled('RETURN 1', () => stub.calls.length === 1)).toMatch(
      new RegExp(`^${CANCELLED} The data source did not confirm`),
    )
  })

  it('can be tested, and lists labels with their properties (DS-28)', async () => {
    const { context } = await source(() =>
      answer(
        ['nodeLabels', 'propertyName', 'propertyTypes'],
        [
          [['Person', 'Admin'], 'name', ['String']],
          [['City'], 'size', ['Long', 'Double']],
          [['City'], null, null],
        ],
      ),
    )
    await neo4j.testConnection?.(context())
    expect(await neo4j.getSchema?.(context())).toEqual([
      { name: 'City', columns: [{ name: 'size', type: 'Long | Double' }] },
      { name: 'Person:Admin', columns: [{ name: 'name', type: 'String' }] },
    ])
  })
})
