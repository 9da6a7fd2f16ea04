import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import graphql from './index.ts'

const source = (answer: (call: StubCall) => StubAnswer) =>
  stubbedSource(graphql, ({ url }) => ({ url, token: 'a token' }), answer)

describe('GraphQL', () => {
  it('shows the first list of a response, with objects flattened and nodes of connections unwrapped', async () => {
    const data = {
      shop: {
        name: 'x',
        orders: {
          edges: [{ cursor: 'a', node: { id: 1, by: { name: 'Ada' } } }, { cursor: 'b', node: { id: 2, by: null } }, null],
        },
      },
    }
    const { read, stub } = await source(() => json({ data }))
    expect(await read('query { shop { orders { edges { node { id } } } } }')).toEqual({
      columns: [
        ['id', 'integer'],
        ['by.name', 'string'],
        ['by', null],
      ],
      rows: [
        [1n, 'Ada', null],
        [2n, null, null],
      ],
    })
    expect(stub.calls[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer a token' } })
  })

  it('takes variables and a path, around the query', async () => {
    const { read, refusal, stub } = await source(() => json({ data: { a: [1], b: { c: [{ x: 1 }] } } }))
    expect((await read('query: "query($n: Int) { b { c { x } } }"\nvariables: {n: 3}\npath: b.c')).rows).toEqual([[1n]])
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toEqual({ query: 'query($n: Int) { b { c { x } } }', variables: { n: 3 } })
    expect((await refusal('query: "{ a }"\npath: b.d')).message).toBe("Couldn't find path b.d in response.")
  })

  it('refuses operations that change data', async () => {
    const { refusal, read, stub } = await source(() => json({ data: { a: 1 } }))
    for (const text of [
      'mutation { drop }',
      '# note\nmutation X { drop }',
      'query A { a } mutation B { drop }',
      'query: "mutation { drop }"',
      ', mutation { drop }',
      '# note\rmutation { drop }',
      'fragment F on Q { a(text: """\\""" """) } mutation { drop } #"',
    ])
      expect((await refusal(text)).message).toBe('Only queries are run: a data source is not changed by them.')
    expect(stub.calls).toEqual([])
    for (const text of ['{ a(text: "} mutation") }', '{ b { c }, subscription { a } }', 'query mutation { b { c } mutation }'])
      expect((await read(text)).rows).toEqual([[1n]])
  })

  it('reports errors of the server with their position', async () => {
    const errors = [{ message: "Cannot query field 'y'", locations: [{ line: 2, column: 3 }] }]
    for (const status of [200, 400]) {
      const { refusal } = await source(() => json({ errors }, status))
      expect(await refusal('{\n  y }')).toMatchObject({ message: "Cannot query field 'y'", position: 5 })
    }
    const { refusal } = await source(() => ({ status: 403, body: 'forbidden' }))
    expect((await refusal('{ a }')).message).toBe('Failed to execute query. 403: forbidden')
    expect((await refusal(' ')).message).toBe('Query is empty.')
  })

  it('can be tested, and lists types with their fields (DS-28)', async () => {
    const types = [
      {
        kind: 'OBJECT',
        name: 'Shop',
        fields: [{ name: 'id', type: { kind: 'NON_NULL', name: null, ofType: { name: 'ID', kind: 'SCALAR' } } }],
      },
      { kind: 'OBJECT', name: '__Type', fields: [] },
      { kind: 'SCALAR', name: 'ID', fields: null },
    ]
    const { context } = await source(() => json({ data: { __typename: 'Query', __schema: { types } } }))
    await graphql.testConnection?.(context())
    expect(await graphql.getSchema?.(context())).toEqual([{ name: 'Shop', columns: [{ name: 'id', type: 'ID' }] }])
  })
})
