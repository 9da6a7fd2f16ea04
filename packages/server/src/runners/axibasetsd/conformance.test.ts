import {
  cannedAnswers,
  cannedStub,
  commonValues,
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
import axibase from './index.ts'

// A stub of the SQL API (https://axibase.com/docs/atsd/sql/api.html).

const { tableOf, facts } = cannedAnswers({
  integer: 'integer',
  text: 'string',
  values: {
    ...commonValues({ boolean: 'boolean', text: 'string', date: 'string' }),
    nulls: { types: ['integer', 'string', 'xsd:dateTimeStamp'], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: {
      types: ['long', 'bigint'],
      sent: [[-(2 ** 53), 2 ** 53]],
      rows: [[-(2n ** 53n), 2n ** 53n]],
      storage: ['int64', 'int64'],
    },
    decimals: { types: ['decimal'], sent: [['-1.50']], rows: [['-1.50']], storage: ['number_text'] },
    floats: {
      types: ['double', 'float'],
      sent: [[-1.5e-300, 'NaN']],
      rows: [[-1.5e-300, Number.NaN]],
      storage: ['double', 'double'],
    },
    dates: notApplicable('days are points in time'),
    wallClocks: notApplicable('all times are points in time'),
    instants: {
      types: ['xsd:dateTimeStamp'],
      sent: [['2024-03-30T23:59:59.500Z']],
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: notApplicable('there are no bytes'),
    nested: notApplicable('tags are texts'),
    strange: { types: ['java_object'], sent: [['a']], rows: [['a']] },
  },
})

const work = new RunningQueries()
const queries = new Map<string, string>()

async function answer({ path, query, headers, body }: StubCall, closed: AbortSignal): Promise<StubAnswer> {
  if (headers.authorization !== basic('ada', 'a secret')) return json({ error: 'Wrong credentials' }, 401)
  if (path === '/api/v1/metrics') return json([{ name: 'cpu_busy' }])
  if (path === '/api/sql/cancel') {
    work.end(queries.get(query.get('queryId') ?? '') ?? '')
    return json([])
  }
  const form = new URLSearchParams(body)
  const text = plainText(form.get('q') ?? '')
  queries.set(form.get('queryId') ?? '', text)
  if (text === SLOW) {
    await work.until(SLOW, closed)
    return json({ errors: [{ message: 'Query was cancelled' }] }, 400)
  }
  if (text === FAILING)
    return json({ errors: [{ message: "Syntax error at line 2 position 2: no viable alternative at input 'colour'" }] }, 400)
  const { columns, rows } = tableOf(text) ?? { columns: [{ name: '1', type: 'integer' }], rows: [[1]] }
  const described = columns.map(({ name, type }, at) => ({
    columnIndex: at + 1,
    name: `t.${name}`,
    titles: name,
    datatype: type,
  }))
  return json({ metadata: { '@type': 'Table', tableSchema: { columns: described } }, data: rows })
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ protocol: 'http', hostname: '127.0.0.1', port: stub.port(), username: 'ada', password: 'a secret' },
  ...changes,
})

describeConformance(axibase, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ port: UNREACHABLE.port }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ password: 'a wrong one' }),
      message: /^Failed to execute query\. 401: Wrong credentials$/,
    }),
    database: notApplicable('there is one'),
  },
  noResultSet: notApplicable('its SQL only reads'),
  slow: SLOW,
  endless: notApplicable('answers come as one document'),
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /no viable alternative at input 'colour'$/ },
  severalStatements: notApplicable('one statement runs at a time'),
  schema: {
    tables: { '"cpu_busy"': ['entity', 'datetime', 'time', 'metric', 'value', 'text', 'tags', 'entity.tags', 'metric.tags'] },
  },
  stoppable: true,
})
