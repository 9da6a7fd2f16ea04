import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { graphqlYoga, YOGA_LOGIN } from '../../testing/servers/graphql-yoga.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED } from '../runner.ts'
import graphql from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await graphqlYoga.start()
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ url: `http://127.0.0.1:${server.port}/graphql`, ...YOGA_LOGIN },
  ...changes,
})
const { run, read, refusal } = sqlSource(graphql, options)
const kinds = (...names: string[]) => `{ kinds { ${names.join(' ')} } }`
const closed = notApplicable('its connection is closed, as tested below: the protocol has no other way')
const noSuchType = notApplicable('GraphQL has no such type')

describeConformance(graphql, {
  options,
  proxied: notApplicable('a result is one response'),
  refused: {
    host: () => ({
      options: options({ url: 'http://127.0.0.1:1/graphql' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'a wrong one' }), message: /^Unauthenticated$/ }),
    database: notApplicable('there is one'),
  },
  columns: {
    text: '{ kinds { b: id a: large } }',
    names: ['b', 'a'],
    rows: [
      ['007', 2n ** 53n - 1n],
      ['x', -1n],
    ],
  },
  repeatedNames: notApplicable('names of fields are unique'),
  noRows: notApplicable('objects tell the columns'),
  noResultSet: notApplicable('an answer without objects is an empty one'),
  values: {
    nulls: {
      text: kinds('id', 'nothing'),
      rows: [
        ['007', null],
        ['x', null],
      ],
    },
    integers: { text: kinds('large'), rows: [[2n ** 53n - 1n], [-1n]], storage: ['int64'] },
    decimals: noSuchType,
    floats: { text: kinds('ratio'), rows: [[-1.5e-300], [0.1]], storage: ['double'] },
    booleans: { text: kinds('yes'), rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: kinds('words'), rows: [['naïve 🐘 漢字'], ['']] },
    emptyTexts: {
      text: kinds('words', 'nothing'),
      rows: [
        ['naïve 🐘 漢字', null],
        ['', null],
      ],
    },
    dates: noSuchType,
    wallClocks: noSuchType,
    instants: noSuchType,
    binary: noSuchType,
    nested: { text: kinds('list'), rows: [['[1,null]'], ['[]']], storage: ['json'] },
    strange: {
      text: kinds('state', 'id', '__typename'),
      rows: [
        ['OPEN', '007', 'Kind'],
        ['CLOSED', 'x', 'Kind'],
      ],
    },
  },
  many: { text: '{ orders { edges { node { id } } } }', count: 5000 },
  slow: closed,
  endless: closed,
  isWorkingOn: closed,
  failing: { text: '{\n  colour\n}', message: /^Cannot query field "colour" on type "Query"\.$/, at: 'colour' },
  failingMidway: notApplicable('a result is one response'),
  severalStatements: notApplicable('a text is one document'),
  writing: { text: 'mutation { remove }', message: /^Only queries are run/ },
  schema: { tables: { Order: ['id', 'total', 'customer'], Customer: ['name'] } },
  stoppable: false,
})

describe('GraphQL, a server (OPEN-577)', () => {
  it('gets variables, and its connections are unwrapped and flattened', async () => {
    const text =
      'query: "query($n: Int) { orders(first: $n) { edges { cursor node { id total customer { name } } } } }"\nvariables: {n: 3}'
    const result = await run(text)
    expect(result.columns.map(({ name }) => name)).toEqual(['id', 'total', 'customer.name', 'customer'])
    expect(await read(text)).toEqual([
      [1n, 0, 'Åse 🐘', null],
      [2n, 0.25, null, null],
      [3n, 0.5, 'Åse 🐘', null],
    ])
  })

  it('is heard when a resolver fails, and when a text is no GraphQL', async () => {
    const failing = await refusal('{\n  failing { id }\n}')
    expect([failing.message, failing.position]).toEqual(['No luck.', 5])
    const broken = await refusal('{ orders {\n  edges ) }')
    expect([broken.message, broken.position]).toEqual(['Syntax Error: Expected Name, found ")".', 20])
  })

  it('stops working on a query that is cancelled', async () => {
    const stop = new AbortController()
    const outcome = failureOf(run('{ slow }', { signal: stop.signal }))
    await expect.poll(() => read('{ working }')).toEqual([[1n]])
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    await expect.poll(() => read('{ working }')).toEqual([[0n]])
  })

  itReadsManyRows(() => run(`{ orders(first: ${MILLION}) { edges { node { id total } } } }`))
})
