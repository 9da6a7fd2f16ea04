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
import pinot from './index.ts'

// A stub of a broker and a controller (https://docs.pinot.apache.org/users/api/querying-pinot-using-standard-sql/response-format).

const { tableOf, facts } = cannedAnswers({
  integer: 'INT',
  text: 'STRING',
  values: {
    ...commonValues({ boolean: 'BOOLEAN', text: 'STRING', date: 'STRING' }),
    nulls: {
      types: ['INT', 'STRING', 'TIMESTAMP', 'UNKNOWN'],
      sent: [[null, null, null, null]],
      rows: [[null, null, null, null]],
    },
    integers: { types: ['LONG'], sent: [[-(2 ** 53)], [2 ** 53]], rows: [[-(2n ** 53n)], [2n ** 53n]], storage: ['int64'] },
    decimals: {
      types: ['BIG_DECIMAL'],
      sent: [['-1234567890123456789012345678901234567890.5']],
      rows: [['-1234567890123456789012345678901234567890.5']],
      storage: ['number_text'],
    },
    floats: {
      types: ['DOUBLE', 'FLOAT'],
      sent: [
        [-1.5e-300, 0.1],
        ['NaN', 'Infinity'],
      ],
      rows: [
        [-1.5e-300, 0.1],
        [Number.NaN, Number.POSITIVE_INFINITY],
      ],
    },
    dates: notApplicable('days are texts or numbers'),
    wallClocks: {
      types: ['TIMESTAMP'],
      sent: [['2024-03-31 01:59:59.123'], ['2024-03-31 00:00:00.0']],
      rows: [['2024-03-31T01:59:59.123'], ['2024-03-31T00:00:00.000']],
      storage: ['timestamp'],
    },
    instants: notApplicable('times have no zone'),
    binary: { types: ['BYTES'], sent: [['00ffde']], rows: [['00ffde']] },
    nested: {
      types: ['JSON', 'INT_ARRAY', 'STRING_ARRAY'],
      sent: [['{"a":1}', [1, 2], ['x']]],
      rows: [['{"a":1}', '[1,2]', '["x"]']],
      storage: ['json', 'json', 'json'],
    },
    strange: { types: ['OBJECT'], sent: [['org.apache.pinot.X@1']], rows: [['org.apache.pinot.X@1']] },
  },
})

const work = new RunningQueries()
const queries = new Map<string, string>()

async function answer({ method, path, headers, body }: StubCall, closed: AbortSignal): Promise<StubAnswer> {
  if (headers.authorization !== basic('ada', 'a secret'))
    return { status: 403, body: 'Permission is denied for access to all tables' }
  if (path === '/tables') return json({ tables: ['orders'] })
  if (path === '/tables/orders/schema')
    return json({
      schemaName: 'orders',
      dimensionFieldSpecs: [{ name: 'id', dataType: 'INT' }],
      metricFieldSpecs: [{ name: 'total', dataType: 'DOUBLE' }],
    })
  if (path === '/queries') return json(work.has(SLOW) ? { 7: SLOW } : {})
  if (method === 'DELETE') {
    work.end(queries.get(path.split('/').at(-1) ?? '') ?? '')
    return { body: 'Cancelled client query' }
  }
  const { sql, queryOptions } = JSON.parse(body)
  const text = plainText(sql.slice(0, sql.lastIndexOf('\n')))
  queries.set(String(queryOptions).replace('clientQueryId=', ''), text)
  const failed = (errorCode: number, message: string) => json({ exceptions: [{ errorCode, message }], numDocsScanned: 0 })
  if (text === SLOW) {
    await work.until(SLOW, closed)
    return failed(503, 'QueryCancellationError')
  }
  if (text === FAILING) return failed(710, "UnknownColumnError: Unknown columnName 'colour' found in the query")
  const { columns, rows } = tableOf(text) ?? { columns: [{ name: '1', type: 'INT' }], rows: [[1]] }
  const dataSchema = { columnNames: columns.map(({ name }) => name), columnDataTypes: columns.map(({ type }) => type) }
  return json({ resultTable: { dataSchema, rows }, exceptions: [], partialResult: false })
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ brokerHost: '127.0.0.1', brokerPort: stub.port(), controllerURI: stub.url(), username: 'ada', password: 'a secret' },
  ...changes,
})

describeConformance(pinot, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ brokerPort: UNREACHABLE.port }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ password: 'a wrong one' }),
      message: /^Permission is denied/,
    }),
    database: notApplicable('a table that is not there is an error of the text'),
  },
  noResultSet: notApplicable('whatever runs answers with a table'),
  slow: SLOW,
  endless: notApplicable('answers come as one document'),
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /^UnknownColumnError: Unknown columnName 'colour'/ },
  writing: {
    text: "SET taskName = 'load';\n-- files\ninsert INTO orders FROM FILE 's3://bucket/'",
    message: /^This data source is read-only: INSERT statements are not allowed\.$/,
  },
  severalStatements: notApplicable('Pinot runs one statement at a time, and says so'),
  schema: { tables: { orders: ['id', 'total'] } },
  stoppable: true,
})
