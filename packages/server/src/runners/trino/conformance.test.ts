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
  plainText,
  RunningQueries,
  SLOW,
  textOf,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import presto from '../presto/index.ts'
import { NO_DATA } from '../runner.ts'
import trino from './index.ts'

// A stub of the client protocol (https://trino.io/docs/current/develop/client-protocol.html), where a query's id encodes its text.

const { tableOf, facts } = cannedAnswers({
  integer: 'bigint',
  text: 'varchar(1)',
  values: {
    ...commonValues({ boolean: 'boolean', text: 'varchar', date: 'date' }),
    nulls: {
      types: ['bigint', 'varchar', 'timestamp(3)', 'unknown'],
      sent: [[null, null, null, null]],
      rows: [[null, null, null, null]],
    },
    integers: {
      types: ['bigint', 'tinyint'],
      sent: [
        [-(2 ** 53), -128],
        [2 ** 53, 127],
      ],
      rows: [
        [-(2n ** 53n), -128n],
        [2n ** 53n, 127n],
      ],
      storage: ['int64', 'int64'],
    },
    decimals: {
      types: ['decimal(5,2)', 'decimal(38,0)'],
      sent: [['-1.50', '12345678901234567890123456789012345678']],
      rows: [['-1.50', '12345678901234567890123456789012345678']],
      storage: ['decimal', 'decimal'],
    },
    floats: {
      types: ['double', 'real'],
      sent: [
        [-1.5e-300, 0.1],
        ['NaN', '-Infinity'],
      ],
      rows: [
        [-1.5e-300, 0.1],
        [Number.NaN, Number.NEGATIVE_INFINITY],
      ],
      storage: ['double', 'double'],
    },
    texts: { types: ['varchar', 'char(5)'], sent: [['naïve 🐘 漢字', 'a    ']], rows: [['naïve 🐘 漢字', 'a    ']] },
    wallClocks: {
      types: ['timestamp(3)', 'timestamp(6)', 'timestamp'],
      sent: [['2024-03-31 01:59:59.123', '2024-03-31 01:59:59.123456', '2024-03-31 01:59:59.000']],
      rows: [['2024-03-31T01:59:59.123', '2024-03-31T01:59:59.123456', '2024-03-31T01:59:59.000']],
      storage: ['timestamp', 'timestamp', 'timestamp'],
    },
    instants: {
      types: ['timestamp(3) with time zone'],
      sent: [['2024-03-31 01:59:59.500 Europe/Oslo']],
      rows: [['2024-03-31 01:59:59.500 Europe/Oslo']],
      storage: ['text'],
    },
    binary: { types: ['varbinary'], sent: [['AP/e'], ['']], rows: [['00ffde'], ['']] },
    nested: {
      types: ['array(bigint)', 'map(varchar, bigint)', 'row(a bigint, b varchar)', 'json'],
      sent: [[[1, null], { a: 1 }, [1, 'x'], '{"a":1}']],
      rows: [['[1,null]', '{"a":1}', '[1,"x"]', '{"a":1}']],
      storage: ['json', 'json', 'json', 'json'],
    },
    strange: {
      types: ['uuid', 'interval day to second', 'timestamp(9)', 'ipaddress'],
      sent: [['12151fd2-7586-11e9-8f9e-2a86e4085a59', '0 00:00:01.000', '2024-02-29 10:00:00.123456789', '10.0.0.1']],
      rows: [['12151fd2-7586-11e9-8f9e-2a86e4085a59', '0 00:00:01.000', '2024-02-29 10:00:00.123456789', '10.0.0.1']],
    },
  },
})

const work = new RunningQueries()
const next = (text: string, page: number) => ({
  nextUri: `http://inner.example:8080/v1/statement/executing/${idOf(text)}/y1/${page}`,
})

function pageOf(text: string, page: number): Record<string, unknown> {
  const id = idOf(text)
  if (text === FAILING) {
    const errorLocation = { lineNumber: 2, columnNumber: 3 }
    return {
      id,
      error: {
        message: "line 2:3: Column 'colour' cannot be resolved",
        errorCode: 47,
        errorName: 'COLUMN_NOT_FOUND',
        errorLocation,
      },
    }
  }
  if (text === CHANGE) return { id, columns: [], updateType: 'CREATE TABLE' }
  if (text === SLOW || text === ENDLESS) {
    if (page === 0) work.begin(text)
    if (!work.has(text)) return { id, error: { message: 'Query was canceled', errorName: 'USER_CANCELED' } }
    return {
      id,
      ...(text === ENDLESS ? { columns: [{ name: 'n', type: 'bigint' }], data: [[1]] } : {}),
      ...next(text, page + 1),
    }
  }
  const table = tableOf(text)
  if (!table)
    return {
      id,
      columns: [],
      data: [
        ['shop', 'orders', 'id', 'bigint'],
        ['shop', 'orders', 'total', 'decimal(5,2)'],
      ],
    }
  const pages = pagesOf(table.rows)
  return { id, columns: table.columns, data: pages[page], ...(page + 1 < pages.length ? next(text, page + 1) : {}) }
}

function answer(call: StubCall): StubAnswer {
  if (call.headers.authorization !== basic('ada', 'a secret'))
    return { status: 401, body: 'Access Denied: Invalid credentials' }
  const [, kind = '', at = '', id = '', , page = '0'] = call.path.slice(1).split('/')
  if (call.method === 'DELETE') {
    work.end(textOf(kind === 'query' ? at : id))
    return { status: 204 }
  }
  return json(call.method === 'POST' ? pageOf(plainText(call.body), 0) : pageOf(textOf(id), Number(page)))
}

const stub = cannedStub(answer)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: stub.port(), username: 'ada', password: 'a secret', catalog: 'hive' },
  ...changes,
})

const setup: ConformanceSetup = {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ port: UNREACHABLE.port }), message: UNREACHABLE.message }),
    password: () => ({
      options: options({ password: 'a wrong one' }),
      message: /^Failed to execute query\. 401: Access Denied: Invalid credentials$/,
    }),
    database: notApplicable('a catalog that is not there is an error of the text'),
  },
  noResultSet: { text: CHANGE, message: NO_DATA },
  slow: SLOW,
  endless: ENDLESS,
  isWorkingOn: work.isWorkingOn,
  failing: { text: FAILING, message: /^line 2:3: Column 'colour' cannot be resolved$/, at: 'colour' },
  severalStatements: { text: 'SELECT integers; SELECT booleans', rows: [[true], [false]] },
  schema: { tables: { 'shop.orders': ['id', 'total'] } },
  stoppable: true,
}

describeConformance(trino, setup)
describeConformance(presto, setup)
