import { setImmediate } from 'node:timers/promises'
import {
  cannedAnswers,
  cannedStub,
  commonValues,
  ENDLESS,
  FAILING,
  NOT_OVER_HTTP,
  plainText,
  RunningQueries,
  SLOW,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import druid from './index.ts'

// A stub of the SQL API (https://druid.apache.org/docs/latest/api-reference/sql-api).

const type = (sql: string, own: string) => ({ sql, own })
const bigint = type('BIGINT', 'LONG')
const varchar = type('VARCHAR', 'STRING')

const { tableOf, facts } = cannedAnswers({
  integer: bigint,
  text: varchar,
  values: {
    ...commonValues({ boolean: type('BOOLEAN', 'LONG'), text: varchar, date: type('DATE', 'LONG') }),
    nulls: { types: [bigint, varchar, type('TIMESTAMP', 'LONG')], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: { types: [bigint], sent: [[-(2 ** 53)], [2 ** 53]], rows: [[-(2n ** 53n)], [2n ** 53n]], storage: ['int64'] },
    decimals: notApplicable('decimals are doubles'),
    floats: {
      types: [type('DOUBLE', 'DOUBLE'), type('FLOAT', 'FLOAT')],
      sent: [[-1.5e-300, 'NaN']],
      rows: [[-1.5e-300, Number.NaN]],
      storage: ['double', 'double'],
    },
    dates: { types: [type('DATE', 'LONG')], sent: [['2024-02-29T00:00:00.000Z']], rows: [['2024-02-29']], storage: ['date'] },
    wallClocks: notApplicable('all times are points in time'),
    instants: {
      types: [type('TIMESTAMP', 'LONG')],
      sent: [['2024-03-30T23:59:59.500Z'], ['2024-03-31T01:59:59.500+02:00']],
      rows: [['2024-03-30T23:59:59.500'], ['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: notApplicable('there are no bytes'),
    nested: {
      types: [type('ARRAY', 'ARRAY<LONG>'), type('OTHER', 'COMPLEX<json>')],
      sent: [[[1, null], { a: 1 }]],
      rows: [['[1,null]', '{"a":1}']],
      storage: ['json', 'json'],
    },
    strange: { types: [type('OTHER', 'COMPLEX<hyperUnique>')], sent: [['AQAAAA==']], rows: [['AQAAAA==']] },
  },
})

const work = new RunningQueries()
const queries = new Map<string, string>()
const line = (value: unknown) => `${JSON.stringify(value)}\n`
const COLUMNS = [
  ['druid.orders', 'id', 'BIGINT'],
  ['druid.orders', 'total', 'DOUBLE'],
]

/** Rows without end, and so without the empty line that ends a complete response. */
async function* endless(closed: AbortSignal) {
  work.begin(ENDLESS)
  for (const head of [['n'], ['LONG'], ['BIGINT']]) yield line(head)
  for (; work.has(ENDLESS) && !closed.aborted; await setImmediate()) yield line([1])
}

async function answer({ method, path, headers, body }: StubCall, closed: AbortSignal): Promise<StubAnswer> {
  if (headers.authorization !== basic('ada', 'a secret')) return { status: 401, body: 'Unauthorized' }
  if (method === 'DELETE') {
    work.end(queries.get(path.split('/').at(-1) ?? '') ?? '')
    return { status: 202 }
  }
  const { query, context } = JSON.parse(body)
  const text = plainText(query)
  queries.set(context.sqlQueryId, text)
  if (text === ENDLESS) return { body: endless(closed), breaks: true }
  if (text === SLOW) {
    await work.until(SLOW, closed)
    return json({ error: 'druidException', errorCode: 'queryCancelled', errorMessage: 'Query cancelled' }, 500)
  }
  if (text === FAILING)
    return json(
      {
        error: 'druidException',
        errorCode: 'invalidInput',
        errorMessage: "Column 'colour' not found in any table (line [2], column [3])",
      },
      400,
    )
  const { columns, rows } = tableOf(text) ?? {
    columns: ['t', 'c', 'd'].map((name) => ({ name, type: varchar })),
    rows: COLUMNS,
  }
  const head = [
    columns.map(({ name }) => name),
    columns.map((column) => column.type.own),
    columns.map((column) => column.type.sql),
  ]
  return { headers: { 'content-type': 'text/plain' }, body: `${[...head, ...rows].map(line).join('')}\n` }
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: stub.port(), user: 'ada', password: 'a secret' },
  ...changes,
})

describeConformance(druid, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ port: UNREACHABLE.port }), message: UNREACHABLE.message }),
    password: () => ({ options: options({ password: 'a wrong one' }), message: /^Unauthorized$/ }),
    database: notApplicable('there is one'),
  },
  noResultSet: notApplicable('its SQL only reads'),
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /^Column 'colour' not found in any table/, at: 'colour' },
  severalStatements: notApplicable('Druid runs one statement at a time, and a text with more is refused'),
  schema: { tables: { 'druid.orders': ['id', 'total'] } },
  stoppable: true,
})
