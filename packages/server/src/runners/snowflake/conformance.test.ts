import {
  cannedAnswers,
  cannedStub,
  commonValues,
  ENDLESS,
  FAILING,
  idOf,
  NOT_OVER_HTTP,
  pagesOf,
  plainText,
  RunningQueries,
  SLOW,
  textOf,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import snowflake from './index.ts'

// A stub of the SQL API (https://docs.snowflake.com/en/developer-guide/sql-api/reference), where a handle encodes its statement.

const type = (name: string, precision: number | null = null, scale: number | null = null) => ({
  type: name,
  precision,
  scale,
  nullable: true,
})
const fixed = (precision: number, scale = 0) => type('fixed', precision, scale)

const { tableOf, facts } = cannedAnswers({
  integer: fixed(1),
  text: type('text'),
  write: String,
  values: {
    ...commonValues({ boolean: type('boolean'), text: type('text'), date: type('date') }, String),
    nulls: { types: [fixed(5), type('text'), type('date')], sent: [[null, null, null]], rows: [[null, null, null]] },
    integers: {
      types: [fixed(18), fixed(38)],
      sent: [['-999999999999999999', '12345678901234567890123456789012345678']],
      rows: [[-999999999999999999n, '12345678901234567890123456789012345678']],
      storage: ['int64', 'decimal'],
    },
    decimals: {
      types: [fixed(38, 2), fixed(5, 5)],
      sent: [['-1.50', '0.00001']],
      rows: [['-1.50', '0.00001']],
      storage: ['decimal', 'decimal'],
    },
    floats: {
      types: [type('real')],
      sent: [['-1.5e-300'], ['NaN'], ['-inf']],
      rows: [[-1.5e-300], [Number.NaN], [Number.NEGATIVE_INFINITY]],
    },
    dates: { types: [type('date')], sent: [['19782'], ['-719162']], rows: [['2024-02-29'], ['0001-01-01']], storage: ['date'] },
    wallClocks: {
      types: [type('timestamp_ntz', 0, 9)],
      sent: [['1711850399.123456000'], ['-1.000000000']],
      rows: [['2024-03-31T01:59:59.123456'], ['1969-12-31T23:59:59.000']],
      storage: ['timestamp'],
    },
    instants: {
      types: [type('timestamp_tz', 0, 9), type('timestamp_ltz', 0, 9)],
      sent: [['1711843199.500000000 1560', '1711843199.500000000']],
      rows: [['2024-03-30T23:59:59.500', '2024-03-30T23:59:59.500']],
      storage: ['instant', 'instant'],
    },
    binary: { types: [type('binary')], sent: [['00FFDE']], rows: [['00FFDE']] },
    nested: {
      types: [type('variant'), type('object'), type('array')],
      sent: [['{"a": 1}', '{}', '[1, null]']],
      rows: [['{"a": 1}', '{}', '[1, null]']],
      storage: ['json', 'json', 'json'],
    },
    strange: {
      types: [type('time', 0, 9), type('geography')],
      sent: [['45296.500000000', '{"type":"Point"}']],
      rows: [['12:34:56.5', '{"type":"Point"}']],
    },
  },
})

const work = new RunningQueries()
const PARTITIONS = 5000

function answerTo(text: string, partition: number): StubAnswer {
  const handle = { statementHandle: idOf(text), sqlState: '00000' }
  if (text === FAILING)
    return json(
      { ...handle, code: '000904', message: "SQL compilation error: error line 2 at position 2\ninvalid identifier 'COLOUR'" },
      422,
    )
  if (text === SLOW)
    return work.has(SLOW)
      ? json({ ...handle, code: '333334', message: 'Asynchronous execution in progress.' }, 202)
      : json({ ...handle, code: '000604', message: 'SQL execution canceled' }, 422)
  if (text === ENDLESS)
    return partOf({ columns: [{ name: 'N', type: fixed(1) }], pages: Array(PARTITIONS).fill([['1']]) }, handle, partition)
  const table = tableOf(text) ?? {
    columns: ['T', 'C', 'D'].map((name) => ({ name, type: type('text') })),
    rows: [
      ['SHOP.ORDERS', 'ID', 'NUMBER'],
      ['SHOP.ORDERS', 'TOTAL', 'NUMBER'],
    ],
  }
  return partOf({ columns: table.columns, pages: pagesOf(table.rows) }, handle, partition)
}

interface Parts {
  columns: { name: string; type: object }[]
  pages: unknown[][][]
}

function partOf({ columns, pages }: Parts, handle: object, partition: number): StubAnswer {
  if (partition > 0) return json({ data: pages[partition] })
  const rowType = columns.map(({ name, type: described }) => ({ name, ...described }))
  const partitionInfo = pages.map(({ length }) => ({ rowCount: length }))
  return json({ ...handle, code: '090001', resultSetMetaData: { format: 'jsonv2', rowType, partitionInfo }, data: pages[0] })
}

function answer({ method, path, query, headers, body }: StubCall): StubAnswer {
  if (headers.authorization !== 'Bearer an access token')
    return json({ code: '390303', message: 'Invalid OAuth access token.' }, 401)
  const [, handle = '', order] = /^\/api\/v2\/statements(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (order === 'cancel') {
    work.end(textOf(handle))
    return json({ statementHandle: handle, message: 'successfully canceled' })
  }
  if (method === 'GET') return answerTo(textOf(handle), Number(query.get('partition') ?? 0))
  const { statement, parameters } = JSON.parse(body)
  const text = plainText(statement)
  if (text === SLOW) work.begin(text)
  if (!parameters) return answerTo(text, 0)
  const statementHandles = text.split(';').map((part) => idOf(part.trim()))
  const rowType = [{ name: 'multiple statement execution', ...type('text') }]
  const data = [['Multiple statements executed successfully.']]
  return json({
    code: '090001',
    statementHandle: idOf(text),
    statementHandles,
    resultSetMetaData: { rowType, partitionInfo: [{}] },
    data,
  })
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ account: 'xy12345', user: 'ada', password: 'an access token', warehouse: 'w', database: 'd', host: stub.url() },
  ...changes,
})

describeConformance(snowflake, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ host: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ password: 'another token' }),
      message: /^Failed to execute query\. 401: Invalid OAuth access token\.$/,
    }),
    database: notApplicable('a database that is not there is an error of the text'),
  },
  noResultSet: notApplicable('whatever has no rows answers with one that says so'),
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /invalid identifier 'COLOUR'$/, at: 'colour' },
  severalStatements: { text: 'SELECT integers; SELECT booleans', rows: [[true], [false]] },
  schema: { tables: { 'SHOP.ORDERS': ['ID', 'TOTAL'] } },
  stoppable: true,
})
