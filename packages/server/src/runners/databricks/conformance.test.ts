import {
  CHANGE,
  cannedAnswers,
  cannedStub,
  commonValues,
  ENDLESS,
  FAILING,
  idOf,
  NOT_OVER_HTTP,
  pagesOf,
  RunningQueries,
  SLOW,
  textOf,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import databricks from './index.ts'

// A stub of the API for statements (https://docs.databricks.com/api/statement-execution/v1), where an id encodes its statement.

const type = (type_name: string, more: object = {}) => ({ type_name, type_text: type_name, ...more })
const decimal = (type_precision: number, type_scale: number) =>
  type('DECIMAL', { type_text: `DECIMAL(${type_precision},${type_scale})`, type_precision, type_scale })

const { tableOf, facts } = cannedAnswers({
  integer: type('INT'),
  text: type('STRING'),
  write: String,
  values: {
    ...commonValues({ boolean: type('BOOLEAN'), text: type('STRING'), date: type('DATE') }, String),
    nulls: { types: [type('INT'), type('STRING'), type('NULL')], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: {
      types: [type('LONG'), type('BYTE')],
      sent: [
        ['-9223372036854775808', '-128'],
        ['9223372036854775807', '127'],
      ],
      rows: [
        [-(2n ** 63n), -128n],
        [2n ** 63n - 1n, 127n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: {
      types: [decimal(38, 2), decimal(5, 0)],
      sent: [['-123456789012345678901234567890123456.78', '5']],
      rows: [['-123456789012345678901234567890123456.78', '5']],
      storage: ['decimal', 'decimal'],
    },
    floats: {
      types: [type('DOUBLE'), type('FLOAT')],
      sent: [
        ['-1.5E-300', '0.1'],
        ['NaN', 'Infinity'],
      ],
      rows: [
        [-1.5e-300, 0.1],
        [Number.NaN, Number.POSITIVE_INFINITY],
      ],
    },
    wallClocks: {
      types: [type('TIMESTAMP', { type_text: 'TIMESTAMP_NTZ' })],
      sent: [['2024-03-31T01:59:59.123456']],
      rows: [['2024-03-31T01:59:59.123456']],
      storage: ['timestamp'],
    },
    instants: {
      types: [type('TIMESTAMP')],
      sent: [['2024-03-30T23:59:59.500Z']],
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: notApplicable('its documents do not say how bytes are written: they are shown as they come'),
    nested: {
      types: [type('ARRAY', { type_text: 'ARRAY<INT>' }), type('MAP'), type('STRUCT')],
      sent: [['["1",null]', '{"a":"1"}', '{"a":"1"}']],
      rows: [['["1",null]', '{"a":"1"}', '{"a":"1"}']],
      storage: ['json', 'json', 'json'],
    },
    strange: {
      types: [type('INTERVAL', { type_interval_type: 'DAY TO SECOND' })],
      sent: [['1 00:00:00']],
      rows: [['1 00:00:00']],
    },
  },
})

const work = new RunningQueries()

function answerTo(text: string, chunk: number): object {
  const statement_id = idOf(text)
  const failed = (state: string, error_code: string, message: string) => ({
    statement_id,
    status: { state, error: { error_code, message } },
  })
  if (text === FAILING)
    return failed('FAILED', 'BAD_REQUEST', '[UNRESOLVED_COLUMN] A column with name `colour` cannot be resolved.')
  if (text === SLOW)
    return work.has(SLOW) ? { statement_id, status: { state: 'RUNNING' } } : { statement_id, status: { state: 'CANCELED' } }
  if (text === CHANGE)
    return { statement_id, status: { state: 'SUCCEEDED' }, manifest: { schema: { column_count: 0 } }, result: {} }
  const table = tableOf(text) ?? {
    columns: ['t', 'c', 'd'].map((name) => ({ name, type: type('STRING') })),
    rows: [
      ['main.shop.orders', 'id', 'int'],
      ['main.shop.orders', 'total', 'decimal(5,2)'],
    ],
  }
  const pages = text === ENDLESS ? [] : pagesOf(table.rows)
  const columns = text === ENDLESS ? [{ name: 'n', type: type('INT') }] : table.columns
  const isLast = text !== ENDLESS && chunk + 1 >= pages.length
  const result = {
    chunk_index: chunk,
    data_array: text === ENDLESS ? [['1']] : pages[chunk],
    ...(isLast
      ? {}
      : {
          next_chunk_index: chunk + 1,
          next_chunk_internal_link: `/api/2.0/sql/statements/${statement_id}/result/chunks/${chunk + 1}`,
        }),
  }
  if (chunk > 0) return result
  const schema = {
    column_count: columns.length,
    columns: columns.map(({ name, type: described }, position) => ({ name, position, ...described })),
  }
  return { statement_id, status: { state: 'SUCCEEDED' }, manifest: { format: 'JSON_ARRAY', schema, truncated: false }, result }
}

function answer({ method, path, headers, body }: StubCall): StubAnswer {
  if (headers.authorization !== 'Bearer a token')
    return json({ error_code: 'UNAUTHENTICATED', message: 'Credential was not sent or was of an unsupported type.' }, 401)
  const [, id = '', order, , chunk = '0'] =
    /^\/api\/2\.0\/sql\/statements(?:\/([^/]+))?(?:\/(cancel|result))?(\/chunks\/(\d+))?$/.exec(path) ?? []
  if (order === 'cancel') {
    work.end(textOf(id))
    return json({})
  }
  if (method === 'GET') return json(answerTo(textOf(id), Number(chunk)))
  const { statement } = JSON.parse(body)
  if (statement === SLOW) work.begin(SLOW)
  return json(answerTo(statement, 0))
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: stub.url(), http_path: '/sql/1.0/warehouses/abc123', http_password: 'a token' },
  ...changes,
})

describeConformance(databricks, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ host: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ http_password: 'another token' }),
      message: /^Failed to execute query\. 401: Credential was not sent/,
    }),
    database: () => ({
      options: options({ http_path: 'sql/protocolv1/o/1/2' }),
      message: /^The HTTP path should be that of an SQL warehouse/,
    }),
  },
  noResultSet: { text: CHANGE, message: NO_DATA },
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /^\[UNRESOLVED_COLUMN\]/ },
  severalStatements: { text: 'SELECT integers; SELECT booleans', rows: [[true], [false]] },
  schema: { tables: { 'main.shop.orders': ['id', 'total'] } },
  stoppable: true,
})
